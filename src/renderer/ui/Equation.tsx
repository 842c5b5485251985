import classes from './Equation.module.css';
import { Formula } from './Formula';

/** A block's equation, one line for each of its parts. */
export function Equation({ tex }: { readonly tex: string }) {
  const lines = tex.split(/,?\\q?quad/).map((line) => line.trim());
  return (
    <div className={classes.equation}>
      {lines.map((line) => (
        <Formula key={line} tex={line} block />
      ))}
    </div>
  );
}
