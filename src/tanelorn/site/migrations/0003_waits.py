from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0002_drafts"),
    ]

    operations = [
        migrations.AddField(
            model_name="gametable",
            name="waits",
            field=models.JSONField(default=list),
        ),
    ]
