import { doneOrTimeout } from '../base/async/doneOrTimeout';
import type { SingleFlight } from '../base/async/singleFlight';
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
 * One proxy as the user sees it: its last inventory, the rows made from it, its findings, its age, and its manual and
 * automatic refresh. The data behind its rows stays the same until `update`, so that all rows show the same moment.
 */
export interface ProxySession {
  /**
   * The rows below a row of this proxy. Only the first call waits for a read.
   *
   * @param most the maximum of a group's items, so that a caller that needs only the first rows of a long list does not
   * wait for all
   */
  children(node: ProxyNode, most?: number): Promise<readonly ProxyNode[]>;
  /**
   * The current data behind the rows. Only the first call waits for a read.
   *
   * @throws RequestFailure if no read has succeeded yet
   */
  see(): Promise<TreeSource>;
  /** The data behind the endpoint's own row, which is always the latest. */
  readonly known: KnownOfProxy;
  /** The model behind the rows, if a caller has requested rows. */
  readonly model: TreeModel | undefined;
  /** The findings of that model, if they are known. */
  readonly findings: Findings | undefined;
  /**
   * Computes the model of the next rows from the last read, and its findings. Resolves when that is done, or after the
   * longest time that the user should wait. In that case it calls `late` when it is done, so that the caller draws
   * `known` and the requested rows again.
   */
  check(late: () => void): Promise<void>;
  /** Applies the reads, settings and filters since the last call. Returns true if a requested row has changed. */
  update(): boolean;
  /**
   * Reads again, and resolves to the failure, also if only a part failed. Joins a read under way. The next automatic
   * refresh is due a whole interval after the end of this one.
   */
  refresh(): Promise<Failure | undefined>;
  /** Sets the findings that the user ignores; rows change with the next `update`. */
  ignore(ignored: IgnoredFindings | undefined): void;
  /**
   * Sets the interval of the automatic refresh, and whether the view is visible.
   *
   * @param seconds between the end of a refresh and the next one; 0 for never
   */
  schedule(seconds: number, isSeen: boolean): void;
  /** Ends the automatic refresh. */
  dispose(): void;
}

interface ProxySessionOptions {
  /** The reads of the proxy, shared with documents and questions. */
  readonly inventory: SingleFlight<Inventory>;
  /** The current view options of the user. */
  readonly viewOptions: () => ViewOptions;
  /** The exposures of the endpoint: see `endpointExposures`. */
  readonly exposures?: readonly EndpointExposure[] | undefined;
  /** The ignored findings of the endpoint when the session opens. */
  readonly ignored?: IgnoredFindings | undefined;
  /** Called with every read that requests data from the network. */
  readonly onReading?: ((reading: Promise<unknown>) => void) | undefined;
}

interface Drawn {
  readonly model?: TreeModel | undefined;
  readonly failure?: Failure | undefined;
  readonly findings?: Findings | undefined;
}

/** An error that no server caused: the log has it. */
const unexpected: Failure = { kind: 'invalid', sentence: 'Something went wrong.', nextStep: 'Choose Show Log.' };

/** Opens the session of a proxy. Reads nothing before the first call. */
export function openProxySession(options: ProxySessionOptions): ProxySession {
  const { inventory: shared, viewOptions, exposures = [], onReading } = options;
  let drawn: Drawn | undefined;
  /** The model of the next rows, already computed. */
  let coming: TreeModel | undefined;
  let findings: Findings | undefined;
  let ignored = options.ignored;

  /** The findings of the last read; until they are computed, those of the read before. */
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
  /** Resolves to the failure, also if only a part failed. */
  const readAgain = (): Promise<Failure | undefined> => {
    shared.refresh();
    return read().then(refreshFailure, (error: unknown) => (isRequestFailure(error) ? error.failure : unexpected));
  };
  const auto = autoRefresh(readAgain);

  const isLatest = (inventory: Inventory): boolean => shared.latest === undefined || shared.latest === inventory;

  /** Returns an existing model if it is of the same content. */
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
        await prepareRows(first);
        // Another call may have been faster.
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
      await countTroubles(inventory);
      if (drawn?.model !== undefined) {
        coming = modelFor(inventory);
        await prepareRows(coming);
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

/** Milliseconds that rows wait for findings, so that they are usually drawn once. */
const patienceMs = 100;

/** Failures with the same texts make the same row. */
function isSameFailure(a: Failure | undefined, b: Failure | undefined): boolean {
  return a?.kind === b?.kind && a?.sentence === b?.sentence && a?.nextStep === b?.nextStep && a?.detail === b?.detail;
}
