from django.db import migrations, models
from django.utils import timezone


def protect_who_may_be_under_16(apps, schema_editor):
    """Of those who are known already, the year of birth says it; the doubt protects, as for new people."""
    people = apps.get_model("tournaments", "Person").objects.using(schema_editor.connection.alias)
    people.filter(year_of_birth__gte=timezone.localdate().year - 16).update(under_16=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_penalty_requests")]

    operations = [
        *(
            migrations.AddField(model, field, models.BooleanField(default=False))
            for model in ("person", "historicalperson")
            for field in ("under_16", "guardian_agrees")
        ),
        migrations.RunPython(protect_who_may_be_under_16, migrations.RunPython.noop),
    ]
