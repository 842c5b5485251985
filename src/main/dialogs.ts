import { basename } from 'node:path';
import type { Language, Text } from '@shared/contract/problem';
import { type BrowserWindow, dialog } from 'electron';
import type { Dialogs } from './services';

const texts = {
  openText: { en: 'Open a text to train on', zh: '打开用于训练的文本' },
  text: { en: 'Text or table', zh: '文本或表格' },
  openFolder: { en: 'Open a folder of texts to train on', zh: '打开一个用于训练的文本文件夹' },
  openTokenizer: { en: 'Open a tokenizer.json', zh: '打开 tokenizer.json' },
  saveTokenizer: { en: 'Save the tokenizer', zh: '保存分词器' },
  anyFile: { en: 'Any file', zh: '任意文件' },
  openProject: { en: 'Open a project folder', zh: '打开项目文件夹' },
  saveProject: { en: 'Save the project as a folder', zh: '将项目保存为文件夹' },
} satisfies Record<string, Text>;

/** The system's own dialogs, over the window, in its language. */
export function systemDialogs(window: BrowserWindow, language: () => Language): Dialogs {
  const open = async (options: Electron.OpenDialogOptions) => {
    const { canceled, filePaths } = await dialog.showOpenDialog(window, options);
    return canceled ? null : (filePaths[0] ?? null);
  };
  return {
    openText: () =>
      open({
        title: texts.openText[language()],
        properties: ['openFile'],
        filters: [
          {
            name: texts.text[language()],
            extensions: ['txt', 'md', 'text', 'csv', 'tsv', 'jsonl'],
          },
          { name: texts.anyFile[language()], extensions: ['*'] },
        ],
      }),
    openFolder: () => open({ title: texts.openFolder[language()], properties: ['openDirectory'] }),
    openTokenizer: () =>
      open({
        title: texts.openTokenizer[language()],
        properties: ['openFile'],
        filters: [{ name: 'JSON', extensions: ['json'] }],
      }),
    async saveTokenizer() {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: texts.saveTokenizer[language()],
        defaultPath: 'tokenizer.json',
        filters: [{ name: 'JSON', extensions: ['json'] }],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      return canceled ? null : (filePath ?? null);
    },
    openProject: () =>
      open({ title: texts.openProject[language()], properties: ['openDirectory'] }),
    async saveProject(name) {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: texts.saveProject[language()],
        defaultPath: basename(name),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      return canceled ? null : (filePath ?? null);
    },
  };
}
