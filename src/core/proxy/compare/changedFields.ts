import * as l10n from '@vscode/l10n';
import { plainText } from '../../base/text/plainText';
import { joinedParts } from '../describe/labels';
import { isObjectTree, type JsonObjectTree, type JsonTree, jsonTreeText, stringOfTree, treeAt } from './jsonTree';

/** A part of a thing's JSON that differs. Plain text. */
export interface ChangedField {
  /** Its path: `rule`, `tls.options`. */
  readonly path: string;
  /** Both values, if they are short: `8000 → 8100`. */
  readonly change: string | undefined;
}

/** A name within a configuration, such as a header's or a plugin's, may be any text. */
const longestField = 60;
/** A hostile item may differ in thousands of fields. */
const mostFields = 20;
/** `loadBalancer.healthCheck.path` is specific enough. */
const deepest = 3;

/**
 * The fields that differ. The configuration of a service or middleware is below its type, which is left out if both
 * sides have the same: `servers`, not `loadBalancer.servers`. If there are more than `mostFields`, the last is an
 * ellipsis.
 */
export function changedFields(left: JsonObjectTree, right: JsonObjectTree): readonly ChangedField[] {
  const paths = pathsOf(left, right, deepest).sort(
    ([one = ''], [other = '']) => rankOf(one) - rankOf(other) || (one < other ? -1 : one > other ? 1 : 0),
  );
  const byName = new Map<string, readonly string[]>();
  for (const path of paths) {
    const name = plainText(shortened(path).join('.'), longestField);
    if (!byName.has(name)) byName.set(name, path);
    if (byName.size > mostFields) break;
  }
  const fields = [...byName].slice(0, mostFields);
  return [
    ...fields.map(([path, full]) => ({ path, change: changeText(treeAt(left, full), treeAt(right, full)) })),
    ...(byName.size > mostFields ? [{ path: '…', change: undefined }] : []),
  ];
}

/** The fields in one line: `rule · priority 25 → 77`. */
export function fieldsText(fields: readonly ChangedField[]): string {
  return joinedParts(...fields.map(({ path, change }) => (change === undefined ? path : `${path} ${change}`)));
}

/** UTF-16 units of a value in a row. */
const longestShown = 40;

function changeText(before: JsonTree | undefined, after: JsonTree | undefined): string | undefined {
  const [one, other] = [valueText(before), valueText(after)];
  return one === undefined || other === undefined ? undefined : `${one} → ${other}`;
}

/** A value in a few words; undefined if it takes more. */
function valueText(tree: JsonTree | undefined): string | undefined {
  if (tree === undefined) return l10n.t({ message: 'none', args: [], comment: 'a field without a value' });
  const text = wordsOf(tree)?.join(', ');
  return text === undefined || text.length > longestShown ? undefined : plainText(text, longestShown) || '""';
}

/** The words of a value, or of a list of such; an object with one member stands for its value. */
function wordsOf(tree: JsonTree): readonly string[] | undefined {
  if (typeof tree === 'string') return [stringOfTree(tree) ?? tree];
  const values = [...tree.values()];
  if (isObjectTree(tree) ? values.length !== 1 : values.length > longestShown) return undefined;
  const words = values.map(wordsOf);
  return words.includes(undefined) ? undefined : words.flatMap((some) => some ?? []);
}

function pathsOf(left: JsonObjectTree, right: JsonObjectTree, depth: number): string[][] {
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
    const [one, other] = [left.get(name), right.get(name)];
    if (isSame(one, other)) return [];
    if (depth > 1 && isObjectTree(one) && isObjectTree(other)) {
      return pathsOf(one, other, depth - 1).map((path) => [name, ...path]);
    }
    return [[name]];
  });
}

function isSame(one: JsonTree | undefined, other: JsonTree | undefined): boolean {
  return one !== undefined && other !== undefined && jsonTreeText(one) === jsonTreeText(other);
}

/** The first names that a path keeps: they are not types of services or middlewares. */
const ownName: ReadonlySet<string> = new Set(['tls', 'observability', 'http', 'http2', 'udp', 'transport', 'features']);

function shortened(path: readonly string[]): readonly string[] {
  const [first = '', ...rest] = path;
  return rest.length === 0 || ownName.has(first) ? path : rest;
}

/** The fields that users look for first. */
const firstFields: readonly string[] = ['rule', 'priority', 'entryPoints', 'middlewares', 'service', 'status', 'error'];

function rankOf(field: string): number {
  const rank = firstFields.indexOf(field);
  return rank === -1 ? firstFields.length : rank;
}
