import { ActionIcon, Tooltip } from '@mantine/core';
import {
  Group as GroupIcon,
  type LucideIcon,
  Map as MapIcon,
  Maximize,
  Network,
  Plus,
  Redo2,
  Undo2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { showKey } from '../shell/keyNames';
import { useCanvas } from '../stores/canvas';
import { type CommandId, commands, runCommand } from '../stores/commands';
import classes from './CanvasToolbar.module.css';
import { TemplateMenu } from './TemplateMenu';
import { useCanUndo } from './useCanUndo';

interface ToolProps {
  readonly command: CommandId;
  readonly icon: LucideIcon;
  readonly disabled?: boolean;
}

function Tool({ command, icon: Icon, disabled = false }: ToolProps) {
  const { t } = useTranslation();
  const key = commands.find(({ id }) => id === command)?.keys[0];
  const title = t(`command.${command}`);
  return (
    <Tooltip position="right" label={key === undefined ? title : `${title}  ${showKey(key)}`}>
      <ActionIcon
        aria-label={title}
        data-testid={`tool-${command}`}
        aria-disabled={disabled || undefined}
        data-off={disabled ? '' : null}
        onClick={() => !disabled && runCommand(command)}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

/** What is done with the drawing most often. */
export function CanvasToolbar() {
  const { t } = useTranslation();
  const chosen = useCanvas((state) => state.selection.nodes.size);
  const { canUndo, canRedo } = useCanUndo();
  return (
    <div
      className={classes.toolbar}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('app.canvas')}
    >
      <Tool command="addBlock" icon={Plus} />
      <TemplateMenu />
      <span className={classes.gap} />
      <Tool command="undo" icon={Undo2} disabled={!canUndo} />
      <Tool command="redo" icon={Redo2} disabled={!canRedo} />
      <span className={classes.gap} />
      <Tool command="group" icon={GroupIcon} disabled={chosen === 0} />
      <Tool command="autoLayout" icon={Network} />
      <Tool command="fitView" icon={Maximize} />
      <Tool command="minimap" icon={MapIcon} />
    </div>
  );
}
