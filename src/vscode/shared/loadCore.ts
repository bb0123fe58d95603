type Core = typeof import('../../core/main');

/** Loaded once, and not during activation. */
let core: Promise<Core> | undefined;

/** Loads the core (network, schemas, protocols) on first use: activation does not need it. */
export function loadCore(): Promise<Core> {
  core ??= import('../../core/main');
  return core;
}
