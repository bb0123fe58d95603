import * as l10n from '@vscode/l10n';
import { singleFlight } from '../../base/async/singleFlight';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { RequestFailure } from '../../base/errors/failure';
import type { HttpClient, HttpRequest, HttpResponse } from '../../base/http/httpClient';
import { isSuccess } from '../../base/http/responseFailures';
import { readError } from '../wire/engineError';
import {
  type BodySupport,
  bodySupportOf,
  checkingBody,
  isSearchAnswer,
  isUnhandled,
  refusesMethod,
} from './bodySupport';
import { type EngineInfo, engineOfHeaders, engineOfRoot } from './engineInfo';
import { openNonces } from './searchNonce';

/** The method of searches: GET as long as bodies arrive, otherwise POST. */
type SearchMethod = 'GET' | 'POST';

export interface SearchReply extends HttpResponse {
  readonly method: SearchMethod;
}

/**
 * The client of one endpoint's search engine. It finds out once whether bodies arrive, and which engine this is. Each
 * search has its own URL (searchNonce.ts). Rejects with `RequestFailure` only.
 */
export type SearchClient = ReturnType<typeof openSearchClient>;

interface SearchClientOptions {
  /** POST if an earlier session has found that GET does not work. */
  readonly method?: SearchMethod;
  /** Called when searches use another method from now on, to store it, with the reason: a translated sentence. */
  readonly onMethod?: (method: SearchMethod, why: string) => void;
}

interface Searching {
  readonly path: string;
  readonly body: string;
  readonly signal?: AbortSignal;
}

/** A search with one method, and the knowledge about its body. */
interface Checked {
  readonly reply: SearchReply;
  readonly finding: BodySupport | 'refused';
  /** Replaces a response that may be to no body at all. Throws if the check got no response. */
  readonly whyUnknown: () => SearchReply;
}

const lostWords = (): string =>
  l10n.t('Request bodies of GET do not reach this server, so searches are now sent with POST.');
const refusedWords = (): string =>
  l10n.t('GET requests with a body are rejected on the way to this server, so searches are now sent with POST.');
const nowhereWords = (): string =>
  l10n.t('This server does not support searching with GET (status 404), so searches are now sent with POST.');
const cacheWords = (): string =>
  l10n.t('Responses are cached on the way to this server, so searches are now sent with POST.');
const backWords = (): string =>
  l10n.t('POST is rejected on the way to this server, but GET works, so searches are now sent with GET.');
const lostByPostWords = (): string =>
  l10n.t('Request bodies of POST no longer reach this server, but those of GET do, so searches are now sent with GET.');

/** Statuses of `GET /` that may change, so the engine is requested again. */
const passing: readonly number[] = [401, 408, 429];

/** @param openClient called before each request, so that an edited endpoint counts from the next one on */
export function openSearchClient(openClient: () => Promise<HttpClient>, options: SearchClientOptions = {}) {
  const { onMethod } = options;
  let method = options.method ?? 'GET';
  /** The methods whose bodies are known to arrive. */
  const arriving = new Set<SearchMethod>();
  const sendWithNonce = openNonces();
  /** The sentence to report after a successful POST. */
  let pendingReason: string | undefined;
  /** Whether GET responses are known to be those of other searches. */
  let isCached = false;
  let signed: EngineInfo = { family: 'unknown', version: undefined };

  const request = async (asked: HttpRequest): Promise<HttpResponse> => {
    const opened = await openClient();
    const answer = await sendWithNonce(asked, (either) => opened.request(either));
    const seen = engineOfHeaders(answer.headers);
    if (seen.family !== 'unknown') signed = seen;
    return answer;
  };

  const send = async (by: SearchMethod, { path, body, signal }: Searching): Promise<SearchReply> => {
    const answer = await request({
      method: by,
      path,
      body,
      // A search changes nothing, with any method.
      repeatable: true,
      ...(signal !== undefined && { signal }),
    });
    return { ...answer, method: by };
  };

  const say = (by: SearchMethod, why: string): void => {
    method = by;
    onMethod?.(by, why);
  };

  const checks = { GET: openCheck('GET'), POST: openCheck('POST') };

  /** The check of one method, shared by all searches that wait for it. */
  function openCheck(by: SearchMethod) {
    /** The path of the search that waits for it; not that of a count, where an engine may ignore our `size`. */
    let path = '';
    const check = singleFlight((signal) => request({ method: by, path, body: checkingBody, repeatable: true, signal }));
    return (asked: Searching, signal: AbortSignal): Promise<HttpResponse> => {
      if (!check.isReading) path = asked.path.replace(/\/_count(?=\?|$)/, '/_search');
      check.refresh();
      return check.read(signal);
    };
  }

  /** Sends a search along with the check, unless bodies are known to arrive. */
  async function sendChecked(by: SearchMethod, asked: Searching): Promise<Checked> {
    if (arriving.has(by)) {
      const reply = await send(by, asked);
      return { reply, finding: refusesMethod(reply, asked.body) ? 'refused' : 'arrives', whyUnknown: () => reply };
    }
    const leave = new AbortController();
    const signal = asked.signal === undefined ? leave.signal : AbortSignal.any([asked.signal, leave.signal]);
    const checking = checks[by](asked, signal).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    try {
      const reply = await send(by, asked);
      if (refusesMethod(reply, asked.body) || isUnhandled(reply)) {
        return { reply, finding: 'refused', whyUnknown: () => reply };
      }
      const checked = await checking;
      if ('error' in checked) {
        if (asked.signal?.aborted === true) throw checked.error;
        const whyUnknown = () => {
          throw checked.error;
        };
        return { reply, finding: 'unknown', whyUnknown };
      }
      const finding = bodySupportOf(checked.answer, reply);
      if (finding === 'arrives') arriving.add(by);
      return { reply, finding, whyUnknown: () => ({ ...checked.answer, method: by }) };
    } finally {
      leave.abort();
    }
  }

  /** Sends the search again by POST, and keeps POST if it reaches the engine. Otherwise returns the first response. */
  async function sendInstead(asked: Searching, why: string, first?: SearchReply): Promise<SearchReply> {
    const { reply, finding } = await sendChecked('POST', asked);
    if (finding === 'refused') return first ?? reply;
    if (finding === 'lost') throw bodiesLost();
    if (method === 'GET' && isEngines(reply)) say('POST', why);
    return reply;
  }

  async function searchByGet(asked: Searching): Promise<SearchReply> {
    const { reply, finding, whyUnknown } = await sendChecked('GET', asked);
    if (finding === 'refused') return sendInstead(asked, isUnhandled(reply) ? nowhereWords() : refusedWords(), reply);
    if (finding === 'lost') return sendInstead(asked, lostWords());
    if (finding === 'arrives' || !isSearchAnswer(reply)) return reply;
    // This page may belong to another search, so it is not shown. A POST rarely loses its body.
    const byPost = await sendChecked('POST', asked);
    if (byPost.finding === 'lost') throw bodiesLost();
    return isEngines(byPost.reply) ? byPost.reply : whyUnknown();
  }

  async function searchByPost(asked: Searching): Promise<SearchReply> {
    const { reply, finding } = await sendChecked('POST', asked);
    if (finding !== 'refused' && finding !== 'lost') {
      if (pendingReason !== undefined) onMethod?.('POST', pendingReason);
      pendingReason = undefined;
      return reply;
    }
    // A proxy on the way may have changed since GET failed.
    const again = isCached ? undefined : await sendChecked('GET', asked);
    if (again?.finding === 'arrives') {
      say('GET', finding === 'lost' ? lostByPostWords() : backWords());
      return again.reply;
    }
    if (finding === 'lost') throw bodiesLost();
    return reply;
  }

  const root = singleFlight((signal) => request({ method: 'GET', path: '/', signal }));

  return {
    /** As in the latest HTTP client. */
    endpoint: async (): Promise<Endpoint> => (await openClient()).endpoint,
    /**
     * Sends a body to a path that ends with `_search` or `_count`, by the method with which bodies arrive. Rejects if
     * they arrive with neither: the response would not be to this search.
     */
    search: (asked: Searching): Promise<SearchReply> => (method === 'GET' ? searchByGet(asked) : searchByPost(asked)),
    /** Sends any other call. */
    request,
    /** The engine; requested once, and `unknown` if it does not report itself. */
    async engine(signal?: AbortSignal): Promise<EngineInfo> {
      try {
        const answer = await root.read(signal);
        if (passing.includes(answer.status) || answer.status >= 500) root.refresh();
        const { family = 'unknown', version } = engineOfRoot(answer) ?? {};
        return family === 'unknown' ? { ...signed, version: version ?? signed.version } : { family, version };
      } catch (error) {
        root.refresh();
        throw error;
      }
    },
    /**
     * Call this if two different pages had the same hits: a cache on the way stores them by URL. Searches then use
     * POST. Returns false if they already do, so that repeating the request would not help.
     */
    suspectCache(): boolean {
      if (method === 'POST') return false;
      method = 'POST';
      isCached = true;
      pendingReason = cacheWords();
      return true;
    },
  };
}

/** The failure if every response would be that of a search for all documents. */
function bodiesLost(): RequestFailure {
  return new RequestFailure({
    kind: 'rejected',
    sentence: l10n.t('Request bodies do not reach this server, neither with GET nor with POST.'),
    nextStep: l10n.t('Configure the proxy in front of the server to pass request bodies on, or use another URL.'),
  });
}

/** Whether an engine responded, even with an error. */
function isEngines(answer: HttpResponse): boolean {
  return isSuccess(answer) || readError(answer.body) !== undefined;
}
