import { pooling } from '../blocks/pooling';
import type { Drawing } from '../contract/project';
import { addNode, removeNodes } from './document';
import { connect } from './wires';

/** Whether a drawing makes one vector of a sequence by taking its first. */
export function poolsFirst({ nodes }: Drawing): boolean {
  return nodes.some(
    ({ type, params }) =>
      type === pooling.type && pooling.params.safeParse(params).data?.kind === 'cls',
  );
}

/**
 * A drawing that labels instead of predicting tokens: a classifier in place of its unembedding, behind a pooling when
 * the whole sequence has one answer. A drawing without an unembedding stays as it is.
 */
export function withClassifier(drawing: Drawing, n_classes: number, pooled: boolean): Drawing {
  const end = drawing.nodes.find(({ type }) => type === 'unembedding');
  const wire = drawing.wires.find(({ to }) => to === end?.id);
  if (end === undefined || wire === undefined) return drawing;
  const { position } = end;
  let last = wire.from;
  let made = removeNodes(drawing, [end.id]);
  const add = (type: string, params: Record<string, number>) => {
    const added = addNode(made, { type, position, params });
    const [id = ''] = added.ids;
    made = connect(added.drawing, { from: last, to: id, port: 'x' });
    last = id;
  };
  if (pooled) add('pooling', {});
  add('classifier', { n_classes });
  return made;
}
