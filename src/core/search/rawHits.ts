import { arrayItems, memberText } from '../json/slices';

/** What is taken of a hit as the engine's own text. */
export interface RawHit {
  readonly json: string;
  /** The digits of `_score`; absent where it is null or not sent. */
  readonly score: string | undefined;
}

/**
 * The hits of a `_search` answer as the exact texts received, in order.
 *
 * @param body valid JSON
 */
export function rawHits(body: string): RawHit[] {
  const hits = memberText(memberText(body, 'hits') ?? '', 'hits') ?? '';
  return arrayItems(hits).map((json) => {
    const score = memberText(json, '_score');
    return { json, score: score === 'null' ? undefined : score };
  });
}
