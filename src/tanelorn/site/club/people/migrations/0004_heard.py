from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0003_webhook"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="heard",
            field=models.CharField(blank=True, editable=False, max_length=10),
        ),
    ]
