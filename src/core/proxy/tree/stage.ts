import { patientPace } from '../../base/async/pace';
import type { SharedRead } from '../../base/async/sharedRead';
import { inSlices } from '../../base/async/steps';
import type { Exposure } from '../../base/endpoints/exposure';
import { type Failure, isRequestFailure } from '../../base/errors/failure';
import type { Look } from '../describe/look';
import type { Findings } from '../findings/finding';
import { findingsOf, knownFindings } from '../findings/findings';
import { exposureFindings } from '../findings/openApi';
import type { Inventory } from '../model/inventory';
import { prepareRows, type Seen } from './children';
import type { Known } from './endpointRow';
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
  /**
   * Works out what rows are to be made from what was read last, and what there is to find in it. Resolves when that is done, or takes longer than people should wait;
   * then `late` is called when it is done, for `known` and rows that were asked for to be drawn again.
   */
  check(late: () => void): Promise<void>;
  /** Takes in what was read, set and filtered since. True where a row that was asked for is now another. */
  update(): boolean;
}

interface Drawn {
  readonly scene?: Scene | undefined;
  readonly failure?: Failure | undefined;
  readonly findings?: Findings | undefined;
}

/**
 * Opens the stage of an endpoint.
 *
 * @param read asks `shared` for the inventory
 * @param look how the person wants to see it at the moment
 * @param exposures of the endpoint: see `exposuresOf`
 */
export function openStage(
  shared: Pick<SharedRead<Inventory>, 'latest' | 'failure'>,
  read: () => Promise<Inventory>,
  look: () => Look,
  exposures: readonly Exposure[] = [],
): Stage {
  let drawn: Drawn | undefined;
  /** What rows may be made from next, worked out already. */
  let coming: Scene | undefined;
  let findings: Findings | undefined;
  let foundIn: Findings | undefined;

  /** Of what was read last; until that is worked out, of what was read before. */
  const found = (): Findings | undefined => {
    const known = shared.latest && knownFindings(shared.latest);
    if (known !== undefined && known !== foundIn) {
      foundIn = known;
      findings = { ...known, list: [...exposureFindings(exposures), ...known.list] };
    }
    return findings;
  };

  const isLatest = (inventory: Inventory): boolean => shared.latest === undefined || shared.latest === inventory;

  /** One that is there already, where it is of the same. */
  const sceneFor = (inventory: Inventory): Scene => {
    const wanted = look();
    const made = [drawn?.scene, coming].find(
      (scene) => scene !== undefined && sceneOf(inventory, wanted, scene) === scene,
    );
    return made ?? sceneOf(inventory, wanted);
  };

  const now = (): Drawn => ({
    scene: shared.latest && sceneFor(shared.latest),
    failure: shared.failure?.failure,
    findings: found(),
  });

  return {
    async see() {
      if (drawn?.scene !== undefined) return { scene: drawn.scene, failure: drawn.failure, findings: drawn.findings };
      try {
        const inventory = shared.latest ?? (await read());
        await soon(findingsOf(inventory, () => isLatest(inventory)));
        const first = drawn?.scene ?? sceneFor(shared.latest ?? inventory);
        await inSlices(prepareRows(first), patientPace());
        // Another ask may have been faster.
        const scene = drawn?.scene ?? first;
        drawn = { scene, failure: shared.failure?.failure, findings: found() };
        return { scene, failure: drawn.failure, findings: drawn.findings };
      } catch (error) {
        if (isRequestFailure(error)) drawn = { failure: error.failure };
        throw error;
      }
    },
    get known() {
      return { inventory: shared.latest, failure: shared.failure?.failure, found: found()?.list.length };
    },
    get scene() {
      return drawn?.scene;
    },
    async check(late) {
      const inventory = shared.latest;
      if (inventory === undefined) return;
      if (drawn?.scene !== undefined) {
        coming = sceneFor(inventory);
        await inSlices(prepareRows(coming), patientPace());
      }
      if (knownFindings(inventory) !== undefined) return;
      let isLate = false;
      const work = findingsOf(inventory, () => isLatest(inventory)).then((done) => {
        if (isLate && done !== undefined) late();
      });
      await soon(work);
      isLate = true;
    },
    update() {
      if (drawn === undefined) return false;
      const before = drawn;
      drawn = now();
      return (
        before.scene !== drawn.scene ||
        before.findings !== drawn.findings ||
        !isSameFailure(before.failure, drawn.failure)
      );
    },
  };
}

/** Milliseconds that rows wait for findings, so that in most cases they are drawn once. */
const PATIENCE_MS = 100;

/** Resolves when the work is done, or after a while. */
async function soon(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([work, patience]).finally(() => clearTimeout(timer));
}

/** Failures that say the same make the same row. */
function isSameFailure(a: Failure | undefined, b: Failure | undefined): boolean {
  return a?.kind === b?.kind && a?.sentence === b?.sentence && a?.nextStep === b?.nextStep && a?.detail === b?.detail;
}
