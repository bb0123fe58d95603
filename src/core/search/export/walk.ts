import { isSuccess, parseJson } from '../../http/answers';
import { cancelled } from '../../http/describe';
import type { HttpAnswer } from '../../http/door';
import { memberText } from '../../json/slices';
import { readAnswer, type SearchAnswer } from '../answer';
import type { SearchDoor } from '../engine/searchDoor';
import { failureOf, notAnEngine } from '../failure';
import { behindValue, isList, isObject, visitItems, visitMembers } from '../read/scan';

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

/** An answer whose hits are texts only. */
export interface Texts extends Omit<SearchAnswer, 'hits'> {
  /** The hits, each as JSON text. */
  readonly hits: readonly string[];
}

/**
 * Reads an answer of `_search`, and of its hits no more than where they are: an export of a million documents would otherwise
 * take twice as long, and leave several times their size behind as garbage. What surrounds them is read like any answer, so
 * one that ends too early is still found out.
 *
 * @throws RequestFailure
 */
export async function textsOf(door: SearchDoor, answer: HttpAnswer, signal: AbortSignal): Promise<Texts> {
  const endpoint = await door.endpoint();
  if (signal.aborted) throw cancelled();
  if (!isSuccess(answer)) throw failureOf(answer, endpoint);
  const { hits, around } = taken(answer.body);
  const read = readAnswer(around, parseJson({ ...answer, body: around }, endpoint));
  if (read === undefined) throw notAnEngine(answer, endpoint);
  return { ...read, hits };
}

/** The hits of an answer, and the answer without them. */
function taken(body: string): { readonly hits: readonly string[]; readonly around: string } {
  const hits: string[] = [];
  let around = body;
  const takeHits = (at: number): number => {
    const end = visitItems(body, at, (start) => {
      const behind = behindValue(body, start);
      hits.push(body.slice(start, behind));
      return behind;
    });
    // Where this is no whole list, the whole text is read, and what is wrong with it found.
    if (body.charAt(end - 1) === ']') around = `${body.slice(0, at)}[]${body.slice(end)}`;
    return end;
  };
  const start = body.search(/\S/);
  if (start < 0 || !isObject(body, start)) return { hits, around };
  visitMembers(body, start, (name, at) => {
    if (name !== 'hits' || !isObject(body, at)) return undefined;
    return visitMembers(body, at, (inner, list) => {
      return inner === 'hits' && isList(body, list) && hits.length === 0 ? takeHits(list) : undefined;
    });
  });
  return { hits, around };
}

/** The last member of a hit that was sorted. */
const sortBehind = ',"sort":[';

/**
 * Where the sort values of a hit begin, if they are its last member, as engines send them: the index of their comma. Nothing
 * else looks like it: in a string the quotes would be escaped, and in the document more than the hit's own brace would follow.
 */
export function sortAt(hit: string): number | undefined {
  const at = hit.lastIndexOf(sortBehind);
  return at >= 0 && behindValue(hit, at + sortBehind.length - 1) === hit.length - 1 ? at : undefined;
}

/** The sort values of a hit, as the JSON text of their list. */
export function sortOf(hit: string): string {
  const at = sortAt(hit);
  return at === undefined ? (memberText(hit, 'sort') ?? '') : hit.slice(at + sortBehind.length - 1, -1);
}
