import { expect, it } from 'vitest';
import { missingFonts, missingLibraries, packagesFor } from './system-libraries.mjs';

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
