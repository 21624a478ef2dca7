"""A championship says until when its results may be corrected."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0007_reasons_from_a_list"),)

    operations = (
        migrations.AddField(
            model_name="championship",
            name="correction_minutes",
            field=models.PositiveSmallIntegerField(default=30),
        ),
        migrations.AddField(
            model_name="championship",
            name="final_starts_at",
            field=models.TimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="historicalchampionship",
            name="correction_minutes",
            field=models.PositiveSmallIntegerField(default=30),
        ),
        migrations.AddField(
            model_name="historicalchampionship",
            name="final_starts_at",
            field=models.TimeField(blank=True, null=True),
        ),
    )
