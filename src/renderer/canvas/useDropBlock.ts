import { useReactFlow } from '@xyflow/react';
import { type DragEvent, type MouseEvent, useCallback } from 'react';
import { useWiring } from '../stores/wiring';
import { placeBlock } from './editing';

/** The kind of thing that a dragged palette entry carries. */
export const blockDragType = 'application/x-toyformer-block';

/** Takes blocks dropped from the palette, and opens the search box on a double click in the open. */
export function useDropBlock() {
  const { screenToFlowPosition } = useReactFlow();

  const onDragOver = useCallback((event: DragEvent) => {
    if (!event.dataTransfer.types.includes(blockDragType)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  }, []);

  const onDrop = useCallback(
    (event: DragEvent) => {
      const type = event.dataTransfer.getData(blockDragType);
      if (type === '') return;
      event.preventDefault();
      placeBlock(type, screenToFlowPosition({ x: event.clientX, y: event.clientY }));
    },
    [screenToFlowPosition],
  );

  const onDoubleClick = useCallback((event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || !target.classList.contains('react-flow__pane')) return;
    useWiring.setState({ search: { at: { x: event.clientX, y: event.clientY }, from: null } });
  }, []);

  return { onDragOver, onDrop, onDoubleClick };
}
