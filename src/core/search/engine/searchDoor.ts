import type { Endpoint } from '../../endpoint';
import { isSuccess } from '../../http/answers';
import type { Door, HttpAnswer, HttpRequest } from '../../http/door';
import { shareRead } from '../../traefik/sharedRead';
import { readError } from '../engineError';
import { checkingBody, type Finding, findingOf, isSearchAnswer, refusesMethod } from './bodyCheck';
import { engineOfHeaders, engineOfRoot } from './engineInfo';

/** Which of the families with different calls an engine belongs to; `unknown` where it does not say. */
export type EngineFamily = 'elasticsearch' | 'opensearch' | 'unknown';

/** What answers at a search endpoint, as far as it tells. Server text. */
export interface EngineInfo {
  readonly family: EngineFamily;
  /** `8.19.0`; undefined where it is not told (a user without the right to ask `GET /`, a serverless engine). */
  readonly version: string | undefined;
}

/** How searches are sent: with GET as long as bodies arrive, else with POST. */
export type SearchMethod = 'GET' | 'POST';

/** A searching request's answer, and what was really sent. */
export interface SearchReply extends HttpAnswer {
  readonly method: SearchMethod;
}

/**
 * The way of searches to one endpoint's engine: a door that finds out, once, whether the body of a GET arrives, and what
 * answers. Rejects with `RequestFailure` only.
 */
export interface SearchDoor {
  /** As the door opened last has it. */
  readonly endpoint: () => Promise<Endpoint>;
  /** Sends a body to a path that ends with `_search` or `_count`, by GET or POST as found out. */
  search(request: {
    readonly path: string;
    readonly body: string;
    readonly signal?: AbortSignal;
  }): Promise<SearchReply>;
  /** Any other call. */
  request(request: HttpRequest): Promise<HttpAnswer>;
  /** What answers; asked once, and `unknown` where it does not say. */
  engine(signal?: AbortSignal): Promise<EngineInfo>;
  /**
   * To be told when two different pages came with the same hits: something between keeps answers by their address. Searches
   * go by POST from now on. False where they already do, so that asking again would not help.
   */
  suspectCache(): boolean;
}

export interface SearchDoorOptions {
  /** POST where it was found out earlier that GET will not do: nothing is checked then. */
  readonly method?: SearchMethod;
  /** Told when searches go by another method from now on, to be remembered, and why: one sentence, to be said. */
  readonly onMethod?: (method: SearchMethod, why: string) => void;
}

type Searching = Parameters<SearchDoor['search']>[0];

/** A search by GET, and what is known of its body. */
interface Checked {
  readonly reply: SearchReply;
  readonly finding: Finding | 'refused';
  /** What to show in place of an answer that may be to no body at all. Throws where the check was not answered. */
  readonly whyUnknown: () => SearchReply;
}

const lostWords = 'The body of a GET does not arrive at this engine, so searches are sent by POST from now on.';
const refusedWords =
  'A GET with a body is refused on the way to this engine, so searches are sent by POST from now on.';
const cacheWords =
  'Answers are kept by their address on the way to this engine, so searches are sent by POST from now on.';
const backWords =
  'POST is refused on the way to this engine and a GET arrives whole, so searches are sent by GET from now on.';

/** Answers to `GET /` that say nothing for good. */
const passing: readonly number[] = [401, 408, 429];

/**
 * @param openDoor asked before each request, so that an edited endpoint counts from the next one on
 */
export function openSearchDoor(openDoor: () => Promise<Door>, options: SearchDoorOptions = {}): SearchDoor {
  const { onMethod } = options;
  let method = options.method ?? 'GET';
  /** Whether bodies of GET requests are known to arrive. */
  let arrives = false;
  /** Of POST: what is still to be said when one has gone through. */
  let unsaid: string | undefined;
  /** Whether GET answers are known to be those of other searches. */
  let isCached = false;
  let signed: EngineInfo = { family: 'unknown', version: undefined };

  const request = async (asked: HttpRequest): Promise<HttpAnswer> => {
    const answer = await (await openDoor()).request(asked);
    const seen = engineOfHeaders(answer.headers);
    if (seen.family !== 'unknown') signed = seen;
    return answer;
  };

  const send = async (by: SearchMethod, { path, body, signal }: Searching): Promise<SearchReply> => {
    const answer = await request({
      method: by,
      path,
      body,
      // A search changes nothing, whatever its method.
      repeatable: true,
      ...(signal !== undefined && { signal }),
    });
    return { ...answer, method: by };
  };

  const say = (by: SearchMethod, why: string): void => {
    method = by;
    onMethod?.(by, why);
  };

  /** Where the next check goes: to the address of the search that waits for it. */
  let checkedPath = '';
  const check = shareRead((signal) => request({ method: 'GET', path: checkedPath, body: checkingBody, signal }));

  /** A search by GET along with the check, which is one for all searches that wait for it. */
  async function sendChecked(asked: Searching): Promise<Checked> {
    if (!check.isReading) checkedPath = asked.path;
    check.refresh();
    const leave = new AbortController();
    const signal = asked.signal === undefined ? leave.signal : AbortSignal.any([asked.signal, leave.signal]);
    const checking = check.read(signal).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    try {
      const reply = await send('GET', asked);
      if (refusesMethod(reply, asked.body)) return { reply, finding: 'refused', whyUnknown: () => reply };
      const checked = await checking;
      if ('error' in checked) {
        if (asked.signal?.aborted === true) throw checked.error;
        const whyUnknown = () => {
          throw checked.error;
        };
        return { reply, finding: 'unknown', whyUnknown };
      }
      const finding = findingOf(checked.answer, reply);
      if (finding === 'arrives') arrives = true;
      return { reply, finding, whyUnknown: () => ({ ...checked.answer, method: 'GET' }) };
    } finally {
      leave.abort();
    }
  }

  /** Asks again by POST, which is kept to if it reaches the engine. Else the first answer stands, where there was one. */
  async function sendInstead(asked: Searching, why: string, first?: SearchReply): Promise<SearchReply> {
    const reply = await send('POST', asked);
    if (refusesMethod(reply, asked.body)) return first ?? reply;
    if (method === 'GET' && isEngines(reply)) say('POST', why);
    return reply;
  }

  async function searchByGet(asked: Searching): Promise<SearchReply> {
    if (arrives) {
      const reply = await send('GET', asked);
      return refusesMethod(reply, asked.body) ? sendInstead(asked, refusedWords, reply) : reply;
    }
    const { reply, finding, whyUnknown } = await sendChecked(asked);
    if (finding === 'refused') return sendInstead(asked, refusedWords, reply);
    if (finding === 'lost') return sendInstead(asked, lostWords);
    if (finding === 'arrives' || !isSearchAnswer(reply)) return reply;
    // Nothing says whether this page answers what was asked, so it is not shown. By POST there is no doubt.
    const byPost = await send('POST', asked);
    return isEngines(byPost) ? byPost : whyUnknown();
  }

  async function searchByPost(asked: Searching): Promise<SearchReply> {
    const reply = await send('POST', asked);
    if (!refusesMethod(reply, asked.body)) {
      if (unsaid !== undefined) onMethod?.('POST', unsaid);
      unsaid = undefined;
      return reply;
    }
    if (isCached) return reply;
    // The way may have changed since a GET was found not to do.
    const again = await sendChecked(asked);
    if (again.finding !== 'arrives') return reply;
    say('GET', backWords);
    return again.reply;
  }

  const root = shareRead((signal) => request({ method: 'GET', path: '/', signal }));

  return {
    endpoint: async () => (await openDoor()).endpoint,
    search: (asked) => (method === 'GET' ? searchByGet(asked) : searchByPost(asked)),
    request,
    async engine(signal) {
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
    suspectCache() {
      if (method === 'POST') return false;
      method = 'POST';
      isCached = true;
      unsaid = cacheWords;
      return true;
    },
  };
}

/** Whether it is an engine that answered, be it with an error of its own. */
function isEngines(answer: HttpAnswer): boolean {
  return isSuccess(answer) || readError(answer.body) !== undefined;
}
