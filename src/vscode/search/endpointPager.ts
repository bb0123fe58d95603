import type { SearchClient } from '../../core/search/engine/searchClient';
import { openPager } from '../../core/search/paging/openPager';
import type { Pager, SearchPage, TurnOptions } from '../../core/search/paging/pager';
import { searchOf } from '../../core/search/query/searchOf';
import type { SearchSettings } from '../../core/search/remembered/settings';
import { openSurroundings } from '../../core/search/surroundings/openSurroundings';
import type { PageTarget } from '../../protocol/hitPlace';
import type { SearchQuestion } from '../../protocol/question';
import type { EndpointSearch } from './endpointSearch';
import type { DescribedPage, PageDescriptions } from './pageDescriptions';

interface InUse {
  readonly pager: Pager<DescribedPage>;
  /** Whether it shows the hits around one. */
  readonly isAround: boolean;
  readonly client: SearchClient;
  readonly settings: Pick<SearchSettings, 'prefetch' | 'timeoutMs'>;
}

/**
 * Pages through the results of one endpoint. Opens a new pager when a setting or the connection has changed. Sends
 * nothing before the first search.
 */
export class EndpointPager {
  private inUse: InUse | undefined;

  constructor(
    private readonly search: EndpointSearch,
    private readonly descriptions: PageDescriptions,
  ) {}

  /** Undefined before the first search. */
  get current(): Pager<DescribedPage> | undefined {
    return this.inUse?.pager;
  }

  /** Runs a search again and returns its hits from `from` on. */
  async startSearch(question: SearchQuestion, from: number, options: TurnOptions): Promise<DescribedPage> {
    const { client } = await this.search.engine();
    const search = searchOf(question, from, new Date(), await this.search.fieldsFor(question, options.signal));
    const { prefetch, timeoutMs } = await this.search.searches.settings();
    const isAround = search.around !== undefined;
    const { inUse } = this;
    const isAsBefore =
      inUse?.client === client &&
      inUse.isAround === isAround &&
      inUse.settings.prefetch === prefetch &&
      inUse.settings.timeoutMs === timeoutMs;
    const pager = inUse !== undefined && isAsBefore ? inUse.pager : await this.open(client, isAround);
    return pager.run(search, options);
  }

  /** Another page of the shown result. */
  async openPage(to: PageTarget, options: TurnOptions): Promise<DescribedPage> {
    const { client } = await this.search.engine();
    const seen = this.search.shown?.page;
    const { inUse } = this;
    const isAround = seen?.search.around !== undefined;
    // After a search that was canceled, the hits may be of another kind than its.
    const isSame = inUse?.client === client && inUse.isAround === isAround;
    if (isSame && (seen === undefined || inUse.pager.page?.search === seen.search))
      return inUse.pager.turn(to, options);
    // Followed hits are not the pager's own. If the connection has changed, and perhaps the engine, point in time and
    // cursors of the old one are not valid.
    const pager = isSame ? inUse.pager : await this.open(client, isAround);
    return seen === undefined
      ? pager.turn(to, options)
      : pager.run(seen.search, { ...options, from: offsetOf(seen, to) });
  }

  /** Closes what the engine keeps open, if possible. */
  async close(): Promise<void> {
    const last = this.inUse;
    this.inUse = undefined;
    await last?.pager.close();
  }

  private async open(client: SearchClient, isAround: boolean): Promise<Pager<DescribedPage>> {
    const settings = await this.search.searches.settings();
    // If closing fails, the engine's point in time expires after some minutes.
    this.inUse?.pager.close().catch(() => undefined);
    const { prefetch, timeoutMs } = settings;
    const { descriptions } = this;
    const describe = async (page: SearchPage) => ({ ...page, described: await descriptions.describe(page) });
    const onPrefetched = (page: SearchPage) => void descriptions.prepare(page);
    const pager = isAround
      ? openSurroundings(client, { timeoutMs, describe })
      : openPager(client, { prefetch, timeoutMs, describe, onPrefetched });
    this.inUse = { pager, isAround, client, settings };
    return pager;
  }
}

/** The number of hits before the target page, relative to a page. */
function offsetOf({ from, search, hits, isFollowed }: SearchPage, to: PageTarget): number {
  if (to === 'first') return 0;
  if (to === 'next') return from + (isFollowed === true ? hits.length : search.size);
  return to === 'previous' ? Math.max(0, from - search.size) : to.offset;
}
