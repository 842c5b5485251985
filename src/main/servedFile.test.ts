import { expect, it } from 'vitest';
import { servedFile } from './servedFile';

it('serves the page itself at /', () => {
  expect(servedFile('/app/window', '/')).toBe('/app/window/index.html');
});

it('serves files below the folder, their names decoded', () => {
  expect(servedFile('/app/window', '/assets/a%20b.js')).toBe('/app/window/assets/a b.js');
});

it.each([
  '/../main/index.js',
  '/..%2fmain%2findex.js',
  '/a/%2e%2e/%2e%2e/x',
  '/..%2fwindow2/x',
  '/a%00b',
  '/%zz',
])('serves nothing for %s', (pathname) => {
  expect(servedFile('/app/window', pathname)).toBeNull();
});
