import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import tanelorn.site.club.talk.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tables", "0007_snapshots"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Act",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("called", models.CharField(max_length=40, verbose_name="moderator")),
                ("did", models.CharField(max_length=200)),
                ("about", models.CharField(max_length=40)),
                ("letter", models.CharField(max_length=16)),
                ("why", models.CharField(blank=True, max_length=500, verbose_name="reported as")),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "moderator",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="acts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "act of a moderator",
                "verbose_name_plural": "acts of moderators",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Letter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=tanelorn.site.club.talk.models.new_key, max_length=16, unique=True)),
                ("seat", models.SmallIntegerField()),
                (
                    "audience",
                    models.CharField(
                        choices=[
                            ("seats", "Seats"),
                            ("table", "Table"),
                            ("everybody", "Everybody"),
                            ("watchers", "Watchers"),
                        ],
                        max_length=10,
                    ),
                ),
                ("to", models.JSONField(default=list)),
                ("text", models.TextField()),
                ("withheld", models.JSONField(default=list)),
                ("hidden", models.BooleanField(default=False)),
                ("sent", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="letters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="letters", to="tables.gametable"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Silence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("why", models.CharField(max_length=500)),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="silence", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=500)),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("settled", models.BooleanField(default=False)),
                (
                    "letter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="talk.letter"
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["settled", "-pk"],
                "constraints": [models.UniqueConstraint(fields=("letter", "reporter"), name="reported_once")],
            },
        ),
        migrations.CreateModel(
            name="Shun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("blocks", models.BooleanField(default=False)),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shunned_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shuns", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("person", "other"), name="shunned_once")],
            },
        ),
    ]
