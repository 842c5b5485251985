import { useStore } from 'zustand';
import { useProject } from '../stores/project';

/** Whether there is anything to take back or to do again. */
export function useCanUndo(): { canUndo: boolean; canRedo: boolean } {
  const canUndo = useStore(useProject.temporal, ({ pastStates }) => pastStates.length > 0);
  const canRedo = useStore(useProject.temporal, ({ futureStates }) => futureStates.length > 0);
  return { canUndo, canRedo };
}
