import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0006_notes"),
    ]

    operations = [
        migrations.AddField(
            model_name="gametable",
            name="closing",
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name="gametable",
            name="frozen",
            field=models.JSONField(default=None, null=True),
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entries", models.PositiveIntegerField()),
                ("seal", models.CharField(max_length=32)),
                ("body", models.BinaryField()),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="snapshot", to="tables.gametable"
                    ),
                ),
            ],
        ),
    ]
