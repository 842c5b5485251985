import { settingsSchema } from '@shared/contract/project';
import { describe, expect, it } from 'vitest';
import { rangeOf, readNumber, stepped } from './fields';

describe('rangeOf', () => {
  it('answers what the schema allows', () => {
    expect(rangeOf('n_ctx')).toEqual({ min: 1, max: 4096, above: false, whole: true, default: 64 });
    expect(rangeOf('lr')).toEqual({ min: 0, max: 10, above: true, whole: false, default: 0.001 });
  });

  it('gives every number field its default', () => {
    const settings = settingsSchema.parse({});
    expect(rangeOf('grad_clip').default).toBe(settings.grad_clip);
    expect(rangeOf('seed').default).toBe(settings.seed);
  });
});

describe('readNumber', () => {
  it.each([
    ['3e-4', 'lr', 0.0003],
    [' 1,000 ', 'max_steps', 1000],
    ['', 'lr', 'notANumber'],
    ['ten', 'lr', 'notANumber'],
    ['Infinity', 'lr', 'notANumber'],
    ['1.5', 'n_ctx', 'notWhole'],
    ['0', 'n_ctx', 'outOfRange'],
    ['0', 'lr', 'outOfRange'],
    ['0', 'min_lr', 0],
    ['4097', 'n_ctx', 'outOfRange'],
  ] as const)('%s for %s is %s', (text, field, result) => {
    expect(readNumber(text, rangeOf(field))).toBe(result);
  });
});

describe('stepped', () => {
  it.each([
    ['n_ctx', 64, 1, 65],
    ['n_ctx', 1, -1, 1],
    ['lr', 0.001, 1, 0.002],
    ['lr', 0.001, -1, 0.0009],
    ['lr', 0.0003, -1, 0.0002],
    ['min_lr', 0, -1, 0],
    ['grad_clip', 0, 1, 0.1],
  ] as const)('%s %d by %d is %d', (field, value, direction, next) => {
    expect(stepped(value, direction, rangeOf(field))).toBeCloseTo(next, 12);
  });
});
