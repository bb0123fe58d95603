import { isSuccess, parseJson } from '../../http/answers';
import { cancelled } from '../../http/describe';
import type { HttpAnswer } from '../../http/door';
import { withoutSecrets } from '../../http/serverText';
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

/** An answer whose hits are texts only. */
export interface Texts extends Omit<SearchAnswer, 'hits'> {
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
export async function textsOf(door: SearchDoor, answer: HttpAnswer, signal: AbortSignal): Promise<Texts> {
  const endpoint = await door.endpoint();
  if (signal.aborted) throw cancelled();
  if (!isSuccess(answer)) throw failureOf(answer, endpoint);
  const { body } = answer;
  const list = hitsAt(body);
  // The hits are the end of what engines answer to a search for nothing else; who then finds another end reads all of it.
  const isUsual = list !== undefined && body.endsWith(usualEnd);
  const end = list === undefined ? undefined : isUsual ? body.length - 2 : endOfList(body, list);
  const around = end === undefined ? body : `${body.slice(0, list)}[]${body.slice(end)}`;
  const parsed = parseJson({ ...answer, body: around }, endpoint);
  const read = readAnswer(around, parsed, (text) => withoutSecrets(text, endpoint));
  if (read === undefined) throw notAnEngine(answer, endpoint);
  let hits: readonly string[] | undefined;
  return {
    ...read,
    hits() {
      hits ??= itemsOf(body, list ?? body.length, end);
      if (hits !== undefined) return hits;
      parseJson(answer, endpoint);
      throw notAnEngine(answer, endpoint);
    },
    last: isUsual ? body.slice(0, 1 - usualEnd.length) : undefined,
  };
}

/** The last hit, the list of hits, the object that holds it, and the answer end. */
const usualEnd = '}]}}';

/** Where the list of hits begins in an answer; undefined where there is none. */
function hitsAt(body: string): number | undefined {
  let found: number | undefined;
  const start = body.search(/\S/);
  if (start < 0 || !isObject(body, start)) return undefined;
  visitMembers(body, start, (name, at) => {
    if (name !== 'hits' || !isObject(body, at)) return undefined;
    return visitMembers(body, at, (inner, list) => {
      if (inner !== 'hits' || !isList(body, list)) return undefined;
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

/** The items of a list that ends there; undefined where it does not. */
function itemsOf(body: string, at: number, end: number | undefined): string[] | undefined {
  const items: string[] = [];
  const found = visitItems(body, at, (start) => {
    const behind = behindValue(body, start);
    items.push(body.slice(start, behind));
    return behind;
  });
  return found === end && body.charAt(found - 1) === ']' ? items : undefined;
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

/** The sort values of a hit, as the JSON text of their list. @param hit may begin with what stands before it */
export function sortOf(hit: string): string {
  const at = sortAt(hit);
  return at === undefined ? (memberText(hit, 'sort') ?? '') : hit.slice(at + sortBehind.length - 1, -1);
}
