/** What the vscode layer takes from the core: dist/core.js, loaded on first use (see `vscode/core.ts`). */
export * from './endpoint';
export * from './http/failure';
