import * as l10n from '@vscode/l10n';
import { isSecretHeader } from '../../base/secrets/secretsInText';
import { quotedList } from '../../base/text/quoted';
import type { KnownVariables } from '../compose/interpolate';
import type { ConfigProblem, ReadConfig } from '../model/configProblem';
import { markedHole, mostMarks, withMarksReplaced } from '../source/markedHoles';
import { type SourceFile, unknownPart } from '../source/placedText';

/** A reading of files in which a mark replaces the value of each variable, so that no message quotes a value. */
export interface HiddenReading extends ReadConfig {
  /** The variables that the files use, by the numbers of their marks. */
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** Variables with marks for their values, by the order of the names. Names beyond the last mark count as unknown. */
export function markedVariables(variables: KnownVariables, names: readonly string[]): KnownVariables {
  const values = new Map(variables.values);
  for (const [at, name] of names.entries()) values.set(name, at < mostMarks ? markedHole(at) : unknownPart);
  return { ...variables, values };
}

/**
 * Problems without the values of variables. A problem that the reading with marks has, too, gets its message from
 * there, with `${NAME}` for each mark, if the two agree. All others only name the kind of fault, without its text.
 *
 * @param problems the problems of the reading with values
 * @param marked the problems of the reading with marks
 */
export function withoutValues(
  problems: readonly ConfigProblem[],
  marked: readonly ConfigProblem[],
  { names, values }: HiddenReading,
  files: readonly SourceFile[],
): readonly ConfigProblem[] {
  const byPlace = new Map<string, ConfigProblem[]>();
  for (const one of marked) {
    const key = placeOf(one);
    const same = byPlace.get(key);
    if (same === undefined) byPlace.set(key, [one]);
    else if (same.length < mostCompared) same.push(one);
  }
  const texts = new Map(files.map(({ path, text }) => [path, text] as const));
  return problems.map((one) => {
    const same = byPlace
      .get(placeOf(one))
      ?.find(({ message }) => withMarksReplaced(message, (at) => values[at] ?? unknownPart) === one.message);
    if (same === undefined) {
      const { path, start, end } = one.range;
      const text = texts.get(path) ?? '';
      const used = variablesAround(text, start, Math.min(end, start + longestRange), names);
      return { ...one, message: wordsOf(one.code, used), fix: undefined };
    }
    const message = withMarksReplaced(same.message, (at) => `\${${names[at] ?? ''}}`);
    const isWhole =
      same.fix !== undefined && ![same.fix.text, same.fix.title].some((text) => text?.includes(unknownPart));
    return { ...one, message, fix: isWhole ? same.fix : undefined };
  });
}

/**
 * The problems of several groups, each without the values of the variables of its own group.
 *
 * @param marked those that the readings with marks have together, beside their own
 */
export function problemsWithoutValues(
  problems: readonly ConfigProblem[],
  marked: readonly ConfigProblem[],
  groups: readonly { readonly files: readonly SourceFile[]; readonly hidden?: HiddenReading | undefined }[],
): readonly ConfigProblem[] {
  const told = new Map<ConfigProblem, ConfigProblem>();
  for (const { files, hidden } of groups) {
    if (hidden === undefined) continue;
    const paths = new Set(files.map(({ path }) => path));
    const own = problems.filter(({ range }) => paths.has(range.path));
    for (const [at, one] of withoutValues(own, [...hidden.problems, ...marked], hidden, files).entries()) {
      const problem = own[at];
      if (problem !== undefined) told.set(problem, one);
    }
  }
  return problems.map((one) => told.get(one) ?? one);
}

/** The most problems of one kind at one place. */
const mostCompared = 10;
const longestRange = 2_000;

function placeOf({ code, severity, range: { path, start, end } }: ConfigProblem): string {
  return JSON.stringify([code, severity, path, start, end]);
}

/** The variables in a part of a text, which may begin and end inside one; else those of its lines, or all. */
function variablesAround(text: string, start: number, end: number, names: readonly string[]): readonly string[] {
  const [before, behind] = [text.slice(Math.max(0, start - longestRange), start), text.slice(end, end + longestRange)];
  const written = text.slice(start, end);
  const whole =
    (/^\$\{?\w*$/.exec(before.slice(Math.max(0, before.lastIndexOf('$'))))?.[0] ?? '') +
    written +
    (/^\w*/.exec(behind)?.[0] ?? '');
  const lines = before.slice(before.lastIndexOf('\n') + 1) + written + behind.split('\n', 1).join('');
  const own = [whole, lines].map((one) => variablesIn(one, names)).find((found) => found.length > 0);
  return (own ?? names).map((name) => `\${${name}}`);
}

function variablesIn(written: string, names: readonly string[]): readonly string[] {
  const known = new Set(names);
  const found = new Set([...written.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name));
  return [...found].filter((name) => known.has(name));
}

function wordsOf(code: ConfigProblem['code'], names: readonly string[]): string {
  if (code.startsWith('rule.')) {
    return l10n.t(
      'With the values in “.env”, the rule is not right: {0}. Correct the values or the rule.',
      quotedList(names),
    );
  }
  switch (code) {
    case 'ref.unknown':
      return l10n.t(
        'With the values in “.env”, nothing has this name: {0}. Correct the values or the name.',
        quotedList(names),
      );
    case 'defined.twice':
      return l10n.t(
        'With the values in “.env”, this is declared several times: {0}. Declare it once.',
        quotedList(names),
      );
    case 'label.syntax':
      return l10n.t(
        'With the values in “.env”, Traefik cannot read this label, and ignores all labels of the container: {0}. Correct the values.',
        quotedList(names),
      );
    default:
      return l10n.t('With the values in “.env”, this is not right: {0}. Correct the values.', quotedList(names));
  }
}

/**
 * Whether the value of a variable is too short to be hidden: two characters, a port, or a truth. Other texts have the same.
 * But none of a variable that is named like a secret.
 */
export function isTooShortToHide(value: string, name: string): boolean {
  return (value.length < 3 || /^(?:\d{1,5}|true|false)$/i.test(value)) && !isSecretHeader(name);
}

/** A text from outside, such as from a proxy, with `${NAME}` instead of each value that may be a secret. */
export function withNamesForValues(text: string, readings: readonly HiddenReading[]): string {
  const names = new Map<string, string>();
  for (const { names: own, values } of readings) {
    for (const [at, value] of values.entries()) {
      const name = own[at];
      if (name !== undefined && !isTooShortToHide(value, name) && text.includes(value)) names.set(value, name);
    }
  }
  let shown = text;
  const longestFirst = [...names].toSorted(([one], [other]) => other.length - one.length);
  for (const [at, [value]] of longestFirst.entries()) shown = shown.replaceAll(value, markedHole(at % mostMarks));
  return withMarksReplaced(shown, (at) => `\${${longestFirst[at]?.[1] ?? ''}}`);
}
