import { doneOrTimeout } from '../base/async/doneOrTimeout';
import { untilAborted } from '../base/async/untilAborted';
import { canceledFailure, type Failure, isRequestFailure, RequestFailure } from '../base/errors/failure';
import type { EndpointNode } from '../proxy/tree/nodes';
import type { EngineCatalog } from '../search/engine/engineCatalog';
import { type IndexList, longIndexList } from '../search/engine/indexList';
import { fieldRows, indexGroupRows, indexNode, type KnownOfIndices, refusedRow, searchProblemNode } from './indexRows';
import { type IndexView, type IndexViewOptions, indexViewOf } from './indexView';
import type { BrowsedNode, IndexGroupNode, IndexNode } from './searchNodes';

/** The indices of one search endpoint as rows, listed when the user expands the first one, and on `refresh`. */
export type IndexTree = ReturnType<typeof openIndexTree>;

type ParentNode = EndpointNode | IndexGroupNode | IndexNode;

interface IndexTreeOptions {
  catalog(): Promise<Pick<EngineCatalog, 'list' | 'onDidListNames' | 'fields' | 'forget'>>;
  viewOptions(): IndexViewOptions;
  /** Called when the row of the endpoint and those below have to be drawn again, also after a listing. */
  onChange(): void;
  onReading?(reading: Promise<unknown>): void;
  /** Milliseconds since 1970. */
  now?(): number;
  /** Milliseconds that a short list waits for its figures before it is shown without them. */
  readonly patienceMs?: number;
}

const drawAfterMs = 500;

interface Reading {
  readonly abort: AbortController;
  /** Resolves when the list can be shown, perhaps without figures. */
  readonly shown: Promise<void>;
  readonly done: Promise<void>;
}

interface Made {
  readonly rows: Promise<readonly BrowsedNode[]>;
  readonly most?: number | undefined;
}

/** Opens the rows of a search endpoint. Sends no request before the user expands one. */
export function openIndexTree(options: IndexTreeOptions) {
  const { catalog, viewOptions, onChange, onReading, now = Date.now, patienceMs = drawAfterMs } = options;
  let list: IndexList | undefined;
  /** Whether the list has no figures yet. */
  let isNamesOnly = false;
  let readAt: number | undefined;
  let failure: Failure | undefined;
  let view: IndexView | undefined;
  let reading: Reading | undefined;
  const closed = new AbortController();
  /** By the object of a row, because VS Code identifies a row by its object. */
  let made = new WeakMap<object, Made>();

  const viewNow = (listed: IndexList): IndexView => {
    const wanted = viewOptions();
    const isCurrent = view?.options.filter === wanted.filter && view.options.showsHidden === wanted.showsHidden;
    if (view === undefined || !isCurrent) view = indexViewOf(listed, wanted);
    return view;
  };

  const forgetRows = (): void => {
    made = new WeakMap();
  };

  /** Shows the list without figures if they take longer, and if no list is shown yet. */
  const takeNames = async (named: IndexList, { abort, done }: Omit<Reading, 'shown'>): Promise<void> => {
    const isStillMissing = (): boolean => list === undefined && reading?.abort === abort && !abort.signal.aborted;
    const ended = done.catch(() => undefined);
    if (named.entries.length < longIndexList) await doneOrTimeout(ended, patienceMs);
    if (!isStillMissing()) return;
    list = named;
    isNamesOnly = true;
  };
  const take = async (isReload: boolean, signal: AbortSignal, onNames: (named: IndexList) => void): Promise<void> => {
    try {
      const from = await catalog();
      if (isReload) from.forget();
      const names = from.onDidListNames(onNames);
      list = await from.list(signal).finally(() => names.dispose());
      readAt = now();
      failure = undefined;
    } catch (error) {
      if (!isRequestFailure(error)) throw error;
      // A canceled listing counts as not requested.
      if (!signal.aborted) failure = error.failure;
      else if (isNamesOnly) list = undefined;
    } finally {
      reading = undefined;
    }
    view = undefined;
    // After a cancel, callers that waited have no rows; VS Code requests them again when the user expands the endpoint.
    if (isReload || signal.aborted || isNamesOnly) forgetRows();
    isNamesOnly = false;
    onChange();
  };
  const read = (replacesPage: boolean): Reading => {
    if (reading !== undefined) return reading;
    const abort = new AbortController();
    let show = (): void => undefined;
    const named = new Promise<void>((resolve) => {
      show = resolve;
    });
    const done = take(replacesPage, abort.signal, (names) => void takeNames(names, { abort, done }).then(show));
    const shown = Promise.race([named, done]);
    // Callers that wait for the whole list get the error from `done`.
    shown.catch(() => undefined);
    reading = { abort, shown, done };
    onReading?.(done);
    return reading;
  };
  const isAsked = (): boolean => list !== undefined || failure !== undefined;

  const belowEndpoint = async (endpoint: EndpointNode): Promise<readonly BrowsedNode[]> => {
    if (!isAsked()) await read(false).shown;
    const problems = failure === undefined ? [] : [searchProblemNode(endpoint, failure)];
    if (list === undefined) return problems;
    return [...problems, ...(list.isRefused ? [refusedRow(endpoint)] : indexGroupRows(endpoint, viewNow(list)))];
  };
  const belowGroup = async (group: IndexGroupNode, most: number | undefined): Promise<readonly BrowsedNode[]> => {
    if (!isAsked()) await read(false).shown;
    if (list === undefined) return [];
    return viewNow(list)
      .shown[group.kind].slice(0, most)
      .map((entry) => indexNode(group, entry));
  };
  const belowIndex = async (index: IndexNode): Promise<readonly BrowsedNode[]> => {
    const asking = catalog().then((from) => from.fields(index.name, closed.signal));
    onReading?.(asking);
    try {
      return fieldRows(index, await asking);
    } catch (error) {
      if (!isRequestFailure(error)) throw error;
      return [searchProblemNode(index, error.failure)];
    }
  };
  const make = (node: ParentNode, most: number | undefined): Promise<readonly BrowsedNode[]> => {
    switch (node.type) {
      case 'endpoint':
        return belowEndpoint(node);
      case 'indexGroup':
        return belowGroup(node, most);
      case 'index':
        return belowIndex(node);
    }
  };
  return {
    /**
     * The rows below a row: the same objects until they change.
     *
     * @param most the maximum of a group's rows, for a caller that needs only the first ones
     */
    below(node: ParentNode, most?: number): Promise<readonly BrowsedNode[]> {
      const present = made.get(node);
      if (present !== undefined && (most !== undefined || present.most === undefined)) return present.rows;
      const at = made;
      const rows = make(node, most);
      at.set(node, { rows, most });
      rows.catch(() => at.delete(node));
      return rows;
    },
    /** Whether they were listed, with any outcome. */
    get isAsked(): boolean {
      return isAsked();
    },
    /** The data of the endpoint's own row. */
    get known(): KnownOfIndices {
      return { health: list?.health, readAt, failure, view: list && viewNow(list) };
    },
    /**
     * The indices, listed now if they were not.
     *
     * @throws RequestFailure if they cannot be listed
     */
    async list(signal: AbortSignal): Promise<IndexList> {
      if (list === undefined || isNamesOnly) await untilAborted(read(false).done, signal);
      if (list !== undefined) return list;
      throw failure === undefined ? canceledFailure() : new RequestFailure(failure);
    },
    /** Lists everything again. Rows stay until that is done, and if it fails. */
    refresh: (): Promise<void> => read(true).done,
    /** Drops the fields of an index, so that they are requested again. */
    forgetFields(index: IndexNode): void {
      made.delete(index);
    },
    /** Makes all rows again, because the user's view options have changed. */
    redraw(): void {
      forgetRows();
      onChange();
    },
    /** Cancels a list that is being read. Rows that waited for it are requested again. */
    stop(): void {
      reading?.abort.abort();
    },
    /** Cancels all requests. */
    dispose(): void {
      reading?.abort.abort();
      closed.abort();
    },
  };
}
