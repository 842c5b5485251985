import { Kbd, Modal, VisuallyHidden } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Command,
  type CommandGroup,
  type CommandId,
  commands,
  runCommand,
} from '../stores/commands';
import { showKey } from './keyNames';

const groups: readonly CommandGroup[] = [
  'groupFile',
  'groupEdit',
  'groupView',
  'groupTrain',
  'groupWindow',
];

/** Enter takes the first command found when none was chosen with the arrow keys. */
function takeFirst(event: KeyboardEvent<HTMLInputElement>): void {
  const list = event.currentTarget.closest('[role="dialog"]');
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (list?.querySelector('[data-action][data-selected]') !== null) return;
  list.querySelector<HTMLElement>('[data-action]')?.click();
}

/** Everything a person can do, found by its name. */
export function CommandPalette() {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const isWanted = ({ id }: { id: CommandId }) =>
    t(`command.${id}`).toLowerCase().includes(wanted) || id.toLowerCase().includes(wanted);
  const found = groups
    .map((group) => ({
      group,
      entries: commands.filter(
        (each) => each.group === group && each.id !== 'palette' && isWanted(each),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
      centered={false}
      yOffset={80}
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
    >
      <VisuallyHidden>
        <Modal.Title>{t('command.palette')}</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        leftSection={<Search size={16} />}
        placeholder={t('app.searchCommands')}
        aria-label={t('app.searchCommands')}
        onKeyDown={takeFirst}
      />
      <Spotlight.ActionsList>
        {found.map(({ group, entries }) => (
          <Spotlight.ActionsGroup key={group} label={t(`command.${group}`)}>
            {entries.map(({ id, keys }: Pick<Command, 'keys'> & { id: CommandId }) => (
              <Spotlight.Action
                key={id}
                label={t(`command.${id}`)}
                onClick={() => runCommand(id)}
                rightSection={
                  keys[0] === undefined ? null : <Kbd size="xs">{showKey(keys[0])}</Kbd>
                }
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && <Spotlight.Empty>{t('app.nothingFound')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
