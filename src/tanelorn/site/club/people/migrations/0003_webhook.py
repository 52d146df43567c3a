from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0002_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="webhook",
            field=models.CharField(blank=True, max_length=400),
        ),
    ]
