export { readFile } from 'node:fs/promises';
export const node = process.versions.node;
