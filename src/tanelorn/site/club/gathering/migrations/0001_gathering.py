import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tanelorn.site.club.gathering.models
import tanelorn.site.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tables", "0006_notes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Gathering",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(default=tanelorn.site.models.new_code, max_length=12, unique=True)),
                ("game", models.CharField(max_length=40)),
                ("scenario", models.CharField(max_length=40)),
                ("options", models.JSONField(default=dict)),
                ("name", models.CharField(max_length=80)),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "Public"), ("unlisted", "Unlisted"), ("private", "Private")], max_length=10
                    ),
                ),
                (
                    "invite",
                    models.CharField(
                        default=tanelorn.site.club.gathering.models.new_invite, max_length=40, unique=True
                    ),
                ),
                ("secret", models.CharField(default=tanelorn.site.club.gathering.models.new_secret, max_length=64)),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="gathering",
                        to="tables.gametable",
                    ),
                ),
            ],
            options={
                "ordering": ["-made"],
            },
        ),
        migrations.CreateModel(
            name="Chair",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("taken", models.BooleanField(default=False)),
                ("who", models.CharField(max_length=10)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("bot", models.CharField(blank=True, max_length=80)),
                ("words", models.CharField(blank=True, max_length=200)),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="chairs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "gathering",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="chairs", to="gathering.gathering"
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
            },
        ),
        migrations.AddIndex(
            model_name="gathering",
            index=models.Index(condition=models.Q(("table", None)), fields=["visibility", "-id"], name="waiting"),
        ),
        migrations.AddIndex(
            model_name="gathering",
            index=models.Index(
                condition=models.Q(("table", None)), fields=["game", "visibility", "-id"], name="waiting_of"
            ),
        ),
        migrations.AddConstraint(
            model_name="chair",
            constraint=models.UniqueConstraint(fields=("gathering", "seat"), name="one_chair_a_seat"),
        ),
    ]
