import { totalmem } from 'node:os';
import { expect, it } from 'vitest';
import { freeBytes, memAvailable, pagesAvailable } from './freeBytes';

const vmStat = `Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               10000.
Pages active:                            400000.
Pages inactive:                          390000.
Pages speculative:                         2000.
Pages throttled:                              0.
Pages wired down:                        130000.
Pages purgeable:                           8000.
"Translation faults":                1234567890.
`;

it('counts on macOS the pages that would be given back, not the few that are free', () => {
  expect(pagesAvailable(vmStat)).toBe(402_000 * 16_384);
  expect(pagesAvailable('vm_stat: failed')).toBeNull();
});

it('counts on Linux what its caches would give back', () => {
  expect(memAvailable('MemTotal: 9 kB\nMemFree: 1 kB\nMemAvailable:    2048 kB\n')).toBe(2 ** 21);
  expect(memAvailable('')).toBeNull();
});

it('is some of the memory of this machine', () => {
  expect(freeBytes()).toBeGreaterThan(0);
  expect(freeBytes()).toBeLessThan(totalmem());
});
