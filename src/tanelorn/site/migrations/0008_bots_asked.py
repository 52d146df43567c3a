from contextlib import suppress

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def tell_bots(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Mark the tables at which a bot is asked; a row that cannot be read is left as it is."""
    tables = apps.get_model("tables", "GameTable").objects
    for number in list(tables.filter(ended=False).values_list("pk", flat=True)):
        with suppress(ValueError, TypeError, LookupError, AttributeError):
            row = tables.values("seats", "waits").get(pk=number)
            if any(row["seats"][seat]["who"] == "bot" for seat in row["waits"]):
                tables.filter(pk=number).update(bots_asked=True)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0007_snapshots"),
    ]

    operations = [
        migrations.AddField("gametable", "bots_asked", models.BooleanField(default=False)),
        migrations.AddIndex(
            "gametable",
            models.Index(fields=["moved"], condition=models.Q(("bots_asked", True)), name="waiting_for_bots"),
        ),
        migrations.RunPython(tell_bots, migrations.RunPython.noop),
    ]
