import { type Failure, isRequestFailure } from '../http/failure';
import type { Inventory } from '../traefik/inventory';
import type { SharedRead } from '../traefik/sharedRead';
import type { Seen } from './children';
import type { Known } from './endpointRow';
import type { Look } from './look';
import { type Scene, sceneOf } from './scene';

/** What the rows of one endpoint are made from. It stands still until `update`, so that all rows are of one moment. */
export interface Stage {
  /**
   * What rows are made from now. Only the first ask waits for a read.
   *
   * @throws RequestFailure where nothing was ever read
   */
  see(): Promise<Seen>;
  /** What the endpoint's own row tells, which is always the latest. */
  readonly known: Known;
  /** What rows are made from, if they were ever asked for. */
  readonly scene: Scene | undefined;
  /** Takes in what was read, set and filtered since. True where a row that was asked for is now another. */
  update(): boolean;
}

interface Drawn {
  readonly scene?: Scene | undefined;
  readonly failure?: Failure | undefined;
}

/**
 * Opens the stage of an endpoint.
 *
 * @param read asks `shared` for the inventory
 * @param look how the person wants to see it at the moment
 */
export function openStage(
  shared: Pick<SharedRead<Inventory>, 'latest' | 'failure'>,
  read: () => Promise<Inventory>,
  look: () => Look,
): Stage {
  let drawn: Drawn | undefined;

  const now = (): Drawn => ({
    scene: shared.latest && sceneOf(shared.latest, look(), drawn?.scene),
    failure: shared.failure?.failure,
  });

  return {
    async see() {
      if (drawn?.scene !== undefined) return { scene: drawn.scene, failure: drawn.failure };
      try {
        const inventory = shared.latest ?? (await read());
        const scene = sceneOf(inventory, look());
        drawn = { scene, failure: shared.failure?.failure };
        return { scene, failure: drawn.failure };
      } catch (error) {
        if (isRequestFailure(error)) drawn = { failure: error.failure };
        throw error;
      }
    },
    get known() {
      return { inventory: shared.latest, failure: shared.failure?.failure };
    },
    get scene() {
      return drawn?.scene;
    },
    update() {
      if (drawn === undefined) return false;
      const before = drawn;
      drawn = now();
      return before.scene !== drawn.scene || !isSameFailure(before.failure, drawn.failure);
    },
  };
}

/** Failures that say the same make the same row. */
function isSameFailure(a: Failure | undefined, b: Failure | undefined): boolean {
  return a?.kind === b?.kind && a?.sentence === b?.sentence && a?.nextStep === b?.nextStep && a?.detail === b?.detail;
}
