import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tables", "0007_snapshots"),
    ]

    operations = [
        migrations.CreateModel(
            name="Pacing",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="pacing",
                        serialize=False,
                        to="tables.gametable",
                    ),
                ),
                ("terms", models.JSONField()),
                ("late", models.CharField(max_length=10)),
            ],
        ),
        migrations.CreateModel(
            name="Clock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("reserve", models.FloatField()),
                ("spent", models.FloatField(default=0.0)),
                ("moment", models.IntegerField(default=-1)),
                ("since", models.DateTimeField(null=True)),
                ("due", models.DateTimeField(null=True)),
                ("told", models.BooleanField(default=False)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="clocks", to="tables.gametable"
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
                "indexes": [models.Index(condition=models.Q(("due__isnull", False)), fields=["due"], name="running")],
                "constraints": [models.UniqueConstraint(fields=("table", "seat"), name="one_clock_a_seat")],
            },
        ),
    ]
