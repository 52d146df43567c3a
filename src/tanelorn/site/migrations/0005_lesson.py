from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0004_removed"),
    ]

    operations = [
        migrations.AddField(
            model_name="gametable",
            name="lesson",
            field=models.JSONField(default=None, null=True),
        ),
    ]
