from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("pace", "0001_pace"),
    ]

    operations = [
        migrations.AddField("clock", "alone", models.BooleanField(default=False)),
    ]
