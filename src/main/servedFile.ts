import { join, normalize, sep } from 'node:path';

/** The file that the path of an address names, or null when it lies outside the folder. */
export function servedFile(folder: string, pathname: string): string | null {
  const path = pathname === '/' ? '/index.html' : decode(pathname);
  if (path === null || path.includes('\0')) return null;
  const file = normalize(join(folder, path));
  return file.startsWith(folder + sep) ? file : null;
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}
