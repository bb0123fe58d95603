import { isSuccess, parseJson } from '../../http/answers';
import { cancelled } from '../../http/describe';
import type { HttpAnswer } from '../../http/door';
import { isRecord } from '../../json/record';
import { readAnswer, type SearchAnswer } from '../answer';
import type { SearchDoor } from '../engine/searchDoor';
import { failureOf, notAnEngine } from '../failure';

/** Goes through a result from its first hit on. Rejects with `RequestFailure` only. */
export interface Walk {
  /** What is to be said of hits that come this way. */
  readonly notes: readonly string[];
  /** Whether the same hits can be asked for again, after a failure or an answer that was not whole. */
  readonly canRepeat: boolean;
  /** Asks for the next hits, at most `size`; a way that has a size of its own keeps to that. It does not go on by itself. */
  look(size: number, signal: AbortSignal): Promise<Look>;
  /** Frees what the engine holds, as well as it can. Never rejects. */
  close(): Promise<void>;
}

/** An answer on the way. */
export interface Look extends Pick<SearchAnswer, 'total' | 'partial'> {
  /** The hits, each as JSON text. */
  readonly hits: readonly string[];
  /** Whether no hits follow. */
  readonly isLast: boolean;
  /** Of the answer's text, in UTF-16 units. */
  readonly length: number;
  /** Takes these hits as passed: the next ones are those behind. */
  pass(): void;
}

interface ReadOptions {
  /** `terminated_early` is true of each page of a scroll by `_doc` on Elasticsearch 6.8 and 7.17 (recorded: scroll-2). */
  readonly endsEarly?: boolean;
}

/** Reads an answer of `_search`. @throws RequestFailure */
export async function answerOf(
  door: SearchDoor,
  answer: HttpAnswer,
  signal: AbortSignal,
  { endsEarly = false }: ReadOptions = {},
): Promise<SearchAnswer> {
  const endpoint = await door.endpoint();
  if (signal.aborted) throw cancelled();
  if (!isSuccess(answer)) throw failureOf(answer, endpoint);
  const parsed = parseJson(answer, endpoint);
  const known = endsEarly && isRecord(parsed) ? { ...parsed, terminated_early: undefined } : parsed;
  const read = readAnswer(answer.body, known);
  if (read === undefined) throw notAnEngine(answer, endpoint);
  return read;
}
