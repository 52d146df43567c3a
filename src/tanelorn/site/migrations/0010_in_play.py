from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0009_standing_answers"),
    ]

    operations = [
        migrations.AddIndex(
            "gametable",
            models.Index(
                fields=["game", "-id"], condition=models.Q(("ended", False), ("removed", None)), name="in_play"
            ),
        ),
    ]
