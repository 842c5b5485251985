import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { howToInstall, missingFonts, missingLibraries, packagesFor } from './system-libraries.mjs';

const ldd = `
	linux-vdso.so.1 (0x00007ffd)
	libgtk-3.so.0 => not found
	libnss3.so => not found
	libsmime3.so => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
`;

it('finds the libraries that ldd could not', () => {
  expect(missingLibraries(ldd)).toEqual(['libgtk-3.so.0', 'libnss3.so', 'libsmime3.so']);
});

it('names each package once', () => {
  expect(packagesFor(missingLibraries(ldd))).toEqual(['libgtk-3-0', 'libnss3']);
});

it('says which library it knows no package for', () => {
  expect(() => packagesFor(['libnew.so.1'])).toThrow(
    'Electron needs libnew.so.1. Install the packages that hold them, then try again.',
  );
});

it('asks for a Latin and a Chinese font where there is none', () => {
  expect(missingFonts([], [])).toEqual(['fonts-dejavu-core', 'fonts-noto-cjk']);
});

it('takes no Chinese font for a Latin one, and the other way round', () => {
  expect(missingFonts(['Noto Sans CJK SC'], ['Noto Sans CJK SC'])).toEqual(['fonts-dejavu-core']);
  expect(missingFonts(['DejaVu Sans'], ['DejaVu Sans'])).toEqual(['fonts-noto-cjk']);
});

it('is content with one of each', () => {
  expect(missingFonts(['DejaVu Sans'], ['WenQuanYi Zen Hei'])).toEqual([]);
});

it('names the packages for who may not install them, or has no apt', () => {
  expect(howToInstall(['libnss3'], true)).toContain(
    'sudo apt-get install -y --no-install-recommends libnss3',
  );
  expect(howToInstall(['fonts-noto-cjk'], false)).toBe(
    "They are what Debian calls fonts-noto-cjk. Install them with your system's package manager.",
  );
});

/** Sets the libraries up where every program of the system is one that a test made: it prints that, and exits so. */
function setUpWith(programs: Readonly<Record<string, readonly [string, number]>>) {
  const folder = mkdtempSync(join(tmpdir(), 'toyformer-system-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, [text, code]] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\necho '${text}'\nexit ${code}\n`, { mode: 0o755 });
  const module = pathToFileURL(resolve('scripts/system-libraries.mjs'));
  const script = `import('${module}').then((them) => them.setupSystemLibraries())`;
  const PATH = [folder, process.env.PATH].join(delimiter);
  return spawnSync(process.execPath, ['-e', script], {
    env: { ...process.env, PATH },
    encoding: 'utf8',
  });
}

it.runIf(process.platform === 'linux')('goes on without a font, and says so (on Linux)', () => {
  const system = {
    'fc-list': ['', 0],
    Xvfb: ['', 0],
    'apt-get': ['', 1],
    'apt-cache': ['', 1],
  } as const;
  const whole = setUpWith({ ...system, ldd: ['', 0] });
  expect(whole.stderr).toContain('may not show well, for want of fonts. Run this, then try again:');
  expect(whole.stderr).toContain('fonts-dejavu-core fonts-noto-cjk');
  expect(whole.status).toBe(0);
  const broken = setUpWith({ ...system, ldd: ['libnss3.so => not found', 0] });
  expect(broken.stderr).toContain('system: Electron needs packages that are not installed.');
  expect(broken.status).toBe(1);
});
