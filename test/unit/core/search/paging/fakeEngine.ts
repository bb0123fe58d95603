import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import type { EngineInfo } from '../../../../../src/core/search/engine/engineInfo';
import type { SearchClient } from '../../../../../src/core/search/engine/searchClient';
import { endpoint, json } from '../fakeHttpClient';

export interface FakeEngine extends SearchClient {
  /** Every request that came, oldest first. */
  readonly asked: HttpRequest[];
  /** How often a cache was suspected. */
  readonly suspected: number;
}

type Answers = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

/** A search client whose answers a test gives. */
export function fakeEngine(answer: Answers, info: EngineInfo = { family: 'unknown', version: undefined }): FakeEngine {
  const asked: HttpRequest[] = [];
  let suspected = 0;
  const request = async (each: HttpRequest): Promise<HttpResponse> => {
    asked.push(each);
    return answer(each);
  };
  return {
    asked,
    get suspected() {
      return suspected;
    },
    endpoint: async () => endpoint,
    request,
    search: async (each) => ({ ...(await request({ method: 'GET', ...each })), method: 'GET' as const }),
    engine: async () => info,
    suspectCache() {
      suspected++;
      return suspected === 1;
    },
  };
}

/** An engine that answers only when told to, and rejects as soon as a request is canceled. */
export function slowEngine(): FakeEngine & { answer(at: number, answer: HttpResponse): void } {
  const waiting: ((answer: HttpResponse) => void)[] = [];
  const engine = fakeEngine(
    ({ signal }) =>
      new Promise((resolve, reject) => {
        waiting.push(resolve);
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  return Object.assign(engine, { answer: (at: number, answer: HttpResponse) => waiting[at]?.(answer) });
}

export const noSuchCall: HttpResponse = json({ error: 'no handler found for uri [/logs/_pit] and method [POST]' }, 400);

export function refusal(type: string, reason: string, status = 400): HttpResponse {
  return json({ error: { root_cause: [{ type, reason }], type, reason }, status }, status);
}

/** An answer with hits named after their place in the whole, from 1 up. */
export function hitsFrom(from: number, count: number, more: object = {}): HttpResponse {
  const hits = Array.from({ length: Math.max(0, count) }, (_, at) => ({
    _index: 'logs',
    _id: `${from + at + 1}`,
    _score: 1,
  }));
  return json({ took: 3, timed_out: false, _shards: { total: 1, successful: 1, failed: 0 }, hits: { hits }, ...more });
}

function asked({ body = '{}' }: HttpRequest): { from: number; size: number } {
  const { from = 0, size = 10 } = JSON.parse(body);
  return { from, size };
}

interface Matching {
  /** `index.max_result_window` */
  readonly window?: number;
  /** How far it counts. */
  readonly counts?: number;
  readonly info?: EngineInfo;
}

/** An engine without points in time, with so many documents that match. */
export function engineWith(matches: number, { window = 10_000, counts = 10_000, info }: Matching = {}): FakeEngine {
  return fakeEngine((request) => {
    if (/_pit|point_in_time|_settings/.test(request.path)) return noSuchCall;
    if (request.path.endsWith('_count'))
      return json({ count: matches, _shards: { total: 1, successful: 1, failed: 0 } });
    const { from, size } = asked(request);
    if (from + size > window) {
      const reason = `Result window is too large, from + size must be less than or equal to: [${window}] but was [${from + size}]. See the scroll api for a more efficient way to request large data sets.`;
      return refusal('illegal_argument_exception', reason);
    }
    const shown = Math.max(0, Math.min(size, matches - from));
    const total = matches > counts ? { value: counts, relation: 'gte' } : { value: matches, relation: 'eq' };
    const { hits } = JSON.parse(hitsFrom(from, shown).body);
    return json({ took: 3, _shards: { total: 1, successful: 1, failed: 0 }, hits: { total, ...hits } });
  }, info);
}
