import type { Wire } from '@shared/contract/project';
import { connect, disconnect } from '@shared/graph/wires';
import type {
  Connection,
  Edge,
  FinalConnectionState,
  IsValidConnection,
  OnConnectStartParams,
} from '@xyflow/react';
import { useCallback } from 'react';
import { activeSizes } from '../stores/compiled';
import { activeVariant, useProject } from '../stores/project';
import { endKey, useWiring } from '../stores/wiring';
import { shown } from '../ui/shown';
import type { WireEdgeType } from './flow';
import { candidates, type End } from './wiring';

function wireOf({
  source,
  target,
  targetHandle,
}: Pick<Connection, 'source' | 'target' | 'targetHandle'>): Wire | null {
  return targetHandle ? { from: source, to: target, port: targetHandle } : null;
}

/** Draws a wire in the drawing in front; what forbids it is shown. */
export function drawWire(wire: Wire): void {
  const { updateActiveDrawing } = useProject.getState();
  void shown(async () => updateActiveDrawing((drawing) => connect(drawing, wire)));
}

/** Judges all wires that could be drawn from an end, for the ports to show. */
function judgeFrom(from: End): void {
  const drawing = activeVariant(useProject.getState())?.drawing;
  if (drawing === undefined) return;
  const all = candidates(drawing, from, activeSizes());
  const other = ({ wire }: (typeof all)[number]): End =>
    from.port === null ? { node: wire.to, port: wire.port } : { node: wire.from, port: null };
  useWiring.setState({
    from,
    verdicts: new Map(all.map((each) => [endKey(other(each)), each.verdict])),
  });
}

const isValid: IsValidConnection<WireEdgeType> = (connection: Edge | Connection) => {
  const { from, verdicts } = useWiring.getState();
  const wire = wireOf({ ...connection, targetHandle: connection.targetHandle ?? null });
  if (wire === null || from === null) return wire !== null;
  const end =
    from.port === null ? { node: wire.to, port: wire.port } : { node: wire.from, port: null };
  return verdicts.get(endKey(end))?.kind !== 'refused';
};

function pointOf(event: MouseEvent | TouchEvent): { x: number; y: number } {
  const touch = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 };
}

/** Wires drawn with the mouse: from port to port, to another port, or into the open to add a block there. */
export function useWires() {
  const onConnectStart = useCallback(
    (_event: unknown, { nodeId, handleId, handleType }: OnConnectStartParams) => {
      if (nodeId !== null)
        judgeFrom({ node: nodeId, port: handleType === 'source' ? null : handleId });
    },
    [],
  );

  const onConnect = useCallback((connection: Connection) => {
    const wire = wireOf(connection);
    if (wire !== null) drawWire(wire);
  }, []);

  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      const { from } = useWiring.getState();
      useWiring.setState({ from: null, verdicts: new Map() });
      const intoTheOpen = state.toHandle === null && state.toNode === null && !state.isValid;
      const far =
        state.from &&
        state.to &&
        Math.hypot(state.to.x - state.from.x, state.to.y - state.from.y) > 40;
      if (intoTheOpen && far && from !== null)
        useWiring.setState({ search: { at: pointOf(event), from } });
    },
    [],
  );

  const onReconnect = useCallback((edge: WireEdgeType, connection: Connection) => {
    const wire = wireOf(connection);
    if (wire === null || edge.data === undefined) return;
    const old = edge.data.wire;
    const { updateActiveDrawing } = useProject.getState();
    void shown(async () =>
      updateActiveDrawing((drawing) => connect(disconnect(drawing, old), wire)),
    );
  }, []);

  return { onConnectStart, onConnect, onConnectEnd, onReconnect, isValidConnection: isValid };
}
