import type { Settings } from '../../contract/project';
import { adam } from './adam';
import { adamW } from './adamW';
import { lion } from './lion';
import type { Optimizer } from './optimizer';
import { sgd } from './sgd';

/** Every optimizer offered: the settings name one of them. Add one: write its file, list it here and there. */
export const optimizerByType: Readonly<Record<Settings['optimizer'], Optimizer>> = {
  adamW,
  adam,
  sgd,
  lion,
};
