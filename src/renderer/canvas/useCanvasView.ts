import { type FitViewOptions, useNodesInitialized, useReactFlow } from '@xyflow/react';
import { useEffect, useRef } from 'react';
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

/** Lets commands move the view, and shows the whole drawing when another variant comes to the front. */
export function useCanvasView(variant: string, fit: FitViewOptions): void {
  const flow = useReactFlow();
  useEffect(() => {
    const duration = reducedMotion() ? 0 : 160;
    const { setView } = useCanvas.getState();
    setView({
      fitView: () => void flow.fitView({ ...fit, duration }),
      zoomIn: () => void flow.zoomIn({ duration }),
      zoomOut: () => void flow.zoomOut({ duration }),
      center: () => flow.screenToFlowPosition(middleOfCanvas()),
      openSearch: () => useWiring.setState({ search: { at: middleOfCanvas(), from: null } }),
      showNode: (id) => {
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
    requestAnimationFrame(() => void flow.fitView(fit));
  }, [variant, ready, isEmpty, flow, fit]);
}
