import type { PluralForms } from '../../../l10n/plural';
import { canceledFailure } from '../../base/errors/failure';
import type { HttpResponse } from '../../base/http/httpClient';
import { isSuccess, notJson, parseJson } from '../../base/http/responseFailures';
import { runJob } from '../../base/worker/runJob';
import type { SearchClient } from '../engine/searchClient';
import { itemPlaces, textPlacesJob } from '../read/textPlaces';
import type { SearchAnswer } from '../wire/searchAnswer';
import { failureOf, notAnEngine } from '../wire/searchFailure';

/** Reads a result from its first hit on. Rejects with `RequestFailure` only. */
export interface HitScan {
  /** Notes about hits that are read in this way. */
  readonly notes: readonly string[];
  /** Whether the same hits can be requested again, after a failure or an incomplete response. */
  readonly canRepeat: boolean;
  /** Requests the next hits, at most `size`, unless the scan has its own size. Does not advance: see `pass`. */
  page(size: number, signal: AbortSignal): Promise<HitScanPage>;
  /** Closes what the engine keeps open, if possible. Never rejects. */
  close(): Promise<void>;
}

export interface HitScanPage extends Pick<SearchAnswer, 'total' | 'partial'> {
  /** The number of requested hits. */
  readonly asked: number;
  /** The hits, each as JSON text, located on this call; throws `RequestFailure` if they are not hits. */
  hits(): readonly string[];
  /** Whether no hits follow, as far as these show. */
  isLast(): boolean;
  /** Of the response's text, in UTF-16 units. */
  readonly length: number;
  /** Advances: the next page starts after these hits. */
  pass(): void;
  /** Whether `pass` works without locating the hits. */
  readonly passesUnread: boolean;
}

/** For hits that could not be read. */
export const onlyFirstHits: PluralForms = {
  one: 'Only the first hit could be read.',
  other: 'Only the first {0} hits could be read.',
};

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

/** A response whose hits are only texts. */
export interface HitTexts extends Omit<SearchAnswer, 'hits' | 'aggregations'> {
  /** See `HitScanPage`. */
  hits(): readonly string[];
  /** The last hit, if it is known before the others are located. */
  readonly last: string | undefined;
}

/**
 * Reads a response of `_search`, but only locates its hits: parsing them would be slower and leave several times their
 * size as garbage. The text around the hits is parsed as usual, so a truncated response is still detected.
 *
 * @throws RequestFailure
 */
export async function hitTextsOf(client: SearchClient, answer: HttpResponse, signal: AbortSignal): Promise<HitTexts> {
  const endpoint = await client.endpoint();
  if (signal.aborted) throw canceledFailure();
  if (!isSuccess(answer)) throw failureOf(answer, endpoint);
  const { body } = answer;
  const isLong = body.length > textPlacesJob.longestHere;
  // In a long response the hits are located there, too, because that takes time.
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
