import { Kbd, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import type { RecentProject } from '@shared/contract/calls';
import { ChevronDown, Shapes } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommandId, commands, runCommand } from '../stores/commands';
import { useProject } from '../stores/project';
import { openProject, recentProjects } from '../stores/projectCommands';
import { shown } from '../ui/shown';
import classes from './Header.module.css';
import { showKey } from './keyNames';

interface EntryProps {
  readonly id: CommandId;
  /** Why it cannot be used now. */
  readonly reason?: string | null;
}

function Entry({ id, reason = null }: EntryProps) {
  const { t } = useTranslation();
  const key = commands.find((command) => command.id === id)?.keys[0];
  return (
    <Menu.Item
      disabled={reason !== null}
      data-testid={`menu-${id}`}
      onClick={() => runCommand(id)}
      rightSection={key === undefined ? null : <Kbd size="xs">{showKey(key)}</Kbd>}
    >
      {t(`command.${id}`)}
      {reason !== null && <div className={classes.folder}>{reason}</div>}
    </Menu.Item>
  );
}

/** The project's name, whether it is saved, and what can be done with it. */
export function ProjectMenu() {
  const { t } = useTranslation();
  const name = useProject((state) => state.project?.name ?? '');
  const dirty = useProject((state) => state.dirty);
  const opened = useProject((state) => state.opened);
  const readOnly = useProject((state) => state.readOnly);
  const [recent, setRecent] = useState<readonly RecentProject[]>([]);
  const [open, setOpen] = useState(false);
  const others = recent.filter(({ folder }) => folder !== opened?.folder).slice(0, 8);

  const kept = dirty ? t('app.unsaved') : opened?.draft ? t('app.draft') : t('app.saved');
  const state = readOnly ? t('app.readOnly') : kept;
  const load = async () => setRecent((await shown(recentProjects)) ?? []);

  return (
    <Menu
      position="bottom-start"
      width={280}
      opened={open}
      onChange={setOpen}
      onOpen={() => void load()}
    >
      <Menu.Target>
        <Tooltip label={state} disabled={open}>
          <UnstyledButton
            className={classes.project}
            aria-label={`${t('app.projectMenu')}: ${name}. ${state}`}
            data-testid="project-menu"
          >
            <Shapes size={16} color="var(--accent)" />
            <span className={classes.name}>{name}</span>
            <span className={classes.dirty} data-testid="dirty">
              {dirty ? '•' : ''}
            </span>
            <ChevronDown size={14} />
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Entry id="new" />
        <Entry id="open" />
        <Entry id="save" reason={readOnly ? t('app.readOnly') : null} />
        <Entry id="saveAs" />
        <Menu.Divider />
        <Menu.Label>{t('app.recent')}</Menu.Label>
        {others.length === 0 && <Menu.Label fw={400}>{t('app.noRecent')}</Menu.Label>}
        {others.map((project) => (
          <Menu.Item
            key={project.folder}
            onClick={() => void shown(() => openProject(project.folder))}
          >
            {project.name}
            <div className={classes.folder}>
              <bdi>{project.folder}</bdi>
            </div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
