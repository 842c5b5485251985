import { Separator } from 'react-resizable-panels';
import classes from './Divider.module.css';

interface DividerProps {
  /** The panels that it sizes, for those who hear the window. */
  readonly label: string;
  readonly horizontal?: boolean;
}

/** The hairline between two panels: drag it, or focus it and use the arrow keys. */
export function Divider({ label, horizontal = false }: DividerProps) {
  return (
    <Separator
      aria-label={label}
      className={(horizontal ? classes.horizontal : classes.vertical) ?? ''}
    />
  );
}
