import {
  type FitViewOptions,
  type OnMove,
  useNodesInitialized,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { useCanvas } from '../stores/canvas';
import { useActiveVariant } from '../stores/project';
import { useWiring } from '../stores/wiring';

function reducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function middleOfCanvas(): { x: number; y: number } {
  const box = document.querySelector('[data-testid="canvas"]')?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
}

/** A view that nobody has moved keeps showing the whole drawing when its room changes. */
function useFitOnResize(isMine: () => boolean, fit: FitViewOptions): void {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  useEffect(() => {
    if (width === 0 || height === 0 || isMine()) return;
    const timer = setTimeout(() => void flow.fitView(fit), 80);
    return () => clearTimeout(timer);
  }, [width, height, isMine, flow, fit]);
}

/**
 * Lets commands move the view, and shows the whole drawing when another variant comes to the front. Answers what is
 * to be told of moves by hand.
 */
export function useCanvasView(variant: string, fit: FitViewOptions): OnMove {
  const flow = useReactFlow();
  const moved = useRef(false);
  const isMine = useCallback(() => moved.current, []);
  useFitOnResize(isMine, fit);
  useEffect(() => {
    const duration = reducedMotion() ? 0 : 160;
    const { setView } = useCanvas.getState();
    setView({
      fitView: () => {
        moved.current = false;
        void flow.fitView({ ...fit, duration });
      },
      zoomIn: () => {
        moved.current = true;
        void flow.zoomIn({ duration });
      },
      zoomOut: () => {
        moved.current = true;
        void flow.zoomOut({ duration });
      },
      center: () => flow.screenToFlowPosition(middleOfCanvas()),
      openSearch: () => useWiring.setState({ search: { at: middleOfCanvas(), from: null } }),
      showNode: (id) => {
        moved.current = true;
        void flow.fitView({ nodes: [{ id }], maxZoom: Math.max(0.8, flow.getZoom()), duration });
        document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`)?.focus();
      },
    });
    return () => setView(null);
  }, [flow, fit]);

  // Nodes count as not ready again whenever one is added: only another variant moves the view.
  const shown = useRef<string | null>(null);
  const ready = useNodesInitialized();
  const isEmpty = useActiveVariant()?.drawing.nodes.length === 0;
  useEffect(() => {
    if (shown.current === variant || !(ready || isEmpty)) return;
    shown.current = variant;
    moved.current = false;
    requestAnimationFrame(() => void flow.fitView(fit));
  }, [variant, ready, isEmpty, flow, fit]);
  return useCallback((event) => {
    if (event !== null) moved.current = true;
  }, []);
}
