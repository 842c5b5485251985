import { useComputedColorScheme } from '@mantine/core';
import {
  Background,
  BackgroundVariant,
  type FitViewOptions,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useStore,
} from '@xyflow/react';
import { useTranslation } from 'react-i18next';
import { useCompiled } from '../stores/compiled';
import { useActiveVariant, useProject } from '../stores/project';
import { useUi } from '../stores/ui';
import { groupColor } from '../theme';
import { AddBlockSearch } from './AddBlockSearch';
import { BlockNode } from './BlockNode';
import classes from './Canvas.module.css';
import { CanvasToolbar } from './CanvasToolbar';
import { ConnectionLine } from './ConnectionLine';
import { EmptyCanvas } from './EmptyCanvas';
import { FrameNode } from './FrameNode';
import type { FlowNode } from './flow';
import { useFlowLabels } from './flowWords';
import { Legend } from './Legend';
import { useCanvasView } from './useCanvasView';
import { useDropBlock } from './useDropBlock';
import { useFlow } from './useFlow';
import { useWires } from './useWires';
import { WireEdge } from './WireEdge';
import { WireMenu } from './WireMenu';

const nodeTypes = { block: BlockNode, frame: FrameNode };
const edgeTypes = { wire: WireEdge };
/** Leaves room for the toolbar on the left and for callouts on the right. */
const fit = { padding: { left: '56px', right: '150px', y: '20px' }, maxZoom: 1 } as const;
/** Where there is little room, the legend would lie on the drawing. */
const fitNarrow = {
  padding: { left: '56px', right: '24px', top: '20px', bottom: '68px' },
  maxZoom: 1,
} as const;
const NARROW = 640;

function useFit(): FitViewOptions {
  return useStore(({ width }) => (width <= NARROW ? fitNarrow : fit));
}

const minimapSize = { width: 120, height: 90 };

function hueOfNode(node: FlowNode): string {
  if (node.type === 'frame') return 'transparent';
  return groupColor(node.data.block?.group ?? 'input');
}

function Overview() {
  const isShown = useUi((state) => state.minimap);
  if (!isShown) return null;
  return (
    <MiniMap
      pannable
      zoomable
      nodeColor={hueOfNode}
      nodeBorderRadius={12}
      maskColor="color-mix(in srgb, var(--ground) 70%, transparent)"
      bgColor="var(--panel)"
      className={classes.minimap ?? ''}
      style={minimapSize}
    />
  );
}

function Drawing() {
  const { t } = useTranslation();
  const colors = useComputedColorScheme('light');
  const variant = useActiveVariant();
  const compiled = useCompiled();
  const flow = useFlow(variant?.drawing ?? null, compiled);
  const wires = useWires();
  const drop = useDropBlock();
  const labels = useFlowLabels();
  const folder = useProject((state) => state.opened?.folder);
  const room = useFit();
  const onMoveStart = useCanvasView(`${folder} ${variant?.id}`, room);
  const empty = variant !== null && variant.drawing.nodes.length === 0;
  return (
    <>
      <div className={classes.canvas} data-testid="canvas" {...drop}>
        <ReactFlow
          {...flow}
          {...wires}
          onMoveStart={onMoveStart}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          connectionLineComponent={ConnectionLine}
          connectionRadius={24}
          colorMode={colors}
          aria-label={t('canvas.label')}
          ariaLabelConfig={labels}
          deleteKeyCode={null}
          selectionMode={SelectionMode.Partial}
          selectionOnDrag
          panOnDrag={[1, 2]}
          panActivationKeyCode="Space"
          multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
          selectionKeyCode={null}
          zoomOnDoubleClick={false}
          elevateNodesOnSelect={false}
          edgesReconnectable
          minZoom={0.2}
          maxZoom={2}
          nodeDragThreshold={2}
          fitViewOptions={room}
          proOptions={{ hideAttribution: true }}
        >
          <Background variant={BackgroundVariant.Dots} gap={24} size={1} color="var(--line)" />
          {!empty && <Overview />}
        </ReactFlow>
        <CanvasToolbar />
        <Legend />
        {empty && <EmptyCanvas />}
      </div>
      <AddBlockSearch />
      <WireMenu />
    </>
  );
}

/** The drawing in front: blocks, wires and repeat groups. */
export function Canvas() {
  return (
    <ReactFlowProvider>
      <Drawing />
    </ReactFlowProvider>
  );
}
