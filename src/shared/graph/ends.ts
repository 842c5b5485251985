import { type Shape, sameShape } from '../tensor/shape';
import type { Sizes } from './compiled';
import { wrongClasses, wrongEnd } from './demandSentences';
import { type Fault, faultAt } from './faults';
import type { Inferred } from './infer';
import { drawingName } from './names';
import { emptyDrawing, noInput, openEnd } from './sentences';
import { blockOf, nameIn, type Wiring } from './wiring';

/** The node whose output is the model's; other outputs that go nowhere become faults. */
export function findOutput(
  wiring: Wiring,
  { order, inferred, sizes }: { order: readonly string[]; inferred: Inferred; sizes: Sizes },
  faults: Fault[],
): string | null {
  const { sound, waiting } = inferred;
  if (wiring.nodes.size === 0) faults.push(faultAt('noInput', emptyDrawing(drawingName)));
  else if (!order.some((id) => blockOf(wiring, id)?.group === 'input')) {
    faults.push(faultAt('noInput', noInput(drawingName)));
  }
  const rank = (id: string) =>
    (sound.has(id) || waiting.has(id) ? 2 : 0) + (blockOf(wiring, id)?.group === 'head' ? 1 : 0);
  const ends = order.filter((id) => !wiring.outOf.has(id));
  const output = ends.reduce<string | null>(
    (best, id) => (best === null || rank(id) >= rank(best) ? id : best),
    null,
  );
  for (const id of ends) {
    if (id === output || !sound.has(id)) continue;
    faults.push(faultAt('openEnd', openEnd(nameIn(wiring, id)), { node: id }));
  }
  const shape = output === null ? undefined : sound.get(output)?.shape;
  if (output !== null && shape !== undefined) {
    faults.push(...endFaults(wiring, output, { shape, sizes }));
  }
  return output;
}

function endFaults(
  wiring: Wiring,
  output: string,
  { shape, sizes }: { shape: Shape; sizes: Sizes },
): Fault[] {
  const { n_vocab } = sizes;
  const needed = sizes.output ?? ['B', 'T', n_vocab];
  if (sameShape(shape, needed)) return [];
  const where = nameIn(wiring, output);
  const [given, classes] = [shape.at(-1), needed.at(-1)];
  const sameForm = sameShape(shape.slice(0, -1), needed.slice(0, -1));
  const isClassifier = blockOf(wiring, output)?.type === 'classifier';
  if (sameForm && isClassifier && typeof given === 'number' && typeof classes === 'number') {
    const repair = { param: 'n_classes', value: classes };
    return [faultAt('output', wrongClasses(where, given, classes), { node: output, repair })];
  }
  return [faultAt('output', wrongEnd(where, { shape, needed, n_vocab }), { node: output })];
}
