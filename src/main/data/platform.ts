import type { Platform } from '@shared/tokenizers/tokenizer';

/** The program that this is. */
export const platform: Platform = { icu: process.versions.icu ?? '' };
