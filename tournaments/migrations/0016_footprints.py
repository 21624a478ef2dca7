"""What changes of the office did to rows, so that they can be taken back."""

import django.core.serializers.json
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0015_sent_forms"),
    ]

    operations = [
        migrations.CreateModel(
            name="Footprint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sequence", models.PositiveIntegerField()),
                ("events", models.JSONField()),
                ("rows", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="footprints",
                        to="tournaments.championship",
                    ),
                ),
            ],
            options={
                "ordering": ("championship", "sequence"),
                "constraints": [
                    models.UniqueConstraint(fields=("championship", "sequence"), name="footprint_once")
                ],
            },
        ),
    ]
