import { RequestFailure } from '../../../../../src/core/base/errors/failure';
import type { SearchClient } from '../../../../../src/core/search/engine/searchClient';
import { endpoint, json } from '../fakeHttpClient';

/** A document of an index that grows. */
export interface Written {
  readonly id?: string;
  readonly index?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text?: string;
}

/** An index into which a test writes, and what was asked of it: only what Follow asks, and without a query. */
export function growingIndex() {
  let documents: Written[] = [];
  const asked: { readonly since: number | undefined; readonly from: number; readonly size: number }[] = [];
  let busy = 0;
  let most = 0;
  const engine = {
    asked,
    /** The most requests that were under way at once. */
    get mostAtOnce() {
      return most;
    },
    /** Milliseconds that each answer takes; undefined for at once. */
    delay: undefined as number | undefined,
    failure: undefined as RequestFailure | undefined,
    /** What the answers say of shards; undefined for nothing. */
    shards: undefined as object | undefined,
    write: (...written: Written[]) => {
      documents.push(...written);
    },
    /** Forgets what is older, so that an hour of a test is as fast as its first minute. */
    forgetBefore: (at: number) => {
      documents = documents.filter((one) => one.at >= at);
    },
    /** How a hit is written in the answer. */
    hitOf: ({ id, index = 'logs', at, text = '' }: Written): object => ({
      _index: index,
      _id: id,
      _source: { text },
      sort: [at],
    }),
    client: {} as SearchClient,
  };
  const answer = (text: string) => {
    const { query, from = 0, size } = JSON.parse(text);
    const gte = query?.bool?.filter?.[0]?.range?.['@timestamp']?.gte;
    const since = gte === undefined ? undefined : Date.parse(gte);
    asked.push({ since, from, size });
    const found = documents.filter(({ at }) => since === undefined || at >= since).sort((a, b) => b.at - a.at);
    return json({ took: 1, _shards: engine.shards, hits: { hits: found.slice(from, from + size).map(engine.hitOf) } });
  };
  engine.client = {
    endpoint: async () => endpoint,
    async search({ body, signal }) {
      busy++;
      most = Math.max(most, busy);
      try {
        if (engine.delay !== undefined) await later(engine.delay, signal);
        if (engine.failure !== undefined) throw engine.failure;
        return { ...answer(body), method: 'GET' };
      } finally {
        busy--;
      }
    },
    request: () => Promise.reject(new Error('not asked')),
    engine: async () => ({ family: 'unknown', version: undefined }),
    suspectCache: () => false,
  };
  return engine;
}

function later(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new RequestFailure({ kind: 'canceled', sentence: 'It was canceled.', nextStep: 'Try again.' }));
    });
  });
}
