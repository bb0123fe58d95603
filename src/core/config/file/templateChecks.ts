import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { TextFault } from '../source/configNode';
import type { TemplateAction } from './templateActions';
import { argumentsOfTemplateFunction } from './templateFunctions';
import { runTemplate } from './templateRuns';

/** Words that begin a part of a template that ends with `end`. */
export const openingWords = new Set(['if', 'range', 'with', 'define', 'block']);

/** Words of Go's templates that are not functions. */
export const templateKeywords = new Set([
  ...openingWords,
  ...['else', 'end', 'template', 'break', 'continue', 'true', 'false', 'nil'],
]);

type Range = Pick<TextFault, 'start' | 'end'>;

/** A part without its end yet. */
interface Part {
  readonly word: string;
  readonly start: number;
  readonly variables: string[];
  hasElse: boolean;
}

/**
 * Why Go would not read or not run the actions of a text, one fault of each, and the parts that Go may skip. Of actions
 * that may not run, checks only the syntax (text/template/parse, and exec.go).
 */
export function checkTemplates(
  actions: readonly TemplateAction[],
  text: string,
): { readonly faults: readonly TextFault[]; readonly ranges: readonly Range[] } {
  const faults: TextFault[] = [];
  const ranges: Range[] = [];
  const open: Part[] = [];
  const scopes = [new VisibleVariables()];
  const templates = new Set(
    actions.flatMap(({ words: [first = '', name = ''] = [] }) => (/^(?:define|block)$/.test(first) ? [name] : [])),
  );
  for (const action of actions) {
    const { start, end, words = [], isComment } = action;
    if (isComment) continue;
    const report = (about: string): void => void faults.push({ kind: 'template', about, start, end });
    const [first = ''] = words;
    const outer = open.at(-1);
    const unread = unreadIn(action, outer);
    const named = words.findIndex(isUnknownFunction);
    // Go reports the first of them.
    const isFirst = unread === undefined || named <= words.indexOf(unread) || words.indexOf(unread) < 0;
    const unknown = named >= 0 && isFirst ? words[named] : undefined;
    const isTemplate = first === 'define' || first === 'block';
    if (openingWords.has(first)) open.push({ word: first, start: end, variables: [], hasElse: false });
    const declared = declaredIn(words);
    scopes.at(-1)?.add(declared);
    for (const name of declared) open.at(-1)?.variables.push(name);
    const missing = words.map(variableOf).find((name) => name !== undefined && scopes.at(-1)?.has(name) !== true);
    if (isTemplate) scopes.push(new VisibleVariables());
    if (unknown !== undefined) {
      report(
        l10n.t(
          'Traefik runs the template “{0}”, also in comments, and knows no function “{1}”.',
          '{{…}}',
          quoted(unknown),
        ),
      );
    } else if (!text.startsWith('}}', end - 2)) {
      report(l10n.t('“{0}” begins a template that does not end.', '{{'));
    } else if (unread !== undefined) {
      const message = l10n.t(
        'Traefik runs the template “{0}”, also in comments, and cannot read “{1}” in it.',
        '{{…}}',
        quoted(unread),
      );
      const isText = unread === '\\' || /^['"]/.test(unread);
      report(isText ? `${message} ${l10n.t('Write texts in it as “{0}” or {1}.', '"…"', '`…`')}` : message);
    } else if (missing !== undefined) {
      report(l10n.t('The template has no variable “{0}” here.', quoted(missing)));
    } else if (outer === undefined && first !== 'else') {
      if (words.some((word) => /^\$?\.[\p{L}_]/u.test(word)) && !words.some(isLazy)) {
        report(l10n.t('Traefik gives templates no data, so that fields such as “{0}” do not exist.', '.Name'));
      } else {
        const failure = runTemplate(words, templates);
        if (failure !== undefined) report(l10n.t('Traefik runs this template, which fails: {0}', quoted(failure)));
      }
    }
    if (first === 'else' && outer !== undefined) outer.hasElse ||= words.length === 1;
    if (first !== 'end') continue;
    const begun = open.pop();
    if (begun?.word === 'define' || begun?.word === 'block') scopes.pop();
    else scopes.at(-1)?.remove(begun?.variables ?? []);
    if (begun === undefined) report(l10n.t('“{0}” ends nothing.', '{{end}}'));
    else ranges.push({ start: begun.start, end: start });
  }
  for (const { start } of open) {
    const about = l10n.t('This template is not ended with “{0}”.', '{{end}}');
    faults.push({ kind: 'template', about, start: Math.max(0, start - 2), end: start });
    ranges.push({ start, end: text.length });
  }
  return { faults, ranges: joined(ranges) };
}

function isUnknownFunction(word: string): boolean {
  return /^[\p{L}_]/u.test(word) && !templateKeywords.has(word) && argumentsOfTemplateFunction(word) === undefined;
}

/** A function that may skip the arguments after its first. */
function isLazy(word: string): boolean {
  return word === 'and' || word === 'or';
}

const needsValue = /^(?:if|with|range)$/;
/** A text, a number, a name, a variable, fields, or one of the signs that Go knows. */
const readable = /^(?:["`]|'.|[-+]?\d|[\p{L}_$]|\.[\p{L}_]|\)|[(|.]$)/su;
const characterPattern = /^'(?:[^\\]|\\.+)'$/su;

/** The first word of an action that Go cannot read. */
function unreadIn({ words = [], called = [] }: TemplateAction, outer: Part | undefined): string | undefined {
  const [first = ''] = words;
  if (first === 'else') {
    const isPlaced = outer !== undefined && !outer.hasElse && /^(?:if|with|range)$/.test(outer.word);
    if (!isPlaced) return '{{else}}';
  }
  const call = called.find((word) => !templateKeywords.has(word));
  const own = withoutDeclaration(words);
  if (own.length === 0 || (own.length === 1 && needsValue.test(first))) return '{{}}';
  const wrong = own.find((word) => !readable.test(word) || (word.length === 1 && /["'`]/.test(word)));
  const character = own.find((word) => word.length > 1 && word.startsWith("'") && !characterPattern.test(word));
  // Only functions may have arguments.
  const given = own.find(
    (word, at) =>
      own[at - 1] === '|' && /^(?:["'`.\d]|[-+]\d|(?:true|false|nil)$)/.test(word) && !/^\.[\p{L}_]/u.test(word),
  );
  return wrong ?? character ?? (call === undefined ? given : `${call}(`);
}

/** The words of an action without the variables that it declares, but with its keyword. */
function withoutDeclaration(words: readonly string[]): readonly string[] {
  const at = words[0] === 'else' ? 2 : needsValue.test(words[0] ?? '') ? 1 : 0;
  const count = declaredIn(words).length;
  if (count === 0) return words;
  const sign = words.indexOf('=', at);
  return [...words.slice(0, at), ...words.slice(sign + 1)];
}

/** The variables that an action declares or sets: `$x :=`, `range $key, $value :=`. */
function declaredIn(words: readonly string[]): readonly string[] {
  const at = words[0] === 'else' ? 2 : needsValue.test(words[0] ?? '') ? 1 : 0;
  const [one = '', next, two = '', after] = words.slice(at, at + 4);
  if (!one.startsWith('$') || one.includes('.')) return [];
  if (next === '=' || (next === ':' && two === '=')) return [one];
  const isPair = words[0] === 'range' && next === ',' && two.startsWith('$') && (after === ':' || after === '=');
  return isPair ? [one, two] : [];
}

/** The declared variables of one template whose part is still open. */
class VisibleVariables {
  private readonly counts = new Map<string, number>();

  add(names: readonly string[]): void {
    for (const name of names) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  remove(names: readonly string[]): void {
    for (const name of names) this.counts.set(name, (this.counts.get(name) ?? 0) - 1);
  }

  has(name: string): boolean {
    return (this.counts.get(name) ?? 0) > 0;
  }
}

/** The name of a variable that a word uses, with or without fields. */
function variableOf(word: string): string | undefined {
  return /^\$\w+/.exec(word)?.[0];
}

/** Without those inside others, in order. */
function joined(ranges: readonly Range[]): readonly Range[] {
  const outer: Range[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = outer.at(-1);
    if (last === undefined || range.start >= last.end) outer.push(range);
  }
  return outer;
}
