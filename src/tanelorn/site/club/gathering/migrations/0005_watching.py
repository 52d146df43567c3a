from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("gathering", "0004_replaced"),
    ]

    operations = [
        migrations.AddField(
            model_name="gathering",
            name="watching",
            field=models.CharField(default="now", max_length=10),
        ),
    ]
