import { useRuns } from './runs';

/** Whether anything trains at this moment. */
export function isTraining(): boolean {
  return Object.values(useRuns.getState().views).some(({ live }) => live === 'training');
}
