import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import type { SearchClient } from '../../../../../src/core/search/engine/searchClient';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { openPager, type PagerOptions } from '../../../../../src/core/search/paging/openPager';
import type { Pager, SearchPage } from '../../../../../src/core/search/paging/pager';
import type { EngineSearch } from '../../../../../src/core/search/wire/engineSearch';
import type { SampleSearchEngine } from '../../../../servers/search/index';
import { endpointAt } from '../../base/http/endpointAt';
import { isCheck, plainPath } from '../fakeHttpClient';

/** A request as the engine got it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface Watched {
  readonly client: SearchClient;
  /** All requests but those to `/` and the check, oldest first. */
  readonly asked: Asked[];
  readonly close: () => Promise<void>;
}

/** A search client of a server, and what goes through it, as the product asks: without nonces and the check of bodies. */
export function watchedClient(
  url: string,
  change?: (request: HttpRequest, answer: HttpResponse) => HttpResponse,
): Watched {
  const inner = openHttpClient(endpointAt(url));
  const asked: Asked[] = [];
  const client = openSearchClient(
    async () => ({
      endpoint: inner.endpoint,
      async request(request) {
        const answer = inner.request(request);
        if (request.path === '/' || isCheck(request.body)) return answer;
        const plain = { ...request, path: plainPath(request.path) };
        asked.push({ method: plain.method, path: plain.path, body: plain.body ?? '' });
        return change?.(plain, await answer) ?? answer;
      },
      close: inner.close,
    }),
    { method: 'POST' },
  );
  return { client, asked, close: inner.close };
}

/** A pager of a sample engine that asks for nothing ahead, and what it asked. */
export function pagerOf(engine: SampleSearchEngine, options: PagerOptions = {}): Watched & { readonly pager: Pager } {
  const watched = watchedClient(engine.url);
  return { ...watched, pager: openPager(watched.client, { prefetch: false, ...options }) };
}

export function searchOf(body: object, { index = 'ties', from = 0, size = 10 } = {}): EngineSearch {
  return { index, body: JSON.stringify(body), from, size };
}

export const idsOf = ({ hits }: SearchPage): string[] => hits.map(({ index, id }) => `${index}/${id}`);

/** What the body of a request says. */
export function said(asked: Asked | undefined): Record<string, unknown> {
  return JSON.parse(asked?.body || '{}');
}

/** All pages from the one that is shown to the end. */
export async function toTheEnd(pager: Pager): Promise<SearchPage[]> {
  const pages = pager.page === undefined ? [] : [pager.page];
  while (pager.page?.hasNext) pages.push(await pager.turn('next'));
  return pages;
}

/** All pages from the one that is shown to the first. */
export async function toTheBeginning(pager: Pager): Promise<SearchPage[]> {
  const pages = pager.page === undefined ? [] : [pager.page];
  while (pager.page?.hasPrevious) pages.push(await pager.turn('previous'));
  return pages;
}
