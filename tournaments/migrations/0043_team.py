"""A team is more than a word at an entry, which no page and no file could write."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0042_export_formats'),
    ]

    operations = [
        migrations.AddField(
            model_name='competition',
            name='team_best',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='members of a team that count'),
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='tournaments.competition')),
            ],
            options={
                'verbose_name': 'team',
                'verbose_name_plural': 'teams',
                'ordering': ['name', 'pk'],
            },
        ),
        migrations.RemoveField('entry', 'team'),
        migrations.AddField(
            model_name='entry',
            name='team',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.team', verbose_name='team'),
        ),
    ]
