import { Combobox, TextInput, useCombobox } from '@mantine/core';
import type { AnyBlock } from '@shared/blocks/block';
import { useReactFlow } from '@xyflow/react';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { searchBlocks } from '../palette/searchBlocks';
import { useWiring } from '../stores/wiring';
import { BlockIcon } from '../ui/BlockIcon';
import classes from './AddBlockSearch.module.css';
import { placeBlock } from './editing';

const width = 260;

interface SearchProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly onChoose: (block: AnyBlock) => void;
  readonly onClose: () => void;
}

function SearchBox({ at, onChoose, onClose }: SearchProps) {
  const { t } = useTranslation();
  const text = useText();
  const [words, setWords] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ opened: true });
  const found = searchBlocks(words);
  useEffect(() => input.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of the new list is the one that Enter takes
  useEffect(() => {
    combobox.selectFirstOption();
  }, [words]);
  return (
    <div
      className={classes.box}
      style={{
        left: Math.min(at.x - width / 2, window.innerWidth - width - 8),
        top: Math.min(at.y - 16, window.innerHeight - 300),
      }}
      data-testid="add-block"
    >
      <Combobox
        store={combobox}
        onOptionSubmit={(type) => {
          const block = found.find((each) => each.type === type);
          if (block) onChoose(block);
        }}
      >
        <Combobox.EventsTarget>
          <TextInput
            ref={input}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && onClose()}
            onBlur={onClose}
            leftSection={<Search size={14} />}
            placeholder={t('canvas.searchPlaceholder')}
            aria-label={t('canvas.search')}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.options ?? ''} aria-label={t('canvas.search')}>
          {found.map((block) => (
            <Combobox.Option
              key={block.type}
              value={block.type}
              className={classes.option ?? ''}
              onMouseDown={(event) => event.preventDefault()}
            >
              <BlockIcon icon={block.icon} group={block.group} />
              {text(block.title)}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('canvas.searchNothing')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
    </div>
  );
}

/** Finds a block by its name and puts it where the box stands; wired when the box was opened by a wire. */
export function AddBlockSearch() {
  const search = useWiring((state) => state.search);
  const { screenToFlowPosition } = useReactFlow();
  if (search === null) return null;
  const close = () => useWiring.setState({ search: null });
  return (
    <SearchBox
      at={search.at}
      onClose={close}
      onChoose={({ type }) => {
        placeBlock(type, screenToFlowPosition(search.at), search.from);
        close();
      }}
    />
  );
}
