from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("gathering", "0002_pace"),
    ]

    operations = [
        migrations.AddField(
            model_name="gathering",
            name="press",
            field=models.CharField(default="public", max_length=10),
        ),
    ]
