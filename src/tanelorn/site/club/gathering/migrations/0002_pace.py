from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("gathering", "0001_gathering"),
    ]

    operations = [
        migrations.AddField(
            model_name="gathering",
            name="pace",
            field=models.JSONField(default=None, null=True),
        ),
    ]
