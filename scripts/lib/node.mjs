// @ts-check
/** The oldest Node that the program runs in: that of Electron 25, the fallback for development. A target of the bundler. */
export const OLDEST_NODE = 'node18.15';
