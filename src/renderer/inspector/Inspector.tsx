import { Button } from '@mantine/core';
import type { Drawing } from '@shared/contract/project';
import type { Compiled } from '@shared/graph/compiled';
import { nodeName, wireId } from '@shared/graph/names';
import { disconnect } from '@shared/graph/wires';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { type Selection, useCanvas } from '../stores/canvas';
import { runCommand } from '../stores/commands';
import { useCompiled } from '../stores/compiled';
import { useActiveVariant, useProject } from '../stores/project';
import { BlockInspector } from './BlockInspector';
import { DrawingInspector } from './DrawingInspector';
import { GroupInspector } from './GroupInspector';
import classes from './Inspector.module.css';
import { Problems } from './Problems';

function Several({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  return (
    <div className={classes.inspector}>
      <h2 className={classes.sectionTitle}>{t('inspector.several', { n: count })}</h2>
      <p className={classes.soft}>{t('inspector.severalHint')}</p>
      <div className={classes.buttons}>
        <Button onClick={() => runCommand('group')}>{t('command.group')}</Button>
        <Button variant="default" onClick={() => runCommand('duplicate')}>
          {t('command.duplicate')}
        </Button>
        <Button variant="default" onClick={() => runCommand('delete')}>
          {t('command.delete')}
        </Button>
      </div>
    </div>
  );
}

interface WireInspectorProps {
  readonly drawing: Drawing;
  readonly compiled: Compiled;
  readonly id: string;
}

function WireInspector({ drawing, compiled, id }: WireInspectorProps) {
  const { t } = useTranslation();
  const text = useText();
  const update = useProject((state) => state.updateActiveDrawing);
  const wire = drawing.wires.find((each) => wireId(each) === id);
  if (wire === undefined) return null;
  const from = text(nodeName(drawing, wire.from));
  const to = text(nodeName(drawing, wire.to));
  const problems = compiled.problems.filter(({ target }) => target?.wire === id);
  return (
    <div className={classes.inspector} data-testid="inspector-wire">
      <h2 className={classes.sectionTitle}>{t('inspector.wire')}</h2>
      <p className={classes.soft}>{t('inspector.wireHint', { from, to, port: wire.port })}</p>
      {problems.length > 0 && <Problems problems={problems} />}
      <Button variant="default" onClick={() => update((before) => disconnect(before, wire))}>
        {t('inspector.removeWire')}
      </Button>
    </div>
  );
}

/** The only thing chosen, when there is just one. */
function onlyOne({
  nodes,
  wires,
  groups,
}: Selection): { what: 'node' | 'wire' | 'group'; id: string } | null {
  const [node, wire, group] = [[...nodes], [...wires], [...groups]];
  if (node.length + group.length === 0 && wire.length === 1)
    return { what: 'wire', id: wire[0] ?? '' };
  if (node.length === 1 && group.length === 0) return { what: 'node', id: node[0] ?? '' };
  if (group.length === 1 && node.length === 0) return { what: 'group', id: group[0] ?? '' };
  return null;
}

/** Explains and changes what is chosen on the canvas. */
export function Inspector() {
  const drawing = useActiveVariant()?.drawing;
  const compiled = useCompiled();
  // The canvas answers a click first; the forms of what was clicked follow.
  const selection = useDeferredValue(useCanvas((state) => state.selection));
  if (drawing === undefined || compiled === null) return null;
  const chosen = onlyOne(selection);
  const node = drawing.nodes.find(({ id }) => chosen?.what === 'node' && id === chosen.id);
  if (node) return <BlockInspector drawing={drawing} compiled={compiled} node={node} />;
  const group = drawing.groups.find(({ id }) => chosen?.what === 'group' && id === chosen.id);
  if (group) return <GroupInspector drawing={drawing} compiled={compiled} group={group} />;
  if (chosen?.what === 'wire') {
    return <WireInspector drawing={drawing} compiled={compiled} id={chosen.id} />;
  }
  const several = drawing.nodes.filter(({ id }) => selection.nodes.has(id)).length;
  if (several > 1) return <Several count={several} />;
  return <DrawingInspector drawing={drawing} compiled={compiled} />;
}
