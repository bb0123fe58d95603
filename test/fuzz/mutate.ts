import type { Dice } from '../servers/traefik/dice';
import { define, oddJson, oddText, oddValue } from './odd';

/** A value of a JSON text, or the name of a member. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;
const memberNames = ['__proto__', 'constructor', 'name', 'rule', 'status', '_source', 'hits', '', 'toString'];
const signs = ['{', '}', '[', ']', ',', ':', '"', '\\', '\u0000', '\u202e', 'null', '\ufeff'];

/** Changes a JSON text at one to four places: values, names, characters, order, length. The result may be no JSON. */
export function mutated(text: string, dice: Dice): string {
  let changed = text;
  for (let times = 1 + dice.below(4); times > 0; times--) changed = dice.pick(changes)(changed, dice);
  return changed;
}

type Change = (text: string, dice: Dice) => string;

const otherToken: Change = (text, dice) => {
  token.lastIndex = dice.below(text.length + 1);
  const found = token.exec(text);
  if (found === null) return text;
  const end = found.index + found[0].length;
  const isName = /^\s*:/.test(text.slice(end, end + 10));
  const by = isName ? JSON.stringify(dice.chance(0.8) ? dice.pick(memberNames) : oddText(dice)) : oddJson(dice);
  return text.slice(0, found.index) + by + text.slice(end);
};

const otherNode: Change = (text, dice) => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return text;
  }
  const nodes = nodesOf(parsed);
  if (nodes.length === 0) return text;
  const node = dice.pick(nodes);
  if (Array.isArray(node)) {
    if (dice.chance(0.5)) node.splice(dice.below(node.length + 1), dice.below(2), oddValue(dice));
    else for (let more = 0; more < 50; more++) node.push(node[0]);
  } else {
    const names = Object.keys(node);
    if (names.length === 0) return text;
    const name = dice.pick(names);
    if (dice.chance(0.5)) define(node, name, oddValue(dice));
    else {
      define(node, oddText(dice), Reflect.get(node, name));
      Reflect.deleteProperty(node, name);
    }
  }
  return JSON.stringify(parsed);
};

const changes: readonly Change[] = [
  ...[otherToken, otherToken, otherToken, otherToken, otherToken],
  otherNode,
  (text, dice) => {
    const start = dice.below(text.length + 1);
    return text.slice(0, start) + text.slice(start + dice.below(40));
  },
  (text, dice) => {
    const start = dice.below(text.length + 1);
    const end = start + dice.below(400);
    return text.slice(0, end) + text.slice(start);
  },
  (text, dice) => {
    const at = dice.below(text.length + 1);
    return text.slice(0, at) + dice.pick(signs) + text.slice(at);
  },
  (text, dice) => text.slice(0, dice.below(text.length + 1)),
  (text, dice) => text.replace(/"[a-zA-Z-]{3,12}@[a-z]+"/, () => JSON.stringify(oddText(dice))),
];

/** The objects and lists in a value. */
function nodesOf(value: unknown): object[] {
  const found: object[] = [];
  const walk = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > 12) return;
    found.push(node);
    for (const below of Object.values(node)) walk(below, depth + 1);
  };
  walk(value, 0);
  return found;
}
