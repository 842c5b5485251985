import { describe, expect, it } from 'vitest';
import { groupHues, type Hue, surfaces, variantHues } from './theme';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((place) => {
    const channel = Number.parseInt(hex.slice(place, place + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const themes = ['light', 'dark'] as const;
const grounds = [surfaces.ground, surfaces.canvas, surfaces.panel, surfaces.card, surfaces.raised];

function leastContrast(hue: Hue, on: readonly Hue[], theme: (typeof themes)[number]): number {
  return Math.min(...on.map((ground) => contrast(hue[theme], ground[theme])));
}

describe.each(themes)('in the %s theme', (theme) => {
  it.each(['ink', 'softInk', 'accent', 'fault', 'warning', 'good'] as const)(
    'text in %s is readable on every surface (4.5 : 1)',
    (name) => expect(leastContrast(surfaces[name], grounds, theme)).toBeGreaterThanOrEqual(4.5),
  );

  it.each(Object.entries(groupHues))(
    'the hue of %s can be read on a card (4.5 : 1)',
    (_group, hue) => {
      expect(
        leastContrast(hue, [surfaces.card, surfaces.panel, surfaces.canvas], theme),
      ).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(variantHues.map((hue, place) => [place + 1, hue] as const))(
    'the line of variant %d stands out (3 : 1)',
    (_place, hue) =>
      expect(leastContrast(hue, [surfaces.panel, surfaces.canvas], theme)).toBeGreaterThanOrEqual(
        3,
      ),
  );

  it('wires and field borders stand out (3 : 1)', () => {
    expect(leastContrast(surfaces.wire, [surfaces.canvas], theme)).toBeGreaterThanOrEqual(3);
    expect(leastContrast(surfaces.strongLine, [surfaces.panel], theme)).toBeGreaterThanOrEqual(3);
  });
});
