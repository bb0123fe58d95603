import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { HttpClient } from '../../src/core/base/http/httpClient';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import { openSearchClient } from '../../src/core/search/engine/searchClient';
import { openPager } from '../../src/core/search/paging/openPager';
import type { Pager, SearchPage } from '../../src/core/search/paging/pager';
import { fieldsAsked } from '../../src/core/search/query/fieldsAsked';
import { searchOf } from '../../src/core/search/query/searchOf';
import type { SearchTask } from './searchArguments';

/** One page of the walk. */
export interface WalkedPage {
  /** Hits before it. */
  readonly from: number;
  readonly asked: 'from/size' | 'point in time';
  /** `_id`s; null where the page has no hits, or those have none. */
  readonly first: string | null;
  readonly last: string | null;
  readonly hits: number;
}

/** What the probe prints of a search engine. */
export interface SearchReport {
  /** `elasticsearch`, `opensearch`, or `unknown`. */
  readonly engine: string;
  /** Empty where it is not told. */
  readonly version: string;
  /** As told with the first page; null where the engine did not count. */
  readonly total: { readonly value: string; readonly relation: 'eq' | 'gte' } | null;
  /** The pages from the first one on, by Next. */
  readonly forward: readonly WalkedPage[];
  /** Those that Previous then showed, from the last but one to the first. */
  readonly backward: readonly WalkedPage[];
  /** Whether each of them had the same documents, in the same order, as on the way there. */
  readonly same: boolean;
  /** Those for pages that were asked for ahead included. */
  readonly requests: number;
  readonly connections: number;
  /** From the first request until everything was closed. */
  readonly ms: number;
  readonly notes: readonly string[];
}

/**
 * Walks through a result and all the way back with the pager of the search panel.
 *
 * @throws RequestFailure
 */
export async function walk({ question, pages }: SearchTask, client: HttpClient): Promise<SearchReport> {
  const began = performance.now();
  const notes = new Set<string>();
  let requests = 0;
  const counting: HttpClient = {
    ...client,
    request(request) {
      requests += 1;
      return client.request(request);
    },
  };
  const connected = countConnections();
  const way = openSearchClient(async () => counting, { onMethod: (_method, why) => notes.add(why) });
  const pager = openPager(way);
  try {
    const { family, version } = await way.engine();
    // As the panel: a sort is right only where the type of its field is known. Without one the walk stays the one by score.
    const fields = question.sort.length === 0 ? [] : await fieldsAsked(openEngineCatalog(way), question);
    const forward: SearchPage[] = [await pager.run(searchOf(question, 0, new Date(), fields))];
    while (forward.length < pages && pager.page?.hasNext) forward.push(await pager.turn('next'));
    if (forward.length < pages)
      notes.add(`The result ends, or can be paged no further, after ${forward.length} pages.`);
    const backward = await wayBack(pager, forward.length - 1);
    await pager.close();
    for (const page of [...forward, ...backward]) for (const note of [...page.partial, ...page.notes]) notes.add(note);
    const total = forward[0]?.total;
    return {
      engine: family,
      version: version ?? '',
      total: total === undefined ? null : { value: String(total.value), relation: total.relation },
      forward: forward.map(walked),
      backward: backward.map(walked),
      same: isSame(forward, backward),
      requests,
      connections: connected(),
      ms: Math.round(performance.now() - began),
      notes: [...notes],
    };
  } finally {
    await pager.close();
  }
}

async function wayBack(pager: Pager, turns: number): Promise<SearchPage[]> {
  const pages: SearchPage[] = [];
  while (pages.length < turns && pager.page?.hasPrevious) pages.push(await pager.turn('previous'));
  return pages;
}

function walked({ from, asked, hits }: SearchPage): WalkedPage {
  return { from, asked, first: hits[0]?.id ?? null, last: hits.at(-1)?.id ?? null, hits: hits.length };
}

/** Whether the way back showed all pages but the last again, each with the same documents. */
function isSame(forward: readonly SearchPage[], backward: readonly SearchPage[]): boolean {
  return JSON.stringify(forward.slice(0, -1).map(keysOf)) === JSON.stringify(backward.toReversed().map(keysOf));
}

function keysOf({ from, hits }: SearchPage) {
  return [from, hits.map(({ index, id }) => [index, id])];
}

/** Starts counting the connections that undici makes in this process. @returns how many there were, and ends it */
function countConnections(): () => number {
  let connections = 0;
  const count = (): void => void connections++;
  subscribe('undici:client:connected', count);
  return () => {
    unsubscribe('undici:client:connected', count);
    return connections;
  };
}
