"""What people wrote about a change, kept beside its event."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models import append_only


def install(apps, schema_editor):
    append_only.install(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0017_history_of_roles"),
    ]

    operations = [
        migrations.CreateModel(
            name="EventReason",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(blank=True, max_length=300)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reason",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
        # the table is gone with its triggers on the way back
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
