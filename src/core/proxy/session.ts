import { doneOrTimeout } from '../base/async/doneOrTimeout';
import { type SingleFlight, singleFlight } from '../base/async/singleFlight';
import type { IgnoredFindings } from '../base/endpoints/endpoint';
import type { EndpointExposure } from '../base/endpoints/exposure';
import { type Failure, isRequestFailure, remedyOf } from '../base/errors/failure';
import { autoRefresh } from './autoRefreshAndRetry';
import type { ViewOptions } from './describe/viewOptions';
import type { Findings } from './findings/finding';
import { findingsOf, knownFindings } from './findings/findings';
import { endpointFindings } from './findings/ignoredFindings';
import { problemCountsOf } from './findings/problemCounts';
import { type Inventory, refreshFailure } from './model/inventory';
import { childrenOf, prepareRows, type TreeSource } from './tree/children';
import { findingsInView } from './tree/filteredRows';
import type { ProxyNode } from './tree/nodes';
import type { KnownOfProxy } from './tree/proxyRow';
import { type TreeModel, treeModelOf } from './tree/treeModel';

interface ProxySessionOptions {
  /** Reads the proxy. `latest` is the last successful read, so that parts of it can be used again. */
  readonly read: (signal: AbortSignal, latest: Inventory | undefined) => Promise<Inventory>;
  /** The current view options of the user. */
  readonly viewOptions: () => ViewOptions;
  /** The exposures of the endpoint: see `endpointExposures`. */
  readonly exposures?: readonly EndpointExposure[] | undefined;
  /** The ignored findings of the endpoint when the session opens. */
  readonly ignored?: IgnoredFindings | undefined;
  /** Called with every read that this session requests from the network, for its rows or as a refresh. */
  readonly onReading?: ((reading: Promise<unknown>) => void) | undefined;
  /** Called once after each read, whoever requested it, except a canceled one. */
  readonly onRead?: (() => void) | undefined;
}

type Drawn = Omit<TreeSource, 'model'> & { readonly model?: TreeModel | undefined };

/** An error that no server caused: the log has it. */
const unexpected: Failure = { kind: 'invalid', sentence: 'Something went wrong.', nextStep: 'Choose Show Log.' };

/**
 * One proxy as the user sees it: its reads, which it shares with documents and questions, the rows made from the last
 * one, its findings, its age, and its manual and automatic refresh. The data behind its rows stays the same until
 * `update`, so that all rows show the same moment. Reads nothing before the first call.
 */
export class ProxySession {
  private reads: SingleFlight<Inventory>;
  private drawn: Drawn | undefined;
  /** The model of the next rows, already computed. */
  private coming: TreeModel | undefined;
  private lastFindings: Findings | undefined;
  private exposures: readonly EndpointExposure[];
  private ignored: IgnoredFindings | undefined;
  private readonly auto = autoRefresh(
    () => this.readAgain(),
    () => this.isRefused(),
  );
  /** Automatic refreshes follow the first read. */
  private wasRead = false;
  private interval: readonly [seconds: number, isSeen: boolean] = [0, false];
  /** The static configuration that the user had read, as `readSupportDump` returns it: in memory only. */
  staticConfiguration: string | undefined;

  constructor(private readonly options: ProxySessionOptions) {
    this.reads = this.newReads();
    this.exposures = options.exposures ?? [];
    this.ignored = options.ignored;
  }

  /** The reads of the proxy. Other ones after `reconnect`. */
  get inventory(): SingleFlight<Inventory> {
    return this.reads;
  }

  /**
   * The rows below a row of this proxy. Only the first call waits for a read.
   *
   * @param most the maximum of a group's items, so that a caller that needs only the first rows of a long list does not
   * wait for all
   */
  children(node: ProxyNode, most?: number): Promise<readonly ProxyNode[]> {
    return childrenOf(node, () => this.see(), most);
  }

  /**
   * The current data behind the rows. Only the first call waits for a read.
   *
   * @throws RequestFailure if no read has succeeded yet
   */
  async see(): Promise<TreeSource> {
    const { drawn, reads } = this;
    if (drawn?.model !== undefined) return { model: drawn.model, failure: drawn.failure, findings: drawn.findings };
    try {
      const inventory = reads.latest ?? (await this.read());
      await doneOrTimeout(
        findingsOf(inventory, () => this.isLatest(inventory)),
        patienceMs,
      );
      const first = this.drawn?.model ?? this.modelFor(reads.latest ?? inventory);
      await prepareRows(first);
      if (this.reads !== reads) return await this.see();
      // Another call may have been faster.
      const model = this.drawn?.model ?? first;
      this.drawn = { model, failure: reads.failure?.failure, findings: this.found() };
      return { model, failure: this.drawn.failure, findings: this.drawn.findings };
    } catch (error) {
      if (this.reads !== reads) return this.see();
      if (isRequestFailure(error)) this.drawn = { failure: error.failure };
      throw error;
    }
  }

  /** The data behind the endpoint's own row, which is always the latest. */
  get known(): KnownOfProxy {
    const { latest: inventory, failure } = this.reads;
    const { model } = this;
    const found = this.found();
    const shown = found === undefined || model === undefined ? found : findingsInView(found, model);
    return { inventory, failure: failure?.failure, problems: problemCountsOf(shown?.list ?? []).get(''), model };
  }

  /** The model behind the rows, if a caller has requested rows. */
  get model(): TreeModel | undefined {
    return this.drawn?.model;
  }

  /** The findings of that model, if they are known. */
  get findings(): Findings | undefined {
    return this.drawn?.findings;
  }

  /**
   * Computes the model of the next rows from the last read, and its findings. Resolves when that is done, or after the
   * longest time that the user should wait. In that case it calls `late` when it is done, so that the caller draws
   * `known` and the requested rows again.
   */
  async check(late: () => void): Promise<void> {
    const inventory = this.reads.latest;
    if (inventory === undefined) return;
    if (this.drawn?.model !== undefined) {
      this.coming = this.modelFor(inventory);
      await prepareRows(this.coming);
    }
    if (knownFindings(inventory) !== undefined) return;
    let isLate = false;
    const work = findingsOf(inventory, () => this.isLatest(inventory)).then((done) => {
      if (isLate && done !== undefined) late();
    });
    await doneOrTimeout(work, patienceMs);
    isLate = true;
  }

  /** Applies the reads, settings and filters since the last call. Returns true if a requested row has changed. */
  update(): boolean {
    const before = this.drawn;
    if (before === undefined) return false;
    const { latest, failure } = this.reads;
    const now = { model: latest && this.modelFor(latest), failure: failure?.failure, findings: this.found() };
    this.drawn = now;
    return (
      before.model !== now.model || before.findings !== now.findings || !isSameFailure(before.failure, now.failure)
    );
  }

  /**
   * Reads again, and resolves to the failure, also if only a part failed. Joins a read under way. The next automatic
   * refresh is due a whole interval after the end of this one.
   */
  async refresh(): Promise<Failure | undefined> {
    const failure = await this.readAgain();
    this.auto.refreshed(failure);
    return failure;
  }

  /** Applies an edit of the endpoint that leaves its connection as it is. Rows change with the next `update`. */
  follow(exposures: readonly EndpointExposure[], ignored: IgnoredFindings | undefined): void {
    this.exposures = exposures;
    this.ignored = ignored;
  }

  /** Begins anew with another connection: nothing that was read before is shown any more. */
  reconnect(): void {
    this.reads = this.newReads();
    this.drawn = undefined;
    this.coming = undefined;
    this.lastFindings = undefined;
    this.staticConfiguration = undefined;
    // As for a new proxy, the first read begins the automatic refresh: it may be held back.
    this.wasRead = false;
    this.auto.set(0, false);
    this.auto.refreshed(undefined);
  }

  /**
   * Sets the interval of the automatic refresh, which begins with the first read, and whether the view is visible.
   *
   * @param seconds between the end of a refresh and the next one; 0 for never
   */
  schedule(seconds: number, isSeen: boolean): void {
    this.interval = [seconds, isSeen];
    if (this.wasRead) this.auto.set(seconds, isSeen);
  }

  dispose(): void {
    this.interval = [0, false];
    this.staticConfiguration = undefined;
    this.auto.dispose();
  }

  private newReads(): SingleFlight<Inventory> {
    const { read, onRead } = this.options;
    const reads: SingleFlight<Inventory> = singleFlight(
      (signal, latest) => {
        if (!this.wasRead) {
          this.wasRead = true;
          this.auto.set(...this.interval);
        }
        return read(signal, latest);
      },
      () => {
        // A read that somebody asked for may end what held the automatic refresh back.
        if (this.reads === reads) this.auto.set(...this.interval);
        onRead?.();
      },
    );
    return reads;
  }

  /** Whether the server refused the credentials: it may lock an account that goes on trying. */
  private isRefused(): boolean {
    const failure = this.reads.failure?.failure;
    return failure !== undefined && remedyOf(failure) === 'credentials';
  }

  private read(): Promise<Inventory> {
    const reading = this.reads.read();
    if (this.reads.isReading) this.options.onReading?.(reading);
    return reading;
  }

  /** Resolves to the failure, also if only a part failed. */
  private readAgain(): Promise<Failure | undefined> {
    this.reads.refresh();
    return this.read().then(refreshFailure, (error: unknown) => (isRequestFailure(error) ? error.failure : unexpected));
  }

  /** The findings of the last read; until they are computed, those of the read before. */
  private found(): Findings | undefined {
    const { exposures, ignored } = this;
    const known = this.reads.latest && knownFindings(this.reads.latest);
    if (known !== undefined) this.lastFindings = endpointFindings({ found: known, exposures, ignored });
    return this.lastFindings;
  }

  private isLatest(inventory: Inventory): boolean {
    return this.reads.latest === undefined || this.reads.latest === inventory;
  }

  /** Returns an existing model if it is of the same content. */
  private modelFor(inventory: Inventory): TreeModel {
    const wanted = this.options.viewOptions();
    const made = [this.drawn?.model, this.coming].find(
      (model) => model !== undefined && treeModelOf(inventory, wanted, model) === model,
    );
    return made ?? treeModelOf(inventory, wanted);
  }
}

/** Milliseconds that rows wait for findings, so that they are usually drawn once. */
const patienceMs = 100;

/** Failures with the same texts make the same row. */
function isSameFailure(a: Failure | undefined, b: Failure | undefined): boolean {
  return a?.kind === b?.kind && a?.sentence === b?.sentence && a?.nextStep === b?.nextStep && a?.detail === b?.detail;
}
