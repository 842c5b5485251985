import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const placeSchema = z.object({
  position: z.object({ x: z.int(), y: z.int() }).nullable(),
  width: z.int().min(900).max(20_000),
  height: z.int().min(600).max(20_000),
  maximized: z.boolean(),
});
/** Where the window stood and how large it was. */
export type WindowPlace = z.infer<typeof placeSchema>;

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const first: WindowPlace = { position: null, width: 1400, height: 900, maximized: false };

/** The place of the last session; one that no screen shows any more keeps only its size. */
export function readPlace(file: string, screens: readonly Rectangle[]): WindowPlace {
  const place = parse(file);
  if (place === null) return first;
  if (place.position === null) return place;
  const { x, y } = place.position;
  const seen = screens.some(
    (screen) =>
      x < screen.x + screen.width - 100 &&
      x + place.width > screen.x + 100 &&
      y >= screen.y &&
      y < screen.y + screen.height - 100,
  );
  return seen ? place : { ...place, position: null };
}

function parse(file: string): WindowPlace | null {
  try {
    return placeSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Remembers a place. Not worth a message when it cannot be written. */
export function writePlace(file: string, place: WindowPlace): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(place)}\n`);
  } catch {
    // The next window opens at its first size.
  }
}
