import hashlib
import json
from pathlib import Path

from django.db import migrations, models

import scoring
from scoring.keeping import kept
from scoring.rules import bind_chosen
from tournaments.models import append_only

KEPT = ("tournaments_keptrules",)
TABLES_BEFORE = Path(__file__).with_name("tables_before_0014.json")


def refuse(apps, schema_editor):
    append_only.refuse_changes(schema_editor, KEPT)


def allow(apps, schema_editor):
    append_only.allow_changes(schema_editor, KEPT)


def hash_with_prose(rules):
    """Hash rules as competitions were pinned before this migration: titles, sources and all."""
    content = json.dumps([rules.table, rules.options], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()


def tables_known():
    """Give the tables by rule set that competitions can have begun with: those of before, and of today."""
    before = json.loads(TABLES_BEFORE.read_text(encoding="utf-8"))
    today = {id_: scoring.load_rules(id_).table for id_ in scoring.ruleset_ids()}
    return [before, today]


def rules_begun_with(competition, known):
    """Find the rules whose hash is the competition's; None if no table of before agrees."""
    for tables in known:
        if competition.ruleset in tables:
            try:
                rules = bind_chosen(tables[competition.ruleset], competition.ruleset_options)
            except scoring.RuleSetError:
                continue
            if hash_with_prose(rules) == competition.ruleset_hash:
                return rules
    return None


def keep(apps, schema_editor):
    """Keep the table of every competition that still agrees with one; the others go on by the program's."""
    competitions, tables = (apps.get_model("tournaments", name) for name in ("Competition", "KeptRules"))
    known = tables_known()
    for competition in competitions.objects.only("ruleset", "ruleset_options", "ruleset_hash"):
        rules = rules_begun_with(competition, known)
        if rules is not None:
            tables.objects.get_or_create(sha256=rules.content_hash, defaults={"content": kept(rules)})
            competitions.objects.filter(pk=competition.pk).update(ruleset_hash=rules.content_hash)


class Migration(migrations.Migration):
    """Keep the table of rules that each competition began with; its hash covers no prose any more.

    The tables as they were before this migration lie beside it, so that events which began under them can go
    on under them.
    """

    dependencies = [("tournaments", "0013_rested")]

    operations = [
        migrations.CreateModel(
            name="KeptRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sha256", models.CharField(max_length=64, unique=True)),
                ("content", models.TextField()),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={"verbose_name": "table of rules", "verbose_name_plural": "tables of rules"},
        ),
        migrations.RunPython(refuse, allow),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
