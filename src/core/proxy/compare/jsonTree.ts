import { arrayItems, objectMembers } from '../../base/json/scan';

/**
 * JSON as a tree that keeps all digits of numbers, which `JSON.parse` loses. Numbers, words and strings are their JSON
 * texts, strings in one spelling for all spellings of their escapes.
 */
export type JsonTree = string | readonly JsonTree[] | JsonObjectTree;
export type JsonObjectTree = ReadonlyMap<string, JsonTree>;

/** Deeper values are one text: a hostile item of brackets only must not exhaust the stack. */
const deepest = 40;

/**
 * Reads a JSON text that `JSON.parse` has accepted. Of several members with the same name, the last counts.
 *
 * @param depth the deepest level that becomes a tree
 */
function readJsonTree(text: string, depth = deepest): JsonTree {
  if (depth > 0 && text.startsWith('{')) {
    const tree = new Map<string, JsonTree>();
    for (const [name, value] of objectMembers(text)) tree.set(name, readJsonTree(value, depth - 1));
    return tree;
  }
  if (depth > 0 && text.startsWith('[')) return arrayItems(text).map((item) => readJsonTree(item, depth - 1));
  return text.startsWith('"') && text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text;
}

/** The tree of a JSON object; an empty object for any other JSON. */
export function readJsonObjectTree(text: string): JsonObjectTree {
  const tree = readJsonTree(text.trim());
  return isObjectTree(tree) ? tree : new Map();
}

/** Writes a tree for reading, two spaces a level, the members of objects by name. Equal trees have equal texts. */
export function jsonTreeText(tree: JsonTree, indent = ''): string {
  if (typeof tree === 'string') return tree;
  const inner = `${indent}  `;
  const isList = !isObjectTree(tree);
  const parts = isList
    ? tree.map((item) => jsonTreeText(item, inner))
    : [...tree]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => `${JSON.stringify(name)}: ${jsonTreeText(value, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return parts.length === 0 ? open + close : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

export function isObjectTree(tree: JsonTree | undefined): tree is JsonObjectTree {
  return tree instanceof Map;
}

/** The value of a tree's string; undefined for any other tree. */
export function stringOfTree(tree: JsonTree | undefined): string | undefined {
  return typeof tree === 'string' && tree.startsWith('"') ? String(JSON.parse(tree)) : undefined;
}

/** The tree without the value at a path of members; the same tree if there is no such value. */
export function treeWithout(tree: JsonObjectTree, [name, ...rest]: readonly string[]): JsonObjectTree {
  const value = name === undefined ? undefined : tree.get(name);
  if (name === undefined || value === undefined) return tree;
  if (rest.length === 0) return new Map([...tree].filter(([other]) => other !== name));
  if (!isObjectTree(value)) return tree;
  const less = treeWithout(value, rest);
  return less === value ? tree : new Map([...tree, [name, less]]);
}

/** The value at a path of members. */
export function treeAt(tree: JsonTree | undefined, path: readonly string[]): JsonTree | undefined {
  return path.reduce<JsonTree | undefined>(
    (within, name) => (isObjectTree(within) ? within.get(name) : undefined),
    tree,
  );
}
