import { behindValue, isListText, isObjectText, type JsonPlace, visitItems, visitMembers } from '../../base/json/scan';

/** The parts of a hit that are taken from the engine's own text. */
interface RawHit {
  readonly place: JsonPlace;
  /** The digits of `_score`; absent if it is missing or not a number, such as null or the string `NaN`. */
  readonly score?: string;
  /** The JSON text of the list of sort values; absent if there is none. */
  readonly sort?: string;
}

/** The parts of a response as the engine's own text, because `JSON.parse` rounds digits and loses spelling. */
interface RawAnswer {
  readonly hits: readonly RawHit[];
  readonly aggregations?: JsonPlace;
}

const digits = /^-?\d[\d.eE+-]{0,40}$/;

/** The place after a hit, and the parts that were read. */
function rawHit(body: string, at: number): readonly [behind: number, hit: RawHit] {
  let score: string | undefined;
  let sort: string | undefined;
  const behind = visitMembers(body, at, (name, start) => {
    if (name !== '_score' && name !== 'sort') return undefined;
    const end = behindValue(body, start);
    const value = body.slice(start, end);
    if (name === '_score') score = digits.test(value) ? value : undefined;
    else sort = isListText(body, start) ? value : undefined;
    return end;
  });
  return [behind, { place: [at, behind], ...(score !== undefined && { score }), ...(sort !== undefined && { sort }) }];
}

/**
 * Reads a response of `_search` once. Of members with the same name the last counts, as for `JSON.parse`.
 *
 * @param body valid JSON
 */
export function rawAnswer(body: string): RawAnswer {
  let hits: RawHit[] = [];
  let aggregations: JsonPlace | undefined;

  function readHits(at: number): number | undefined {
    hits = [];
    if (!isListText(body, at)) return undefined;
    return visitItems(body, at, (start) => {
      if (!isObjectText(body, start)) return undefined;
      const [behind, hit] = rawHit(body, start);
      hits.push(hit);
      return behind;
    });
  }

  visitMembers(body, body.search(/\S/), (name, start) => {
    if (name === 'hits' && isObjectText(body, start)) {
      return visitMembers(body, start, (inner, at) => (inner === 'hits' ? readHits(at) : undefined));
    }
    if (name !== 'aggregations') return undefined;
    const end = behindValue(body, start);
    aggregations = isObjectText(body, start) ? [start, end] : undefined;
    return end;
  });
  return { hits, ...(aggregations !== undefined && { aggregations }) };
}
