import { startTransition, useEffect, useRef, useState } from 'react';

/** The value, renewed at most once in `ms`: for what is costly to draw. The last value always comes through. */
export function useThrottled<T>(value: T, ms: number): T {
  const [kept, setKept] = useState(value);
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + ms - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      // What is costly to draw gives way to a key or a click in the middle of it.
      startTransition(() => setKept(() => value));
    }, wait);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return kept;
}
