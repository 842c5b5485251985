import { Kbd } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Command, type CommandGroup, commands, runCommand } from '../stores/commands';
import { showKey } from './keyNames';

const groups: readonly CommandGroup[] = [
  'groupFile',
  'groupEdit',
  'groupView',
  'groupTrain',
  'groupWindow',
];

/** Everything a person can do, found by its name. */
export function CommandPalette() {
  const { t } = useTranslation();
  const actions = groups.map((group) => ({
    group: t(`command.${group}`),
    actions: commands
      .filter((command) => command.group === group && command.id !== 'palette')
      .map(({ id, keys }: Pick<Command, 'keys'> & { id: (typeof commands)[number]['id'] }) => ({
        id,
        label: t(`command.${id}`),
        onClick: () => runCommand(id),
        rightSection: keys[0] === undefined ? null : <Kbd size="xs">{showKey(keys[0])}</Kbd>,
      })),
  }));
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      scrollable
      maxHeight={420}
      highlightQuery
      nothingFound={t('app.nothingFound')}
      searchProps={{
        leftSection: <Search size={16} />,
        placeholder: t('app.searchCommands'),
        'aria-label': t('app.searchCommands'),
      }}
    />
  );
}
