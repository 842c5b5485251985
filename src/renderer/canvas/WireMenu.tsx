import { Menu } from '@mantine/core';
import { blockByType } from '@shared/blocks/registry';
import type { Drawing, Wire } from '@shared/contract/project';
import { nodeNames } from '@shared/graph/names';
import { disconnect } from '@shared/graph/wires';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { activeSizes } from '../stores/compiled';
import { useActiveVariant, useProject } from '../stores/project';
import { useWiring } from '../stores/wiring';
import { drawWire } from './useWires';
import classes from './WireMenu.module.css';
import { type Candidate, candidates, type End } from './wiring';

function useEndName(drawing: Drawing): (wire: Wire, end: End) => string {
  const text = useText();
  const names = nodeNames(drawing);
  return (wire, end) => {
    const id = end.port === null ? wire.to : wire.from;
    const name = text(names.get(id) ?? { en: id, zh: id });
    if (end.port !== null) return name;
    const inputs =
      blockByType.get(drawing.nodes.find((node) => node.id === id)?.type ?? '')?.inputs ?? {};
    const title = inputs[wire.port]?.title;
    return Object.keys(inputs).length > 1 && title ? `${name} · ${text(title)}` : name;
  };
}

function Entries({ drawing, end }: { readonly drawing: Drawing; readonly end: End }) {
  const { t } = useTranslation();
  const text = useText();
  const endName = useEndName(drawing);
  const node = text(nodeNames(drawing).get(end.node) ?? { en: end.node, zh: end.node });
  const all = candidates(drawing, end, activeSizes());
  const present = drawing.wires.find(({ to, port }) => to === end.node && port === end.port);
  const reason = ({ verdict }: Candidate) => (verdict.problem ? text(verdict.problem.what) : null);
  return (
    <>
      <Menu.Label>
        {end.port === null
          ? t('canvas.wireFrom', { node })
          : t('canvas.wireTo', { node, port: end.port })}
      </Menu.Label>
      {all.length === 0 && <Menu.Label fw={400}>{t('canvas.wireNowhere')}</Menu.Label>}
      {all.map((each) => (
        <Menu.Item
          key={`${each.wire.from} ${each.wire.to} ${each.wire.port}`}
          disabled={each.verdict.kind === 'refused'}
          onClick={() => drawWire(each.wire)}
        >
          {endName(each.wire, end)}
          {each.verdict.kind !== 'fits' && <div className={classes.reason}>{reason(each)}</div>}
        </Menu.Item>
      ))}
      {present && (
        <Menu.Item
          color="red"
          onClick={() =>
            useProject.getState().updateActiveDrawing((before) => disconnect(before, present))
          }
        >
          {t('canvas.wireRemove')}
        </Menu.Item>
      )}
    </>
  );
}

/** Gives the focus back to the port that the list was opened from. */
function focusPort({ node, port }: End): void {
  const id = port === null ? `out-${node}` : `in-${node}-${port}`;
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-testid="${id}"]`)?.focus(),
  );
}

/** The list of ends that a port can be wired to, for the keyboard. */
export function WireMenu() {
  const { t } = useTranslation();
  const menu = useWiring((state) => state.menu);
  const drawing = useActiveVariant()?.drawing;
  if (menu === null || drawing === undefined) return null;
  const close = () => {
    useWiring.setState({ menu: null });
    focusPort(menu.end);
  };
  return (
    <Menu opened onClose={close} position="bottom" width={280} trapFocus>
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          className={classes.anchor}
          style={{ left: menu.at.x, top: menu.at.y }}
          aria-label={t('canvas.port')}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes.list ?? ''} data-testid="wire-menu">
        <Entries drawing={drawing} end={menu.end} />
      </Menu.Dropdown>
    </Menu>
  );
}
