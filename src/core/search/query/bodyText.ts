import { behindString, endOfValue, skipSpace } from '../../base/json/scan';

/** The place of a JSON object's member in its text. */
interface MemberSpan {
  readonly name: string;
  /** The index of the name's quote. */
  readonly start: number;
  readonly valueStart: number;
  /** The index after the value, without the white space after it. */
  readonly end: number;
}

/** The members of the object that `body` is, in their order. */
function spansOf(body: string): MemberSpan[] {
  const spans: MemberSpan[] = [];
  for (let at = skipSpace(body, skipSpace(body, 0) + 1); body[at] === '"'; ) {
    const nameEnd = behindString(body, at);
    const valueStart = skipSpace(body, skipSpace(body, nameEnd) + 1);
    const comma = endOfValue(body, valueStart);
    const end = valueStart + body.slice(valueStart, comma).trimEnd().length;
    spans.push({ name: String(JSON.parse(body.slice(at, nameEnd))), start: at, valueStart, end });
    at = skipSpace(body, comma + 1);
  }
  return spans;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The range of a member: with the comma after it, or the one before it if no kept member follows. */
function stretchOf(spans: readonly MemberSpan[], at: number, lastKept: number): readonly [start: number, end: number] {
  const [before, span, behind] = [spans[at - 1], spans[at], spans[at + 1]];
  const end = span?.end ?? 0;
  if (at > lastKept && lastKept >= 0) return [before?.end ?? end, end];
  return [span?.start ?? 0, behind?.start ?? end];
}

/**
 * Changes top-level members of a JSON object as text. The rest, including digits and the order of members, stays the
 * same and on its line. A changed member stays in its place; a new one follows the last, on the same line. Blank space
 * replaces removed members and lines, so that lines and columns in an engine's errors are valid for the handwritten
 * text.
 *
 * @param body a JSON object without problems in `checkBody`
 * @param changes JSON texts by the names of members; `undefined` removes the member
 */
export function withMembers(body: string, changes: Readonly<Record<string, string | undefined>>): string {
  const wanted = new Map(Object.entries(changes));
  const spans = spansOf(body);
  const names = spans.map(({ name }) => name);
  const isKept = names.map(
    (name, at) => !wanted.has(name) || (wanted.get(name) !== undefined && !names.includes(name, at + 1)),
  );
  const lastKept = isKept.lastIndexOf(true);

  const edits: Edit[] = [];
  for (const [at, { name, valueStart, end }] of spans.entries()) {
    const value = wanted.get(name);
    if (isKept[at] !== true) {
      const [from, to] = stretchOf(spans, at, lastKept);
      edits.push({ start: from, end: to, text: body.slice(from, to).replace(/[^\r\n]/g, ' ') });
    } else if (value !== undefined) {
      edits.push({ start: valueStart, end, text: asManyLines(value, body.slice(valueStart, end)) });
    }
  }

  const added = [...wanted]
    .flatMap(([name, value]) => (value === undefined || names.includes(name) ? [] : `${JSON.stringify(name)}:${value}`))
    .join();
  if (added !== '') {
    const last = spans[lastKept];
    const end = last?.end ?? skipSpace(body, 0) + 1;
    edits.push({ start: end, end, text: last === undefined ? added : `,${added}` });
  }
  return applied(body, edits);
}

/** A body without some of its members. */
export function withoutMembers(body: string, names: readonly string[]): string {
  return withMembers(body, Object.fromEntries(names.map((name) => [name, undefined])));
}

const lineBreak = /\r\n|\r|\n/g;

/** A value that replaces one with more lines: with the surplus lines left blank. */
function asManyLines(value: string, old: string): string {
  const own = value.match(lineBreak)?.length ?? 0;
  const surplus = [...old.matchAll(lineBreak)][own];
  return surplus === undefined ? value : value + old.slice(surplus.index).replace(/[^\r\n]/g, ' ');
}

/** Among edits that begin at the same place, the one that only adds comes first. */
function applied(body: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    pieces.push(body.slice(at, start), text);
    at = end;
  }
  pieces.push(body.slice(at));
  return pieces.join('');
}
