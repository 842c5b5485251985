export const generate = {};
