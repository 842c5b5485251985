import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './data.module.css';

interface Props {
  readonly name: string;
  readonly help?: string;
  readonly children: ReactNode;
}

/** A name and its value in a list of them. */
export function Entry({ name, help = '', children }: Props) {
  return (
    <div className={styles.entry}>
      <Tooltip label={help} disabled={help === ''} multiline maw={260}>
        <dt>{name}</dt>
      </Tooltip>
      <dd>{children}</dd>
    </div>
  );
}
