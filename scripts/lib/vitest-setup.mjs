// @ts-check
import { buildKernels } from '../build.mjs';

/** Tests compute with the kernels: they are built first, however vitest was started. */
export function setup() {
  if (buildKernels() !== 0) throw new Error('the kernels could not be built');
}
