import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathBetween, sortByWires } from './order';

const wire = (from: string, to: string) => ({ from, to, port: 'x' });
const ids = ['a', 'b', 'c', 'd'];

describe('sortByWires', () => {
  it('puts sources first and keeps the order of equals', () => {
    const wires = [wire('d', 'a'), wire('a', 'c')];
    expect(sortByWires(ids, wires)).toEqual({ ids: ['b', 'd', 'a', 'c'], loops: [] });
  });

  it('blames the wire of a loop that was drawn last', () => {
    const wires = [wire('a', 'b'), wire('b', 'c'), wire('c', 'a')];
    expect(sortByWires(ids, wires).loops).toEqual([
      { wire: wire('c', 'a'), path: ['a', 'b', 'c'] },
    ]);
    const other = [wire('c', 'a'), wire('a', 'b'), wire('b', 'c')];
    expect(sortByWires(ids, other).loops).toEqual([
      { wire: wire('b', 'c'), path: ['c', 'a', 'b'] },
    ]);
  });

  it('sorts whatever is left without the loops', () => {
    const letters = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(fc.array(fc.tuple(letters, letters), { maxLength: 20 }), (pairs) => {
        const wires = pairs.map(([from, to]) => wire(from, to));
        const all = ['a', 'b', 'c', 'd', 'e', 'f'];
        const { ids: sorted, loops } = sortByWires(all, wires);
        expect([...sorted].sort()).toEqual(all);
        const left = new Set(loops.map(({ wire: each }) => each));
        for (const each of wires.filter((kept) => !left.has(kept))) {
          expect(sorted.indexOf(each.from)).toBeLessThan(sorted.indexOf(each.to));
        }
      }),
    );
  });
});

describe('pathBetween', () => {
  it('finds the shortest way, or none', () => {
    const wires = [wire('a', 'b'), wire('b', 'c'), wire('a', 'c'), wire('c', 'd')];
    expect(pathBetween(wires, 'a', 'd')).toEqual(['a', 'c', 'd']);
    expect(pathBetween(wires, 'd', 'a')).toBeNull();
    expect(pathBetween(wires, 'b', 'b')).toEqual(['b']);
  });
});
