import { HOLE } from '../source/placedText';

/** What a default rule may use. */
interface DefaultRuleData {
  readonly name: string;
  readonly containerName: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly normalize: (text: string) => string;
}

/** Longer templates are not read: no rule is as long, and an action that is not closed is sought to the end. */
const LONGEST_TEMPLATE = 4_096;

const ACTION = /\{\{((?:[^`"{}]|`[^`]*`|"(?:[^"\\]|\\.)*")*)\}\}/g;
const WORD = /`([^`]*)`|"((?:[^"\\]|\\.)*)"|(\.?\w+)|(\|)/g;

/**
 * The rule that a template gives: plain text, fields, and the functions that default rules commonly use.
 *
 * @returns with a `HOLE` for each action that is not understood; undefined if it names a field that does not exist
 */
export function defaultRuleOf(template: string, data: DefaultRuleData): string | undefined {
  if (template.length > LONGEST_TEMPLATE) return HOLE;
  let isBroken = false;
  const rule = template.replace(ACTION, (_, action: string) => {
    const value = evaluate(action, data);
    if (value === undefined) isBroken = true;
    return value ?? '';
  });
  return isBroken ? undefined : rule;
}

function evaluate(action: string, data: DefaultRuleData): string | undefined {
  let carried: string | undefined;
  for (const stage of stagesOf(action)) {
    const words: (string | undefined)[] = [];
    const [first] = stage;
    const isCall = first !== undefined && /^\w/.test(first);
    for (const word of isCall ? stage.slice(1) : stage) words.push(valueOfWord(word, data));
    if (words.includes(undefined)) return undefined;
    const values = [...(words as string[]), ...(carried === undefined ? [] : [carried])];
    carried = isCall ? call(first, values, data) : values.length === 1 ? values[0] : HOLE;
  }
  return carried ?? '';
}

/** The words of each part of a pipeline; strings begin with a quote. */
function stagesOf(action: string): readonly (readonly string[])[] {
  const stages: string[][] = [[]];
  for (const [word, raw, quoted, , bar] of action.matchAll(WORD)) {
    if (bar !== undefined) stages.push([]);
    else stages.at(-1)?.push(raw !== undefined ? `"${raw}` : quoted !== undefined ? `"${quoted}` : word);
  }
  return stages;
}

function valueOfWord(word: string, { name, containerName }: DefaultRuleData): string | undefined {
  if (word.startsWith('"')) return word.slice(1);
  switch (word) {
    case '.Name':
      return name;
    case '.ContainerName':
      return containerName;
    case '.Labels':
      return '';
    default:
      return word.startsWith('.') ? undefined : HOLE;
  }
}

function call(name: string, values: readonly string[], { labels, normalize }: DefaultRuleData): string {
  const [first = '', second = '', third = ''] = values;
  switch (name) {
    case 'normalize':
      return normalize(first);
    case 'index':
      return labels.get(second) ?? '';
    case 'lower':
      return first.toLowerCase();
    case 'upper':
      return first.toUpperCase();
    case 'trim':
      return first.trim();
    case 'trimPrefix':
      return second.startsWith(first) ? second.slice(first.length) : second;
    case 'trimSuffix':
      return second.endsWith(first) ? second.slice(0, second.length - first.length) : second;
    case 'replace':
      return third.replaceAll(first, second);
    case 'coalesce':
      return values.find((value) => value !== '') ?? '';
    default:
      return HOLE;
  }
}
