import type { Endpoint } from '../../base/endpoints/endpoint';
import { behindValue, isListText, isObjectText, visitItems, visitMembers } from '../../base/json/scan';
import { jobOf } from '../../base/worker/job';
import { type ReadAnswer, readPlaces } from '../wire/searchAnswer';

/** The places of a response's hits in its text, and the rest of the response. */
interface TextPlaces {
  /** The response without its hits. */
  readonly read: ReadAnswer;
  /** The index of the list of hits, and the index after it; undefined if the list is not closed. */
  readonly list: number;
  readonly end: number | undefined;
  /** The index after the last hit, if it is known before the others are located. */
  readonly last: number | undefined;
  /** The start and end of each hit, alternating, if requested; undefined if the list is invalid. */
  readonly items: Float64Array | undefined;
}

/** The ends of the last hit, the list of hits, the object that contains it, and the response. */
const usualEnd = '}]}}';

/** Parses a `_search` response without its hits, which are only located. */
function textPlaces(body: string, endpoint: Endpoint, isWithItems: boolean): TextPlaces {
  const list = hitsAt(body);
  // A response to a search for hits alone ends with them. For any other end, the caller parses all of it.
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

/** The index of the list of hits in a response; undefined if there is none. */
function hitsAt(body: string): number | undefined {
  let found: number | undefined;
  const start = body.search(/\S/);
  if (start < 0 || !isObjectText(body, start)) return undefined;
  visitMembers(body, start, (name, at) => {
    if (name !== 'hits' || !isObjectText(body, at)) return undefined;
    return visitMembers(body, at, (inner, list) => {
      if (inner !== 'hits' || !isListText(body, list)) return undefined;
      found = list;
      // Skips the rest.
      return body.length;
    });
  });
  return found;
}

/** The index after a list; undefined if the list is not closed. */
function endOfList(body: string, at: number): number | undefined {
  const end = visitItems(body, at, () => undefined);
  return body.charAt(end - 1) === ']' ? end : undefined;
}

/** The start and end of each item of a list, alternating; undefined if the list does not end at `end`. */
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
