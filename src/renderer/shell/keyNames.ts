const isMac = () => globalThis.navigator?.platform.startsWith('Mac') ?? false;

const macNames = new Map([
  ['$mod', '⌘'],
  ['Shift', '⇧'],
  ['Alt', '⌥'],
]);
const names = new Map([
  ['$mod', 'Ctrl'],
  ['Period', '.'],
  ['Comma', ','],
  ['Slash', '/'],
  ['Equal', '+'],
  ['Minus', '−'],
  ['Backspace', '⌫'],
]);

/** A key of a command as it is printed: `$mod+Shift+KeyZ` → `Ctrl+Shift+Z`, on a Mac `⇧⌘Z`. */
export function showKey(key: string, mac = isMac()): string {
  const parts = key.split('+').map((part) => {
    const plain = part.replace(/^Key|^Digit/, '');
    return (mac ? macNames.get(part) : undefined) ?? names.get(part) ?? plain;
  });
  return parts.join(mac ? '' : '+');
}
