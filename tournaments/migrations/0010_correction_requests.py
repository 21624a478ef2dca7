"""Two organisers must agree on a correction of an official result."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        ("tournaments", "0009_outcomes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.CreateModel(
            name="CorrectionRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("deals", models.JSONField()),
                (
                    "outcome",
                    models.CharField(
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
                ("replayed", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("questions", models.JSONField(default=list)),
                ("reason", models.CharField(max_length=300)),
                ("expected_version", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("proposed", "proposed"),
                            ("accepted", "accepted"),
                            ("rejected", "rejected"),
                            ("stale", "overtaken"),
                        ],
                        default="proposed",
                        max_length=12,
                    ),
                ),
                ("proposed_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "proposed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "proposed")), fields=("table",), name="one_request_a_table"
                    )
                ],
            },
        ),
    )
