import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { freemem } from 'node:os';

/** Memory that a program may still take without others being swapped out, in bytes. */
export function freeBytes(): number {
  const limit = process.constrainedMemory?.() ?? 0;
  const available = availableBytes() ?? freemem();
  const own = process.memoryUsage.rss();
  return limit > 0 && limit < 2 ** 50 ? Math.min(available, limit - own) : available;
}

/** `freemem` leaves out what a system would give back, except on Windows. */
function availableBytes(): number | null {
  try {
    if (process.platform === 'linux') return memAvailable(readFileSync('/proc/meminfo', 'utf8'));
    if (process.platform !== 'darwin') return null;
    return pagesAvailable(spawnSync('/usr/bin/vm_stat', { encoding: 'utf8' }).stdout);
  } catch {
    return null;
  }
}

/** Of Linux's /proc/meminfo: with what its caches would give back. */
export function memAvailable(meminfo: string): number | null {
  const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(meminfo)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** Of macOS's vm_stat: with the pages that hold what was read from files or is not used now. */
export function pagesAvailable(vmStat: string): number | null {
  const pageSize = Number(/page size of (\d+) bytes/.exec(vmStat)?.[1]);
  const pages = ['free', 'inactive', 'speculative'].map((kind) =>
    Number(new RegExp(`^Pages ${kind}:\\s+(\\d+)\\.`, 'm').exec(vmStat)?.[1]),
  );
  const bytes = pages.reduce((sum, n) => sum + n, 0) * pageSize;
  return Number.isNaN(bytes) ? null : bytes;
}
