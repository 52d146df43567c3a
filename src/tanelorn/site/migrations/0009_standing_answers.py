import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0008_bots_asked"),
    ]

    operations = [
        migrations.CreateModel(
            name="StandingAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=60)),
                ("title", models.CharField(max_length=120)),
                ("text", models.TextField()),
                ("turn", models.IntegerField(null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="standing", to="tables.gametable"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seat", "kind"), name="one_answer_a_kind"),
                ],
            },
        ),
    ]
