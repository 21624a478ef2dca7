"""The database itself refuses to change or remove what was written into the log."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournaments.models import append_only


def install(apps, schema_editor):
    append_only.install(schema_editor.connection)


def lift(apps, schema_editor):
    append_only.lift(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0012_substitutions"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="actor",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="resultversion",
            name="author",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(install, lift),
    ]
