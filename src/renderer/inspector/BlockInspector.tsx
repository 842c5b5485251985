import { UnstyledButton } from '@mantine/core';
import { blockByType } from '@shared/blocks/registry';
import type { Drawing, DrawingNode } from '@shared/contract/project';
import type { Compiled } from '@shared/graph/compiled';
import { rename } from '@shared/graph/document';
import { groupName, nodeNames } from '@shared/graph/names';
import { showShape } from '@shared/tensor/shape';
import { useTranslation } from 'react-i18next';
import { leaveGroup } from '../canvas/groups';
import { useText } from '../i18n';
import { useProject } from '../stores/project';
import { BlockIcon } from '../ui/BlockIcon';
import { Equation } from '../ui/Equation';
import classes from './Inspector.module.css';
import { NameField } from './NameField';
import { isOfParam, ParamForm } from './ParamForm';
import { Problems } from './Problems';
import { ReplaceMenu } from './ReplaceMenu';
import { Section } from './Section';
import { WeightsTable } from './WeightsTable';

interface BlockInspectorProps {
  readonly drawing: Drawing;
  readonly compiled: Compiled;
  readonly node: DrawingNode;
}

function Shapes({ drawing, compiled, node }: BlockInspectorProps) {
  const { t } = useTranslation();
  const text = useText();
  const block = blockByType.get(node.type);
  const unknown = t('inspector.shapeUnknown');
  const shapeAt = (port: string) => {
    const wire = drawing.wires.find(({ to, port: at }) => to === node.id && at === port);
    const shape = wire && compiled.shapes.get(wire.from);
    return shape ? showShape(shape) : unknown;
  };
  const out = compiled.shapes.get(node.id);
  return (
    <dl className={classes.shapes}>
      {Object.entries(block?.inputs ?? {}).map(([port, { title }]) => (
        <div key={port}>
          <dt>
            {t('inspector.shapeIn')} {text(title)}
          </dt>
          <dd>{shapeAt(port)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('inspector.shapeOut')}</dt>
        <dd>{out ? showShape(out) : unknown}</dd>
      </div>
    </dl>
  );
}

function GroupLine({ drawing, node }: Pick<BlockInspectorProps, 'drawing' | 'node'>) {
  const { t } = useTranslation();
  const text = useText();
  const update = useProject((state) => state.updateActiveDrawing);
  if (node.group === null) return null;
  return (
    <p className={classes.soft}>
      {t('inspector.inGroup', { group: text(groupName(drawing, node.group)) })}{' '}
      <UnstyledButton
        className={classes.link}
        onClick={() => update((before) => leaveGroup(before, node.id))}
      >
        {t('inspector.leaveGroup')}
      </UnstyledButton>
    </p>
  );
}

/** Everything about one placed block. */
export function BlockInspector({ drawing, compiled, node }: BlockInspectorProps) {
  const { t } = useTranslation();
  const text = useText();
  const update = useProject((state) => state.updateActiveDrawing);
  const block = blockByType.get(node.type);
  const name = text(nodeNames(drawing).get(node.id) ?? { en: node.id, zh: node.id });
  const problems = compiled.problems.filter(({ target }) => target?.node === node.id);
  const others = problems.filter((problem) => !isOfParam(problem, block?.params.shape ?? {}));
  const waits = compiled.waiting.get(node.id);
  const group = drawing.groups.find(({ id }) => id === node.group);
  const layers = group === undefined || group.shared ? 1 : group.count;
  return (
    <div className={classes.inspector} data-testid={`inspector-${node.id}`}>
      <div className={classes.head}>
        {block && <BlockIcon icon={block.icon} group={block.group} />}
        <NameField
          key={node.id}
          name={name}
          onRename={(label) => update((before) => rename(before, node.id, label))}
        />
        <ReplaceMenu node={node} />
      </div>
      {block && <p className={classes.summary}>{text(block.docs.summary)}</p>}
      <GroupLine drawing={drawing} node={node} />
      {block && (
        <div className={classes.equation}>
          <Equation tex={block.docs.equation} />
        </div>
      )}
      {others.length > 0 && <Problems problems={others} />}
      {waits && <p className={classes.soft}>{t('inspector.waits', { node: text(waits) })}</p>}
      {block && (
        <Section title={t('inspector.params')}>
          <ParamForm key={node.id} block={block} node={node} problems={problems} />
        </Section>
      )}
      <Section title={t('inspector.shapes')}>
        <Shapes drawing={drawing} compiled={compiled} node={node} />
      </Section>
      <Section title={layers > 1 ? t('inspector.weightsOfLayer') : t('inspector.weights')}>
        <WeightsTable compiled={compiled} node={node.id} layers={layers} />
      </Section>
      {block && (
        <Section title={t('inspector.source')}>
          <p className={classes.source}>{block.docs.source}</p>
        </Section>
      )}
    </div>
  );
}
