from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("pace", "0002_alone"),
    ]

    operations = [
        migrations.AddField(
            model_name="pacing",
            name="paused",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="pacing",
            name="proposed",
            field=models.JSONField(default=None, null=True),
        ),
        migrations.AddIndex(
            model_name="pacing",
            index=models.Index(condition=models.Q(("paused__isnull", False)), fields=["paused"], name="paused_tables"),
        ),
    ]
