"""Somebody else plays for a person of a pair, from a round on."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        ("tournaments", "0011_lifted_penalties"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.CreateModel(
            name="Substitution",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("from_round", models.PositiveSmallIntegerField()),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField()),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="substitutions",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="substitutions",
                        to="tournaments.person",
                    ),
                ),
            ],
            options={
                "ordering": ("entry", "position", "from_round"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("entry", "position", "from_round"), name="substitution_once_a_round"
                    )
                ],
            },
        ),
    )
