from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0001_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="by_mail",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="person",
            name="quiet_from",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="person",
            name="quiet_until",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
