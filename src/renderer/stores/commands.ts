import { openSpotlight } from '@mantine/spotlight';
import * as edit from '../canvas/editing';
import { startEmpty, startTemplate } from '../canvas/startTemplate';
import { shown } from '../ui/shown';
import { useCanvas } from './canvas';
import { openData } from './data';
import { useProject } from './project';
import { newProject, openProject, saveProject } from './projectCommands';
import { continueRuns, pauseRuns, startRuns, stepRuns, stopRuns } from './runCommands';
import { isTraining } from './training';
import { toggleLanguage, toggleTheme, useUi } from './ui';

export type CommandGroup = 'groupFile' | 'groupEdit' | 'groupView' | 'groupTrain' | 'groupWindow';

/** Something a person can do, whether by key, by menu or from the command palette. Its title is the text `command.<id>`. */
export interface Command {
  readonly id: string;
  readonly group: CommandGroup;
  /** In the notation of tinykeys; the first is shown. */
  readonly keys: readonly string[];
  /** In a text field the key keeps its usual meaning. */
  readonly leavesText?: boolean;
  run(): unknown;
}

const project = () => useProject.getState();
const view = () => useCanvas.getState().view;

function trainActive(): unknown {
  const variant = project().project?.activeVariant;
  return variant === undefined ? undefined : startRuns([variant]);
}

const file = [
  { id: 'new', group: 'groupFile', keys: ['$mod+KeyN'], run: newProject },
  { id: 'open', group: 'groupFile', keys: ['$mod+KeyO'], run: () => openProject(null) },
  { id: 'save', group: 'groupFile', keys: ['$mod+KeyS'], run: () => saveProject(false) },
  { id: 'saveAs', group: 'groupFile', keys: ['$mod+Shift+KeyS'], run: () => saveProject(true) },
  { id: 'openData', group: 'groupFile', keys: [], run: openData },
] as const satisfies readonly Command[];

const editing = [
  {
    id: 'undo',
    group: 'groupEdit',
    keys: ['$mod+KeyZ'],
    leavesText: true,
    run: () => project().undo(),
  },
  {
    id: 'redo',
    group: 'groupEdit',
    keys: ['$mod+Shift+KeyZ', '$mod+KeyY'],
    leavesText: true,
    run: () => project().redo(),
  },
  { id: 'cut', group: 'groupEdit', keys: ['$mod+KeyX'], leavesText: true, run: edit.cut },
  { id: 'copy', group: 'groupEdit', keys: ['$mod+KeyC'], leavesText: true, run: edit.copy },
  { id: 'paste', group: 'groupEdit', keys: ['$mod+KeyV'], leavesText: true, run: edit.paste },
  {
    id: 'duplicate',
    group: 'groupEdit',
    keys: ['$mod+KeyD'],
    leavesText: true,
    run: edit.duplicate,
  },
  {
    id: 'delete',
    group: 'groupEdit',
    keys: ['Delete', 'Backspace'],
    leavesText: true,
    run: edit.removeSelected,
  },
  {
    id: 'selectAll',
    group: 'groupEdit',
    keys: ['$mod+KeyA'],
    leavesText: true,
    run: edit.selectAll,
  },
  {
    id: 'group',
    group: 'groupEdit',
    keys: ['$mod+KeyG'],
    leavesText: true,
    run: edit.groupSelected,
  },
  {
    id: 'ungroup',
    group: 'groupEdit',
    keys: ['$mod+Shift+KeyG'],
    leavesText: true,
    run: edit.ungroupSelected,
  },
  {
    id: 'addBlock',
    group: 'groupEdit',
    keys: ['Slash'],
    leavesText: true,
    run: () => view()?.openSearch(),
  },
  { id: 'templateGpt', group: 'groupEdit', keys: [], run: () => startTemplate('tinyGpt') },
  {
    id: 'templateAttentionOnly',
    group: 'groupEdit',
    keys: [],
    run: () => startTemplate('attentionOnly1'),
  },
  { id: 'templateEmpty', group: 'groupEdit', keys: [], run: startEmpty },
  {
    id: 'duplicateVariant',
    group: 'groupEdit',
    keys: ['$mod+Shift+KeyD'],
    run: edit.duplicateActiveVariant,
  },
] as const satisfies readonly Command[];

const looking = [
  { id: 'autoLayout', group: 'groupView', keys: ['$mod+Shift+KeyL'], run: edit.tidyUp },
  { id: 'fitView', group: 'groupView', keys: ['$mod+Digit0'], run: () => view()?.fitView() },
  { id: 'zoomIn', group: 'groupView', keys: ['$mod+Equal'], run: () => view()?.zoomIn() },
  { id: 'zoomOut', group: 'groupView', keys: ['$mod+Minus'], run: () => view()?.zoomOut() },
  { id: 'minimap', group: 'groupView', keys: [], run: () => useUi.getState().toggleMinimap() },
] as const satisfies readonly Command[];

const training = [
  { id: 'train', group: 'groupTrain', keys: ['$mod+Enter'], run: trainActive },
  {
    id: 'pause',
    group: 'groupTrain',
    keys: ['$mod+Shift+Enter'],
    run: () => (isTraining() ? pauseRuns() : continueRuns()),
  },
  { id: 'step', group: 'groupTrain', keys: ['$mod+Shift+Period'], run: () => stepRuns(1) },
  { id: 'stop', group: 'groupTrain', keys: ['$mod+Period'], run: stopRuns },
  {
    id: 'settings',
    group: 'groupTrain',
    keys: ['$mod+Comma'],
    run: () => useUi.getState().showRight('training'),
  },
] as const satisfies readonly Command[];

const windowed = [
  {
    id: 'palette',
    group: 'groupWindow',
    keys: ['$mod+KeyK', '$mod+Shift+KeyP'],
    run: openSpotlight,
  },
  { id: 'language', group: 'groupWindow', keys: [], run: toggleLanguage },
  { id: 'theme', group: 'groupWindow', keys: [], run: toggleTheme },
  { id: 'help', group: 'groupWindow', keys: ['F1'], run: () => useUi.getState().setHelpOpen(true) },
] as const satisfies readonly Command[];

/** The one list that menus, keys and the command palette are made of. */
export const commands = [...file, ...editing, ...looking, ...training, ...windowed] as const;
export type CommandId = (typeof commands)[number]['id'];

const byId: ReadonlyMap<string, Command> = new Map(commands.map((each) => [each.id, each]));

/** Carries out a command; what a person can mend is shown to them. */
export function runCommand(id: CommandId): void {
  runNamed(id);
}

/** The same for a name from outside, such as the menu's; an unknown one does nothing. */
export function runNamed(id: string): void {
  const command = byId.get(id);
  if (command) void shown(async () => command.run());
}
