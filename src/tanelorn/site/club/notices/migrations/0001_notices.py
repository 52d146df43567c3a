import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("gathering", "0003_press"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("way", models.CharField(max_length=10)),
                ("news", models.JSONField(default=list)),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                ("begun", models.DateTimeField(null=True)),
                ("sent", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="News",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(max_length=10)),
                ("mark", models.CharField(blank=True, max_length=24)),
                ("due", models.DateTimeField()),
                ("settled", models.DateTimeField(null=True)),
                ("past", models.BooleanField(default=False)),
                (
                    "gathering",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="news", to="gathering.gathering"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="news", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "news",
                "ordering": ["pk"],
                "indexes": [models.Index(condition=models.Q(("settled", None)), fields=["due"], name="news_to_tell")],
                "constraints": [
                    models.UniqueConstraint(fields=("person", "gathering", "what", "mark"), name="news_once")
                ],
            },
        ),
    ]
