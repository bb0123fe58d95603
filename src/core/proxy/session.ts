import { doneOrTimeout } from '../base/async/doneOrTimeout';
import type { SingleFlight } from '../base/async/singleFlight';
import { runStepsInSlices } from '../base/async/steps';
import { endlessTimeSlicer } from '../base/async/timeSlicer';
import type { IgnoredFindings } from '../base/endpoints/endpoint';
import type { EndpointExposure } from '../base/endpoints/exposure';
import { type Failure, isRequestFailure } from '../base/errors/failure';
import type { ViewOptions } from './describe/viewOptions';
import type { Findings } from './findings/finding';
import { findingCounts } from './findings/findingSeverity';
import { findingsOf, knownFindings } from './findings/findings';
import { endpointFindings } from './findings/ignoredFindings';
import { type Inventory, refreshFailure } from './model/inventory';
import { countTroubles, knownTroubles } from './model/troubles';
import { autoRefresh } from './tree/autoRefresh';
import { childrenOf, prepareRows, type TreeSource } from './tree/children';
import type { ProxyNode } from './tree/nodes';
import type { KnownOfProxy } from './tree/proxyRow';
import { type TreeModel, treeModelOf } from './tree/treeModel';

/**
 * One proxy as a person sees it: what was read of it, the rows that are made from that, what was found in it, how old it is,
 * and its refresh, by hand and by itself. What its rows are made from stands still until `update`, so that all rows are of one
 * moment.
 */
export interface ProxySession {
  /**
   * The rows below a row of this proxy. Only the first ask waits for a read.
   *
   * @param most of a group's items; a list of thousands need not be made whole to see where it begins
   */
  children(node: ProxyNode, most?: number): Promise<readonly ProxyNode[]>;
  /**
   * What rows are made from now. Only the first ask waits for a read.
   *
   * @throws RequestFailure where nothing was ever read
   */
  see(): Promise<TreeSource>;
  /** What the endpoint's own row tells, which is always the latest. */
  readonly known: KnownOfProxy;
  /** What rows are made from, if they were ever asked for. */
  readonly model: TreeModel | undefined;
  /** What was found in that, as far as it is known. */
  readonly findings: Findings | undefined;
  /**
   * Works out what rows are to be made from what was read last, and what there is to find in it. Resolves when that is done,
   * or takes longer than people should wait; then `late` is called when it is done, for `known` and rows that were asked for
   * to be drawn again.
   */
  check(late: () => void): Promise<void>;
  /** Takes in what was read, set and filtered since. True where a row that was asked for is now another. */
  update(): boolean;
  /**
   * Reads anew, and resolves to why that failed, also where only a part of it did. A read under way is new enough. The next
   * automatic refresh is due a whole interval from its end.
   */
  refresh(): Promise<Failure | undefined>;
  /** Says which findings are ignored; rows change with the next `update`. */
  ignore(ignored: IgnoredFindings | undefined): void;
  /**
   * Says how often it refreshes by itself, and whether anybody sees it.
   *
   * @param seconds between the end of a refresh and the next one; 0 for never
   */
  schedule(seconds: number, isSeen: boolean): void;
  /** Ends the automatic refresh. */
  dispose(): void;
}

interface ProxySessionOptions {
  /** What is read of the proxy: documents and questions ask for the same. */
  readonly inventory: SingleFlight<Inventory>;
  /** How the person wants to see it at the moment. */
  readonly viewOptions: () => ViewOptions;
  /** Of the endpoint: see `endpointExposures`. */
  readonly exposures?: readonly EndpointExposure[] | undefined;
  /** Of the endpoint, at first. */
  readonly ignored?: IgnoredFindings | undefined;
  /** Is shown every read that goes to the network. */
  readonly onReading?: ((reading: Promise<unknown>) => void) | undefined;
}

interface Drawn {
  readonly model?: TreeModel | undefined;
  readonly failure?: Failure | undefined;
  readonly findings?: Findings | undefined;
}

/** Something went wrong that no server did: it is in the log. */
const unexpected: Failure = { kind: 'invalid', sentence: 'Something went wrong.', nextStep: 'Choose Show Log.' };

/** Opens the session of a proxy. Nothing is read before somebody asks. */
export function openProxySession(options: ProxySessionOptions): ProxySession {
  const { inventory: shared, viewOptions, exposures = [], onReading } = options;
  let drawn: Drawn | undefined;
  /** What rows may be made from next, worked out already. */
  let coming: TreeModel | undefined;
  let findings: Findings | undefined;
  let ignored = options.ignored;

  /** Of what was read last; until that is worked out, of what was read before. */
  const found = (): Findings | undefined => {
    const known = shared.latest && knownFindings(shared.latest);
    if (known !== undefined) findings = endpointFindings({ found: known, exposures, ignored });
    return findings;
  };

  const read = (): Promise<Inventory> => {
    const reading = shared.read();
    if (shared.isReading) onReading?.(reading);
    return reading;
  };
  /** Resolves to why it failed, also where only a part of it did. */
  const readAgain = (): Promise<Failure | undefined> => {
    shared.refresh();
    return read().then(refreshFailure, (error: unknown) => (isRequestFailure(error) ? error.failure : unexpected));
  };
  const auto = autoRefresh(readAgain);

  const isLatest = (inventory: Inventory): boolean => shared.latest === undefined || shared.latest === inventory;

  /** One that is there already, where it is of the same. */
  const modelFor = (inventory: Inventory): TreeModel => {
    const wanted = viewOptions();
    const made = [drawn?.model, coming].find(
      (model) => model !== undefined && treeModelOf(inventory, wanted, model) === model,
    );
    return made ?? treeModelOf(inventory, wanted);
  };

  const now = (): Drawn => ({
    model: shared.latest && modelFor(shared.latest),
    failure: shared.failure?.failure,
    findings: found(),
  });

  const session: ProxySession = {
    children: (node, most) => childrenOf(node, session.see, most),
    async see() {
      if (drawn?.model !== undefined) return { model: drawn.model, failure: drawn.failure, findings: drawn.findings };
      try {
        const inventory = shared.latest ?? (await read());
        await doneOrTimeout(
          findingsOf(inventory, () => isLatest(inventory)),
          patienceMs,
        );
        const first = drawn?.model ?? modelFor(shared.latest ?? inventory);
        await runStepsInSlices(prepareRows(first), endlessTimeSlicer());
        // Another ask may have been faster.
        const model = drawn?.model ?? first;
        drawn = { model, failure: shared.failure?.failure, findings: found() };
        return { model, failure: drawn.failure, findings: drawn.findings };
      } catch (error) {
        if (isRequestFailure(error)) drawn = { failure: error.failure };
        throw error;
      }
    },
    get known() {
      const { latest: inventory, failure } = shared;
      const troubles = inventory && knownTroubles(inventory);
      const list = found()?.list;
      const counts = list && findingCounts(list);
      const urgent = counts && counts.errors + counts.warnings;
      return { inventory, failure: failure?.failure, troubles, found: urgent, model: drawn?.model };
    },
    get model() {
      return drawn?.model;
    },
    get findings() {
      return drawn?.findings;
    },
    async check(late) {
      const inventory = shared.latest;
      if (inventory === undefined) return;
      await runStepsInSlices(countTroubles(inventory), endlessTimeSlicer());
      if (drawn?.model !== undefined) {
        coming = modelFor(inventory);
        await runStepsInSlices(prepareRows(coming), endlessTimeSlicer());
      }
      if (knownFindings(inventory) !== undefined) return;
      let isLate = false;
      const work = findingsOf(inventory, () => isLatest(inventory)).then((done) => {
        if (isLate && done !== undefined) late();
      });
      await doneOrTimeout(work, patienceMs);
      isLate = true;
    },
    update() {
      if (drawn === undefined) return false;
      const before = drawn;
      drawn = now();
      return (
        before.model !== drawn.model ||
        before.findings !== drawn.findings ||
        !isSameFailure(before.failure, drawn.failure)
      );
    },
    async refresh() {
      const failure = await readAgain();
      auto.refreshed(failure);
      return failure;
    },
    ignore(now) {
      ignored = now;
    },
    schedule: auto.set,
    dispose: auto.dispose,
  };
  return session;
}

/** Milliseconds that rows wait for findings, so that in most cases they are drawn once. */
const patienceMs = 100;

/** Failures that say the same make the same row. */
function isSameFailure(a: Failure | undefined, b: Failure | undefined): boolean {
  return a?.kind === b?.kind && a?.sentence === b?.sentence && a?.nextStep === b?.nextStep && a?.detail === b?.detail;
}
