export { readFile } from 'node:fs/promises'; // error TS2591
export const node = process.versions.node; // error TS2591
