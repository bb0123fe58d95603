import { numberText } from '../../../l10n/numbers';
import { cancelled, type Failure, RequestFailure } from '../../base/errors/failure';
import { isSuccess } from '../../base/http/responseFailures';
import type { SearchClient, SearchReply } from '../engine/searchClient';
import { type EngineError, readError } from '../wire/engineError';
import { readReply } from '../wire/readReply';
import type { SearchAnswer } from '../wire/searchAnswer';
import { failureOf } from '../wire/searchFailure';
import type { SearchPage } from './pager';

/** How one page is asked for. */
export interface PageOptions {
  readonly signal: AbortSignal;
  /** Told how many hits were passed on the way to a far page, and how many there are to pass. */
  readonly onProgress?: ((passed: number, of: number) => void) | undefined;
  /** Whether nobody wants the page yet: then no other point in time is opened for it. */
  readonly isAhead?: boolean;
}

/** A reply to a search of whatever status, and the request as it went. */
export interface SearchReplied {
  readonly reply: SearchReply;
  readonly sent: SearchPage['sent'];
}

/** A good answer of a search, and how it came. */
export interface AnsweredSearch {
  readonly answer: SearchAnswer;
  readonly bytes: number;
  readonly sent: SearchPage['sent'];
}

/** The engine said no: a `RequestFailure` to everybody, and with its own words to those who can go on another way. */
export class EngineRefusal extends RequestFailure {
  readonly error: EngineError;

  constructor(failure: Failure, error: EngineError) {
    super(failure);
    this.error = error;
  }
}

/** What came answers another request, such as one before: to be asked for again where nothing keeps answers. */
export class ForeignAnswer extends RequestFailure {
  constructor() {
    super({
      kind: 'malformed',
      sentence: 'The answer belongs to another request: its hits are not those that were asked for.',
      nextStep:
        'Something between here and the engine may keep answers for later: have it pass searches on. A format in the sort that shortens values does the same.',
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

/**
 * What came of `send` within the time limit. Rejects, as `RequestFailure`, where nothing came, and as `EngineRefusal` where
 * an engine said no.
 */
export async function replyWithin(
  client: SearchClient,
  timeoutMs: number | undefined,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<SearchReplied>,
): Promise<SearchReplied> {
  if (signal.aborted) throw cancelled();
  const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  let replied: SearchReplied;
  try {
    replied = await send(limit === undefined ? signal : AbortSignal.any([signal, limit]));
  } catch (error) {
    if (signal.aborted) throw cancelled();
    if (limit?.aborted) throw tookTooLong(timeoutMs ?? 0);
    throw error;
  }
  if (signal.aborted) throw cancelled();
  if (isSuccess(replied.reply)) return replied;
  const { failure } = failureOf(replied.reply, await client.endpoint());
  throw new EngineRefusal(failure, readError(replied.reply.body) ?? { types: [], reason: '' });
}

function tookTooLong(timeoutMs: number): RequestFailure {
  return new RequestFailure({
    kind: 'timedOut',
    sentence: `The search took longer than ${numberText(timeoutMs / 1000)} s and was cancelled.`,
    nextStep: 'Search for something narrower, or raise the time limit of searches in the settings.',
  });
}

/** Reads the hits of a good reply. */
export async function readHits(
  client: SearchClient,
  { reply, sent }: SearchReplied,
  signal: AbortSignal,
): Promise<AnsweredSearch> {
  const answer = await readReply(reply, await client.endpoint(), signal);
  return { answer, bytes: Buffer.byteLength(reply.body), sent };
}
