import { Button, Switch } from '@mantine/core';
import type { Drawing, RepeatGroup } from '@shared/contract/project';
import type { Compiled } from '@shared/graph/compiled';
import { groupName } from '@shared/graph/names';
import { useTranslation } from 'react-i18next';
import { setLayers, ungroup } from '../canvas/editing';
import { renameGroup, setGroupShared } from '../canvas/groups';
import { useText } from '../i18n';
import { useProject } from '../stores/project';
import { NumberField } from '../ui/NumberField';
import classes from './Inspector.module.css';
import { NameField } from './NameField';
import { Problems } from './Problems';

interface GroupInspectorProps {
  readonly drawing: Drawing;
  readonly compiled: Compiled;
  readonly group: RepeatGroup;
}

/** A repeat group: how many layers, and what is wrong with it. */
export function GroupInspector({ drawing, compiled, group }: GroupInspectorProps) {
  const { t } = useTranslation();
  const text = useText();
  const update = useProject((state) => state.updateActiveDrawing);
  const problems = compiled.problems.filter(({ target }) => target?.group === group.id);
  return (
    <div className={classes.inspector} data-testid={`inspector-${group.id}`}>
      <div className={classes.head}>
        <NameField
          key={group.id}
          name={text(groupName(drawing, group.id))}
          onRename={(label) => update((before) => renameGroup(before, group.id, label))}
        />
      </div>
      <p className={classes.summary}>{t('inspector.groupHint')}</p>
      {problems.length > 0 && <Problems problems={problems} />}
      <div className={classes.fieldRow}>
        <span>{t('inspector.layers')}</span>
        <div className={classes.control}>
          <NumberField
            label={t('inspector.layers')}
            value={group.count}
            onChange={(count) =>
              count !== null && setLayers(group.id, Math.min(96, Math.max(1, Math.round(count))))
            }
            min={1}
            max={96}
            integer
          />
        </div>
      </div>
      <Switch
        mt="md"
        label={t('inspector.sharedWeights')}
        description={t('inspector.sharedWeightsHint')}
        data-testid="group-shared"
        checked={group.shared === true}
        onChange={({ currentTarget: { checked } }) =>
          update((before) => setGroupShared(before, group.id, checked))
        }
      />
      <Button variant="default" mt="md" onClick={() => ungroup(group.id)}>
        {t('command.ungroup')}
      </Button>
    </div>
  );
}
