import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** What to do next. */
  readonly hint?: string;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** A panel with nothing in it yet: says what would be here and what to do next. */
export function EmptyState({ icon: Icon, title, hint, children }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Icon size={20} aria-hidden />
      <div className={classes.title}>{title}</div>
      {hint !== undefined && <div className={classes.hint}>{hint}</div>}
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
