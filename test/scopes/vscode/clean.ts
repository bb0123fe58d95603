export { readFile } from 'node:fs/promises';
export type { Uri } from 'vscode';
