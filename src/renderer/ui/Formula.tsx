import katex from 'katex';
import { useEffect, useRef } from 'react';

interface FormulaProps {
  /** KaTeX source. */
  readonly tex: string;
  readonly block?: boolean;
}

/** A formula. What KaTeX cannot read is shown as written. */
export function Formula({ tex, block = false }: FormulaProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (ref.current === null) return;
    katex.render(tex, ref.current, {
      displayMode: block,
      throwOnError: false,
      output: 'htmlAndMathml',
    });
  }, [tex, block]);
  return <span ref={ref} />;
}
