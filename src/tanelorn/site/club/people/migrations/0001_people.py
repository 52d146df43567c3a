import django.utils.timezone
from django.db import migrations, models

import tanelorn.site.club.people.models
import tanelorn.site.club.people.names


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "Somebody has this name, or one very much like it."},
                        max_length=40,
                        unique=True,
                        validators=[tanelorn.site.club.people.names.check_name],
                        verbose_name="Name",
                    ),
                ),
                ("folded", models.CharField(editable=False, max_length=800, unique=True)),
                ("guest", models.BooleanField(default=False)),
                ("seen", models.DateTimeField(default=django.utils.timezone.now)),
                ("language", models.CharField(blank=True, max_length=10)),
                (
                    "palette",
                    models.CharField(
                        blank=True,
                        choices=[("", "As this device is set"), ("light", "Daylight"), ("dark", "Candlelight")],
                        max_length=10,
                    ),
                ),
                (
                    "motion",
                    models.CharField(
                        blank=True, choices=[("", "As this device is set"), ("still", "Nothing moves")], max_length=10
                    ),
                ),
                ("time_zone", models.CharField(blank=True, max_length=40)),
                ("notices", models.JSONField(default=tanelorn.site.club.people.models.usual_notices)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", tanelorn.site.club.people.models.People()),
            ],
        ),
    ]
