import { describe, expect, it } from 'vitest';
import { secondsLeft, showDuration } from './timeLeft';

describe('secondsLeft', () => {
  it('goes by the pace so far', () => {
    expect(secondsLeft({ step: 0, ms: 0 }, { step: 100, ms: 2000 }, 400)).toBe(6);
  });

  it('counts from where the run was continued', () => {
    expect(secondsLeft({ step: 500, ms: 1000 }, { step: 600, ms: 3000 }, 1000)).toBe(8);
  });

  it('knows nothing before the first steps', () => {
    expect(secondsLeft({ step: 0, ms: 0 }, { step: 0, ms: 5000 }, 400)).toBeNull();
    expect(secondsLeft({ step: 0, ms: 0 }, { step: 2, ms: 10 }, 400)).toBeNull();
  });
});

describe('showDuration', () => {
  it.each([
    [0, '0:00'],
    [41.2, '0:41'],
    [725, '12:05'],
    [3729, '1:02:09'],
  ])('%d s is %s', (seconds, text) => {
    expect(showDuration(seconds)).toBe(text);
  });
});
