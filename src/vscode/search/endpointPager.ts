import type { SearchClient } from '../../core/search/engine/searchClient';
import { openPager } from '../../core/search/paging/openPager';
import type { Pager, SearchPage, TurnOptions } from '../../core/search/paging/pager';
import { fieldsAsked } from '../../core/search/query/fieldsAsked';
import { searchOf } from '../../core/search/query/searchOf';
import type { SearchSettings } from '../../core/search/remembered/settings';
import { openSurroundings } from '../../core/search/surroundings/openSurroundings';
import type { PageTarget } from '../../protocol/hitPlace';
import type { SearchQuestion } from '../../protocol/question';
import type { Engine } from './engines';
import type { TableOptions } from './tableOptions';

/** The settings of a pager. */
export type PagingSettings = Pick<SearchSettings, 'prefetch' | 'timeoutMs'>;

interface EndpointPagerDeps {
  engine(): Promise<Engine>;
  tableOptions(): Promise<TableOptions>;
  settings(): Promise<PagingSettings>;
  /** Called with each prefetched page. */
  onPrefetched(page: SearchPage): void;
}

/** Pages through the results of one endpoint. Opens a new pager when a setting or the connection has changed. */
interface EndpointPager {
  /** Undefined before the first search. */
  readonly current: Pager | undefined;
  /** Runs a search again and returns its hits from `from` on. */
  startSearch(question: SearchQuestion, from: number, options: TurnOptions): Promise<SearchPage>;
  /**
   * Another page of the same result.
   *
   * @param seenFrom the page that `to` refers to, called once the engine is ready; undefined if there is none
   */
  openPage(to: PageTarget, seenFrom: () => SearchPage | undefined, options: TurnOptions): Promise<SearchPage>;
  /** Closes what the engine keeps open, if possible. */
  close(): Promise<void>;
}

interface InUse {
  readonly pager: Pager;
  /** Whether it shows the hits around one. */
  readonly isAround: boolean;
  readonly client: SearchClient;
  readonly settings: PagingSettings;
}

/** Sends nothing before the first search. */
export function openEndpointPager(deps: EndpointPagerDeps): EndpointPager {
  let inUse: InUse | undefined;

  const open = async (client: SearchClient, isAround: boolean): Promise<Pager> => {
    const settings = await deps.settings();
    if (inUse !== undefined) closeQuietly(inUse.pager);
    const { prefetch, timeoutMs } = settings;
    const pager = isAround
      ? openSurroundings(client, { timeoutMs })
      : openPager(client, { prefetch, timeoutMs, onPrefetched: deps.onPrefetched });
    inUse = { pager, isAround, client, settings };
    return pager;
  };

  return {
    get current() {
      return inUse?.pager;
    },
    async startSearch(question, from, options) {
      const { client, catalog } = await deps.engine();
      const known = (await deps.tableOptions()).of(question.index).fields;
      const fields = await fieldsAsked(catalog, question, known, options.signal && { signal: options.signal });
      const search = searchOf(question, from, new Date(), fields);
      const { prefetch, timeoutMs } = await deps.settings();
      const isAround = search.around !== undefined;
      const isAsBefore =
        inUse?.client === client &&
        inUse.isAround === isAround &&
        inUse.settings.prefetch === prefetch &&
        inUse.settings.timeoutMs === timeoutMs;
      const pager = inUse !== undefined && isAsBefore ? inUse.pager : await open(client, isAround);
      return pager.run(search, options);
    },
    async openPage(to, seenFrom, options) {
      const { client } = await deps.engine();
      const seen = seenFrom();
      if (inUse?.client === client) {
        const { page } = inUse.pager;
        if (seen === undefined || page === undefined || areSamePage(page, seen)) return inUse.pager.turn(to, options);
        // The pager's page was never shown, because it was canceled while being described.
        return page.search === seen.search
          ? inUse.pager.turn({ offset: offsetOf(seen, to) }, options)
          : inUse.pager.run(seen.search, { ...options, from: offsetOf(seen, to) });
      }
      const pager = await open(client, seen?.search.around !== undefined);
      // The connection has changed, and perhaps the engine: point in time and cursors of the old one are not valid.
      return seen === undefined
        ? pager.turn(to, options)
        : pager.run(seen.search, { ...options, from: offsetOf(seen, to) });
    },
    async close() {
      const last = inUse;
      inUse = undefined;
      await last?.pager.close();
    },
  };
}

/** Whether both are the same page of the same result, even if their hits differ. */
export function areSamePage(one: SearchPage, other: SearchPage): boolean {
  return one.search === other.search && one.from === other.from;
}

/** The number of hits before the target page, relative to a page. */
function offsetOf({ from, search, hits, isFollowed }: SearchPage, to: PageTarget): number {
  if (to === 'first') return 0;
  if (to === 'next') return from + (isFollowed === true ? hits.length : search.size);
  return to === 'previous' ? Math.max(0, from - search.size) : to.offset;
}

/** If closing fails, the engine's point in time expires after some minutes. */
function closeQuietly(pager: Pager): void {
  pager.close().catch(() => undefined);
}
