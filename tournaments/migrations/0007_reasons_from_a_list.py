"""A ruling's reason comes from a list, so that everybody reads it in their own language."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0006_stand_ins_and_fixed_tables"),)

    operations = (
        migrations.AddField(
            model_name="resultversion",
            name="reason_code",
            field=models.CharField(
                blank=True,
                choices=[
                    ("signed_slip", "The signed slip says so"),
                    ("recounted", "The cards were counted again"),
                    ("agreed", "Both sides agreed at the table"),
                    ("typed_wrong", "Typed wrong"),
                ],
                max_length=16,
            ),
        ),
    )
