"""A form that was stored: sent again, it gives the same answer and stores nothing."""

from django.db import models

from .championship import Championship

#: Room for the key of a form, in characters.
KEY_LENGTH = 64


class SentForm(models.Model):
    """The key that a form was made with, the hash of what was sent, and where its answer led (an address, or empty).

    Written in the same transaction as the change, so there is one exactly when the change was stored. It says nothing
    about people and is removed after some days.
    """

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="sent_forms")
    key = models.CharField(max_length=KEY_LENGTH)
    body_hash = models.CharField(max_length=64)
    answer = models.CharField(max_length=300, blank=True)
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("championship", "key"), name="form_sent_once"),)

    def __str__(self) -> str:
        return f"{self.championship_id}: {self.key}"
