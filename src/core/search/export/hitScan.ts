import type { PluralForms } from '../../../l10n/plural';
import { cancelled } from '../../base/errors/failure';
import type { HttpResponse } from '../../base/http/httpClient';
import { isSuccess, notJson, parseJson } from '../../base/http/responseFailures';
import { runJob } from '../../base/worker/runJob';
import type { SearchClient } from '../engine/searchClient';
import { itemPlaces, textPlacesJob } from '../read/textPlaces';
import type { SearchAnswer } from '../wire/searchAnswer';
import { failureOf, notAnEngine } from '../wire/searchFailure';

/** Goes through a result from its first hit on. Rejects with `RequestFailure` only. */
export interface HitScan {
  /** What is to be said of hits that come this way. */
  readonly notes: readonly string[];
  /** Whether the same hits can be asked for again, after a failure or an answer that was not whole. */
  readonly canRepeat: boolean;
  /** Asks for the next hits, at most `size`; a way that has a size of its own keeps to that. It does not go on by itself. */
  page(size: number, signal: AbortSignal): Promise<HitScanPage>;
  /** Frees what the engine holds, as well as it can. Never rejects. */
  close(): Promise<void>;
}

/** An answer on the way. */
export interface HitScanPage extends Pick<SearchAnswer, 'total' | 'partial'> {
  /** How many hits were asked for. */
  readonly asked: number;
  /** The hits, each as JSON text. They are looked for when this is called; throws `RequestFailure` where they are no hits. */
  hits(): readonly string[];
  /** Whether no hits follow, as far as these tell. */
  isLast(): boolean;
  /** Of the answer's text, in UTF-16 units. */
  readonly length: number;
  /** Takes these hits as passed: the next ones are those behind. */
  pass(): void;
  /** Whether `pass` does without looking for the hits. */
  readonly passesUnread: boolean;
}

/** Where the others could not be read. */
export const onlyFirstHits: PluralForms = {
  one: 'Only the first hit could be read.',
  other: 'Only the first {0} hits could be read.',
};

/** After the last page. */
export const endOfScan: HitScanPage = {
  asked: 0,
  hits: () => [],
  total: undefined,
  partial: [],
  isLast: () => true,
  length: 0,
  passesUnread: false,
  pass: () => undefined,
};

/** An answer whose hits are texts only. */
export interface HitTexts extends Omit<SearchAnswer, 'hits' | 'aggregations'> {
  /** See `Look`. */
  hits(): readonly string[];
  /** The last hit, where it is known before the others are looked for. */
  readonly last: string | undefined;
}

/**
 * Reads an answer of `_search`, and of its hits no more than where they are: an export of a million documents would otherwise
 * take twice as long, and leave several times their size behind as garbage. What surrounds them is read like any answer, so
 * one that ends too early is still found out.
 *
 * @throws RequestFailure
 */
export async function textsOf(client: SearchClient, answer: HttpResponse, signal: AbortSignal): Promise<HitTexts> {
  const endpoint = await client.endpoint();
  if (signal.aborted) throw cancelled();
  if (!isSuccess(answer)) throw failureOf(answer, endpoint);
  const { body } = answer;
  const isLong = body.length > textPlacesJob.longestHere;
  // Of a long one where each hit is, too: in many small things that is not found out in a moment.
  const found = await runJob(textPlacesJob, [body, endpoint, isLong], { length: body.length, signal });
  const { read, last, list, end } = found;
  if (read === 'not JSON') throw notJson(answer, endpoint);
  if (read === 'not an answer') throw notAnEngine(answer, endpoint);
  const { hits: _, aggregations: _unused, ...about } = read;
  let hits: readonly string[] | undefined;
  return {
    ...about,
    hits() {
      const places = isLong ? found.items : itemPlaces(body, list, end);
      hits ??= places && textsAt(body, places);
      if (hits !== undefined) return hits;
      if (!isLong) parseJson(answer, endpoint);
      throw isLong ? notJson(answer, endpoint) : notAnEngine(answer, endpoint);
    },
    last: last === undefined ? undefined : body.slice(0, last),
  };
}

function textsAt(body: string, places: Float64Array): string[] {
  const texts: string[] = [];
  for (let at = 0; at < places.length; at += 2) texts.push(body.slice(places[at], places[at + 1]));
  return texts;
}
