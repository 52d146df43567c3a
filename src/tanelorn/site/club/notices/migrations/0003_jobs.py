"""Jobs that wait name the function that does them by its path, and that has moved."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BEFORE, NOW = "tanelorn.site.notices.sending.deliver", "tanelorn.site.club.notices.sending.deliver"


def follow(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Let the jobs that wait find it where it is now."""
    apps.get_model("django_tasks_database", "DBTaskResult").objects.filter(task_path=BEFORE).update(task_path=NOW)


class Migration(migrations.Migration):
    dependencies = [("notices", "0002_devices"), ("django_tasks_database", "0001_initial")]

    operations = [migrations.RunPython(follow, migrations.RunPython.noop)]
