import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { canceledFailure, type Failure, RequestFailure } from '../../base/errors/failure';
import { isSuccess, notJson } from '../../base/http/responseFailures';
import { runJob } from '../../base/worker/runJob';
import type { SearchClient, SearchReply } from '../engine/searchClient';
import { type EngineError, readError } from '../wire/engineError';
import { readPlacesJob, type SearchAnswer, withTexts } from '../wire/searchAnswer';
import { failureOf, notAnEngine } from '../wire/searchFailure';
import type { SearchPage } from './pager';

export interface PageOptions {
  readonly signal: AbortSignal;
  /** Called with the number of skipped hits on the way to a distant page, and the number of all to skip. */
  readonly onProgress?: ((passed: number, of: number) => void) | undefined;
  /** Whether the page is prefetched: then no other point in time is opened for it. */
  readonly isAhead?: boolean;
}

/** The response to a search, of any status, and the request as it was sent. */
export interface SearchReplied {
  readonly reply: SearchReply;
  readonly sent: SearchPage['sent'];
}

/** A successful response to a search, and its request. */
export interface AnsweredSearch {
  readonly answer: SearchAnswer;
  readonly bytes: number;
  readonly sent: SearchPage['sent'];
}

/** The engine refused: a `RequestFailure` with the engine's own error, for callers that can try another way. */
export class EngineRefusal extends RequestFailure {
  readonly error: EngineError;

  constructor(failure: Failure, error: EngineError) {
    super(failure);
    this.error = error;
  }
}

/** The response belongs to another request, such as an earlier one: the caller requests it again past any cache. */
export class ForeignAnswer extends RequestFailure {
  constructor() {
    super({
      kind: 'malformed',
      sentence: l10n.t('The response belongs to another request: its hits are not the requested ones.'),
      nextStep: l10n.t(
        'Make sure that no cache in front of the server stores search responses. A sort format that shortens values can also cause this.',
      ),
    });
  }
}

/** Sends a search to an index expression. */
export async function searchSender(
  client: SearchClient,
  path: string,
  body: string,
  signal: AbortSignal,
): Promise<SearchReplied> {
  const reply = await client.search({ path, body, signal });
  return { reply, sent: { method: reply.method, path, body } };
}

/** The result of `send` within the time limit. Rejects with `RequestFailure`, or `EngineRefusal` of the engine. */
export async function replyWithin(
  client: SearchClient,
  timeoutMs: number | undefined,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<SearchReplied>,
): Promise<SearchReplied> {
  if (signal.aborted) throw canceledFailure();
  const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  let replied: SearchReplied;
  try {
    replied = await send(limit === undefined ? signal : AbortSignal.any([signal, limit]));
  } catch (error) {
    if (signal.aborted) throw canceledFailure();
    if (limit?.aborted) throw tookTooLong(timeoutMs ?? 0);
    throw error;
  }
  if (signal.aborted) throw canceledFailure();
  if (isSuccess(replied.reply)) return replied;
  const { failure } = failureOf(replied.reply, await client.endpoint());
  throw new EngineRefusal(failure, readError(replied.reply.body) ?? { types: [], reason: '', reasons: [] });
}

function tookTooLong(timeoutMs: number): RequestFailure {
  return new RequestFailure({
    kind: 'timedOut',
    sentence: l10n.t('The search took longer than {0} s and was canceled.', numberText(timeoutMs / 1000)),
    nextStep: l10n.t('Narrow the search, or increase the time limit for searches in the settings.'),
  });
}

/**
 * The hits of a search of an index expression, as `replyWithin` and `readHits` have them.
 *
 * @throws EngineRefusal, RequestFailure
 */
export async function askHits(
  client: SearchClient,
  path: string,
  body: string,
  { timeoutMs, signal }: { readonly timeoutMs: number | undefined; readonly signal: AbortSignal },
): Promise<AnsweredSearch> {
  const replied = await replyWithin(client, timeoutMs, signal, (either) => searchSender(client, path, body, either));
  return readHits(client, replied, signal);
}

/**
 * Reads a successful response to a search: on another thread if it is long.
 *
 * @throws RequestFailure if it is not a search response, and if reading was canceled
 */
export async function readHits(
  client: SearchClient,
  { reply, sent }: SearchReplied,
  signal: AbortSignal,
): Promise<AnsweredSearch> {
  const endpoint = await client.endpoint();
  const { body } = reply;
  const read = await runJob(readPlacesJob, [body, endpoint], { length: body.length, signal });
  if (read === 'not JSON') throw notJson(reply, endpoint);
  if (typeof read === 'string') throw notAnEngine(reply, endpoint);
  return { answer: withTexts(read, body), bytes: Buffer.byteLength(body), sent };
}
