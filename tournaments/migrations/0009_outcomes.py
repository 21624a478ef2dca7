"""A table can end otherwise than by play, a deal can be played again, and a version knows that it corrects another."""

from django.db import migrations, models


def mark_corrections(apps, _schema_editor):
    """What counts at a corrected table replaced another result that counted."""
    versions = apps.get_model("tournaments", "ResultVersion").objects
    versions.filter(table__state="corrected", state="confirmed").update(corrects=True)


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0008_end_of_corrections"),)

    operations = (
        migrations.AddField(
            model_name="resultversion",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("played", "played"),
                    ("walkover_a", "walk-over, side A wins"),
                    ("walkover_b", "walk-over, side B wins"),
                    ("abandoned", "broken off"),
                    ("neither", "neither side came"),
                ],
                default="played",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="resultversion",
            name="replayed",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="resultversion",
            name="corrects",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(mark_corrections, migrations.RunPython.noop, elidable=True),
    )
