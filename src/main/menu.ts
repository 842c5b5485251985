import type { Language, Text } from '@shared/contract/problem';
import { Menu, type MenuItemConstructorOptions } from 'electron';

/** One entry: the id of a command of the window, its title, and its key. */
type Entry = readonly [command: string, title: Text, accelerator?: string];
type Item = Entry | 'separator';

const file: readonly Item[] = [
  ['new', { en: 'New project', zh: '新建项目' }, 'CmdOrCtrl+N'],
  ['open', { en: 'Open project …', zh: '打开项目……' }, 'CmdOrCtrl+O'],
  'separator',
  ['save', { en: 'Save', zh: '保存' }, 'CmdOrCtrl+S'],
  ['saveAs', { en: 'Save as …', zh: '另存为……' }, 'CmdOrCtrl+Shift+S'],
  'separator',
  ['openData', { en: 'Open text file …', zh: '打开文本文件……' }],
];

const edit: readonly Item[] = [
  ['undo', { en: 'Undo', zh: '撤销' }, 'CmdOrCtrl+Z'],
  ['redo', { en: 'Redo', zh: '重做' }, 'CmdOrCtrl+Shift+Z'],
  'separator',
  ['cut', { en: 'Cut', zh: '剪切' }, 'CmdOrCtrl+X'],
  ['copy', { en: 'Copy', zh: '复制' }, 'CmdOrCtrl+C'],
  ['paste', { en: 'Paste', zh: '粘贴' }, 'CmdOrCtrl+V'],
  ['duplicate', { en: 'Duplicate', zh: '再制' }, 'CmdOrCtrl+D'],
  ['delete', { en: 'Delete', zh: '删除' }, 'Delete'],
  ['selectAll', { en: 'Select all', zh: '全选' }, 'CmdOrCtrl+A'],
];

const view: readonly Item[] = [
  ['palette', { en: 'Search commands', zh: '搜索命令' }, 'CmdOrCtrl+K'],
  'separator',
  ['fitView', { en: 'Show all', zh: '显示全部' }],
  ['autoLayout', { en: 'Tidy up', zh: '自动排列' }],
  'separator',
  ['language', { en: 'Switch language: 中文', zh: '切换语言：English' }],
  ['theme', { en: 'Switch theme: light / dark', zh: '切换主题：浅色 / 深色' }],
];

const training: readonly Item[] = [
  ['train', { en: 'Train', zh: '训练' }, 'CmdOrCtrl+Enter'],
  ['pause', { en: 'Pause or go on', zh: '暂停或继续' }],
  ['step', { en: 'One step', zh: '走一步' }],
  ['stop', { en: 'Stop training', zh: '停止训练' }, 'CmdOrCtrl+.'],
];

const help: readonly Item[] = [['help', { en: 'Keys', zh: '快捷键' }, 'F1']];

const menus: readonly (readonly [Text, readonly Item[]])[] = [
  [{ en: 'Project', zh: '项目' }, file],
  [{ en: 'Edit', zh: '编辑' }, edit],
  [{ en: 'View', zh: '视图' }, view],
  [{ en: 'Training', zh: '训练' }, training],
  [{ en: 'Help', zh: '帮助' }, help],
];

/**
 * The menu bar. Every entry sends its command to the window, which also answers the keys: there they reach text
 * fields and the canvas in the right order, so the menu shows them without taking them.
 */
export function setMenu(language: Language, send: (command: string) => void): void {
  const entry = (item: Item): MenuItemConstructorOptions => {
    if (item === 'separator') return { type: 'separator' };
    const [command, title, accelerator] = item;
    return {
      label: title[language],
      registerAccelerator: false,
      click: () => send(command),
      ...(accelerator === undefined ? {} : { accelerator }),
    };
  };
  const template = menus.map(([title, items]) => ({
    label: title[language],
    submenu: items.map(entry),
  }));
  const quit: MenuItemConstructorOptions = {
    label: { en: 'Quit', zh: '退出' }[language],
    accelerator: 'CmdOrCtrl+Q',
    role: 'quit',
  };
  template[0]?.submenu.push({ type: 'separator' }, quit);
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
