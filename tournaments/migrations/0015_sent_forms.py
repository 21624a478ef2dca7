"""Keys of forms that were stored: sent again, they give the same answer."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0014_questions_not_asked"),
    ]

    operations = [
        migrations.CreateModel(
            name="SentForm",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("body_hash", models.CharField(max_length=64)),
                ("answer", models.CharField(blank=True, max_length=300)),
                ("sent_at", models.DateTimeField()),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sent_forms",
                        to="tournaments.championship",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [models.UniqueConstraint(fields=("championship", "key"), name="form_sent_once")],
            },
        ),
    ]
