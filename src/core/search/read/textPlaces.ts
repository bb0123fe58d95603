import type { Endpoint } from '../../base/endpoints/endpoint';
import { behindValue, isListText, isObjectText, visitItems, visitMembers } from '../../base/json/scan';
import { jobOf } from '../../base/worker/job';
import { type ReadAnswer, readPlaces } from '../wire/searchAnswer';

/** Where the hits of an answer stand in its text, and what surrounds them. */
interface TextPlaces {
  /** The answer without its hits. */
  readonly read: ReadAnswer;
  /** Where the list of hits begins, and the index behind it; undefined where it has no end. */
  readonly list: number;
  readonly end: number | undefined;
  /** The index behind the last hit, where it is known before the others are looked for. */
  readonly last: number | undefined;
  /** Where the hits begin and end, in turns, if that was asked for; undefined where the list is none. */
  readonly items: Float64Array | undefined;
}

/** The last hit, the list of hits, the object that holds it, and the answer end. */
const usualEnd = '}]}}';

/** Reads an answer of `_search` around its hits, and finds those. */
export function textPlaces(body: string, endpoint: Endpoint, isWithItems: boolean): TextPlaces {
  const list = hitsAt(body);
  // The hits are the end of what engines answer to a search for nothing else; who then finds another end reads all of it.
  const isUsual = list !== undefined && body.endsWith(usualEnd);
  const end = list === undefined ? undefined : isUsual ? body.length - 2 : endOfList(body, list);
  const around = end === undefined ? body : `${body.slice(0, list)}[]${body.slice(end)}`;
  const start = list ?? body.length;
  return {
    read: readPlaces(around, endpoint),
    list: start,
    end,
    last: isUsual ? body.length + 1 - usualEnd.length : undefined,
    items: isWithItems ? itemPlaces(body, start, end) : undefined,
  };
}

/** Where the list of hits begins in an answer; undefined where there is none. */
function hitsAt(body: string): number | undefined {
  let found: number | undefined;
  const start = body.search(/\S/);
  if (start < 0 || !isObjectText(body, start)) return undefined;
  visitMembers(body, start, (name, at) => {
    if (name !== 'hits' || !isObjectText(body, at)) return undefined;
    return visitMembers(body, at, (inner, list) => {
      if (inner !== 'hits' || !isListText(body, list)) return undefined;
      found = list;
      // Nothing behind it is looked at.
      return body.length;
    });
  });
  return found;
}

/** The index behind a list; undefined where it is not closed. */
function endOfList(body: string, at: number): number | undefined {
  const end = visitItems(body, at, () => undefined);
  return body.charAt(end - 1) === ']' ? end : undefined;
}

/** Where the items of a list that ends there begin and end, in turns; undefined where it does not. */
export function itemPlaces(body: string, at: number, end: number | undefined): Float64Array | undefined {
  const places: number[] = [];
  const found = visitItems(body, at, (start) => {
    const behind = behindValue(body, start);
    places.push(start, behind);
    return behind;
  });
  return found === end && body.charAt(found - 1) === ']' ? Float64Array.from(places) : undefined;
}

export const textPlacesJob = jobOf('textPlaces', 2 ** 22, textPlaces);
