from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0003_waits"),
    ]

    operations = [
        migrations.AddField(
            model_name="gametable",
            name="removed",
            field=models.DateTimeField(null=True),
        ),
    ]
