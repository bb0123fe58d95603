import type { DeclaredProtocol } from '../model/declaration';

/** The completion at a place of a file: a matcher of a rule, or a name of this kind. */
export interface CompletionPlace {
  readonly of: 'matcher' | 'service' | 'middleware' | 'entryPoint' | 'tlsOptions';
  readonly protocol: DeclaredProtocol;
  /** The offset of the part that is already written. */
  readonly start: number;
}

/** Longer lines, and more lines, are not read. */
const longestLine = 2_000;
const mostLines = 200;

const rulePattern = /(?:^|[.\s"'{,-])(?:rule|match)["']?[ \t]*[:=]/i;
const item = /^[ \t]*-[ \t]+["']?$/;
const keyPattern = /^([ \t]*)(?:-[ \t]+)?["']?([\w.]+)["']?[ \t]*:/;

/**
 * The kind of completion at an offset, from the text alone, because a file with an unfinished name is invalid. Reads at
 * most 200 lines. Undefined if uncertain.
 */
export function completionAt(text: string, offset: number): CompletionPlace | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  if (offset - lineStart > longestLine) return undefined;
  const line = text.slice(lineStart, offset);
  const above = linesAbove(text, lineStart);
  const protocol = protocolOf(line, above);
  const rule = rulePattern.exec(line);
  if (rule !== null) {
    const value = line.slice(rule.index + rule[0].length);
    const start = lineStart + beginOfRun(line, line.length, wordCharacter);
    return isQuoted(value) ? undefined : { of: 'matcher', protocol, start };
  }
  const begin = beginOfRun(line, line.length, nameCharacter);
  const start = lineStart + begin;
  const before = line.slice(0, begin);
  const key = keyBefore(before) ?? (item.test(before) ? keyAbove(before.search(/\S/), above) : undefined);
  const of = key === undefined ? undefined : kindOf(key.toLowerCase(), before, above);
  return of === undefined ? undefined : { of, protocol, start };
}

const wordCharacter = /\w/;
const nameCharacter = /[\w@.-]/;
/** The characters between a key with its sign and a name: other names of a list. */
const listCharacter = /[\w@.,"'[ \t-]/;
const aroundKey = /["' \t]/;

/** The beginning of a run of characters that ends at `end`. */
function beginOfRun(text: string, end: number, part: RegExp): number {
  let begin = end;
  while (begin > 0 && part.test(text.charAt(begin - 1))) begin--;
  return begin;
}

/** The key whose value ends a text: `middlewares` of `middlewares: [a, `. */
function keyBefore(text: string): string | undefined {
  const sign = beginOfRun(text, text.length, listCharacter) - 1;
  if (sign < 0 || !/[:=]/.test(text.charAt(sign))) return undefined;
  const end = beginOfRun(text, sign, aroundKey);
  return text.slice(beginOfRun(text, end, wordCharacter), end);
}

/** The lines before an offset, nearest first. */
function linesAbove(text: string, offset: number): readonly string[] {
  const lines: string[] = [];
  for (let end = offset - 1; end > 0 && lines.length < mostLines; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    lines.push(text.slice(start, Math.min(end, start + longestLine)));
    end = start - 1;
  }
  return lines;
}

/** Whether the end of a rule is inside of a value. */
function isQuoted(rule: string): boolean {
  return rule.split('`').length % 2 === 0;
}

/** The key above a list item: items may be indented as far as their key. */
function keyAbove(indent: number, above: readonly string[]): string | undefined {
  for (const line of above) {
    const [, spaces = '', key] = keyPattern.exec(line) ?? [];
    if (key !== undefined && spaces.length <= indent) return key;
  }
  return undefined;
}

const named: ReadonlyMap<string, CompletionPlace['of']> = new Map([
  ['service', 'service'],
  ['middlewares', 'middleware'],
  ['entrypoints', 'entryPoint'],
]);

function kindOf(key: string, before: string, above: readonly string[]): CompletionPlace['of'] | undefined {
  const isOfTls = (): boolean =>
    /\btls\.options/i.test(before) || keyAbove(before.search(/\S/) - 1, above)?.toLowerCase() === 'tls';
  return named.get(key) ?? (isOfTls() ? 'tlsOptions' : undefined);
}

function protocolOf(line: string, above: readonly string[]): DeclaredProtocol {
  const [, label] = /traefik\.(http|tcp|udp)\./i.exec(line) ?? [];
  const root =
    label ?? above.map((one) => /^["']?(http|tcp|udp)["']?[ \t]*:/i.exec(one)?.[1]).find((one) => one !== undefined);
  const found = root?.toLowerCase();
  return found === 'tcp' || found === 'udp' ? found : 'http';
}
