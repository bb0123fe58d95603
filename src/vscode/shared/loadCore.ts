type Core = typeof import('../../core/main');

/** Spares activation the loading, and every later caller the import. */
let core: Promise<Core> | undefined;

/** Loads dist/core.js (network, schemas, protocols) on first use: activation does without it. */
export function loadCore(): Promise<Core> {
  core ??= import('../../core/main');
  return core;
}
