import { arrayItems, members } from '../../base/json/scan';

/**
 * JSON as a tree that keeps what `JSON.parse` loses: numbers with all their digits. Numbers, words and strings are their
 * JSON texts, strings in one spelling whatever escapes they were written with.
 */
export type Tree = string | readonly Tree[] | ObjectTree;
export type ObjectTree = ReadonlyMap<string, Tree>;

/** What lies deeper is one text: a hostile item of brackets only must not exhaust the stack. */
const DEEPEST = 40;

/**
 * Reads a JSON text that `JSON.parse` has accepted. Of several members with the same name the last counts.
 *
 * @param depth how deep to look into it
 */
export function readTree(text: string, depth = DEEPEST): Tree {
  if (depth > 0 && text.startsWith('{')) {
    const tree = new Map<string, Tree>();
    for (const [name, value] of members(text)) tree.set(name, readTree(value, depth - 1));
    return tree;
  }
  if (depth > 0 && text.startsWith('[')) return arrayItems(text).map((item) => readTree(item, depth - 1));
  return text.startsWith('"') && text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text;
}

/** The object that a JSON text is; an empty one where it is anything else. */
export function readObject(text: string): ObjectTree {
  const tree = readTree(text.trim());
  return isObject(tree) ? tree : new Map();
}

/** Writes a tree for reading, two spaces a level, the members of objects by name. Equal trees have equal texts. */
export function treeText(tree: Tree, indent = ''): string {
  if (typeof tree === 'string') return tree;
  const inner = `${indent}  `;
  const isList = !isObject(tree);
  const parts = isList
    ? tree.map((item) => treeText(item, inner))
    : [...tree]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => `${JSON.stringify(name)}: ${treeText(value, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return parts.length === 0 ? open + close : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

export function isObject(tree: Tree | undefined): tree is ObjectTree {
  return tree instanceof Map;
}

/** What a tree's string says; undefined for anything else. */
export function wordOf(tree: Tree | undefined): string | undefined {
  return typeof tree === 'string' && tree.startsWith('"') ? String(JSON.parse(tree)) : undefined;
}

/** The tree without what lies at a path of members; the same tree where nothing lies there. */
export function without(tree: ObjectTree, [name, ...rest]: readonly string[]): ObjectTree {
  const value = name === undefined ? undefined : tree.get(name);
  if (name === undefined || value === undefined) return tree;
  if (rest.length === 0) return new Map([...tree].filter(([other]) => other !== name));
  if (!isObject(value)) return tree;
  const less = without(value, rest);
  return less === value ? tree : new Map([...tree, [name, less]]);
}

/** What lies at a path of members. */
export function at(tree: Tree | undefined, path: readonly string[]): Tree | undefined {
  return path.reduce<Tree | undefined>((within, name) => (isObject(within) ? within.get(name) : undefined), tree);
}
