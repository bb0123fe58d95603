import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { WrittenLabel } from '../decode/labelNodes';
import { overwrittenProblem } from '../labels/droppedLabels';
import { type ConfigProblem, type ProblemCode, unitProblem } from '../model/configProblem';
import { type ConfigNode, type ConfigScalar, entryIn } from '../source/configNode';
import {
  isKnown,
  type PlacedText,
  partOf,
  placedAt,
  rangeOf,
  type TextPlace,
  unknownPart,
  withPlaces,
  writtenAt,
} from '../source/placedText';
import { digitsOfInt, numberOfFloat } from '../source/scalars';
import type { ComposeContext } from './composeContext';
import { type DollarFault, interpolate } from './interpolate';

/** The labels that one place gives to a service. */
export interface ComposeLabels {
  /** The last one of a name wins. */
  readonly byKey: ReadonlyMap<string, WrittenLabel>;
  /** Whether they take the place of those that the service has from elsewhere. */
  readonly areAll: boolean;
}

/**
 * The labels of a service, or of its `deploy`.
 *
 * @param owner the map that has the key `labels`
 */
export function readLabels(
  owner: ConfigNode | undefined,
  context: ComposeContext,
  problems: ConfigProblem[],
): ComposeLabels {
  const entry = entryIn(owner, 'labels');
  const labels = new Map<string, WrittenLabel>();
  if (entry === undefined) return { byKey: labels, areAll: false };
  const { value: node } = entry;
  if (node.tag === '!reset') return { byKey: labels, areAll: true };
  const add = (label: WrittenLabel): void => void labels.set(label.key.value, label);
  if (node.kind === 'map') {
    for (const { key, value } of node.entries) {
      if (variableInName.test(key.text)) problems.push(literalName(key));
      if (value.kind === 'scalar')
        add({ key: placedAt(key, key.text), value: labelValueOf(key, value, context, problems) });
      else {
        const words = l10n.t('A label has one value, not a list or options of its own. Write them as names with dots.');
        problems.push(refused(key, words));
      }
    }
  } else if (node.kind === 'list') {
    const own = new Map<string, WrittenLabel>();
    for (const item of node.items) {
      if (item.kind === 'scalar') {
        const by = labelOfItem(item, context, problems);
        const label = own.get(by.key.value);
        if (label !== undefined && isTraefiks(by)) problems.push(overwrittenProblem({ label, by }));
        own.set(by.key.value, by);
        add(by);
      } else problems.push(refused(item, l10n.t('A label in a list is a text. Write “name=value”.')));
    }
  } else {
    problems.push(refused(entry.key, l10n.t('“labels” needs labels below it. Add some, or remove it.')));
  }
  return { byKey: labels, areAll: node.tag === '!override' };
}

/** Whether it is certainly a label for Traefik: an unknown part of its name may make it another. */
function isTraefiks({ key: { value } }: WrittenLabel): boolean {
  return /^traefik\./i.test(value) && isKnown(value);
}

function labelValueOf(
  key: ConfigScalar,
  value: ConfigScalar,
  context: ComposeContext,
  problems: ConfigProblem[],
): PlacedText {
  const text = placedAt(value, textOfScalar(value));
  if (value.type !== 'string') return text;
  const { text: made, faults } = interpolate(text, context.variables);
  reportDollars(key.text, made, faults, problems);
  return made;
}

function labelOfItem(item: ConfigScalar, context: ComposeContext, problems: ConfigProblem[]): WrittenLabel {
  const { text, faults } = interpolate(withPlaces(placedAt(item, item.text)), context.variables);
  const equals = text.value.indexOf('=');
  const end = equals < 0 ? text.value.length : equals;
  const key = partOf(text, 0, end);
  const value = equals < 0 ? { ...key, value: '' } : partOf(text, equals + 1, text.value.length);
  reportDollars(key.value, value, faults, problems);
  return { key, value };
}

/** How Compose writes a value that is not a text. */
function textOfScalar({ type, text }: ConfigScalar): string {
  switch (type) {
    case 'null':
      return '';
    case 'int':
      return digitsOfInt(text);
    case 'float':
      return String(numberOfFloat(text));
    case 'bool':
      return text.toLowerCase();
    default:
      return text;
  }
}

const variableInName = /^traefik\.[^$]*\$(?:\{|[A-Za-z_])/i;

function literalName(key: ConfigScalar): ConfigProblem {
  const message = l10n.t(
    'Compose replaces variables in values only, so that this name keeps its “$”. Write the labels as a list, with “name=value”.',
  );
  return { code: 'label.ignored', severity: 'warning', message, range: rangeOf(key) };
}

/** A password hash is written with `$`, which Compose takes for variables. */
const users = /\.(?:basicauth|digestauth)\.users$/i;
/** Labels whose values no message quotes, not even in parts. */
const secretPattern = /\.users$|headers\.|key|token|secret/i;
const doubledHole = unknownPart + unknownPart;

function reportDollars(
  key: string,
  value: PlacedText,
  faults: readonly DollarFault[],
  problems: ConfigProblem[],
): void {
  for (const { kind, name, start, end } of faults) {
    const at = { file: value.file, start, end };
    const range = rangeOf(at);
    if (kind === 'invalid') {
      const words = l10n.t('This is not a valid variable. Write “$$” for a dollar sign.');
      problems.push({ ...refused(at, words, 'compose.dollar'), fix: fixGroupReference(at) });
    } else if (kind === 'required') {
      const words = l10n.t('The variable “{0}” is required, but not set.', quoted(name));
      problems.push(refused(at, words, 'compose.dollar'));
    } else if (kind === 'damaged') {
      if (users.test(key))
        problems.push({ code: 'compose.dollar', severity: 'warning', message: damagedWords(name), range });
    } else {
      const message = secretPattern.test(key)
        ? hashWords(at)
        : l10n.t('“{0}” is taken for a variable that is not set. Write “$$” for a dollar sign.', quoted(name));
      const fix = users.test(key) ? fixHashes(value) : undefined;
      problems.push({ code: 'compose.dollar', severity: 'warning', message, range, fix });
    }
  }
  if (faults.length > 0 || !users.test(key) || isKnown(value.value)) return;
  const fix = fixHashes(value);
  if (fix === undefined && !value.value.includes(doubledHole)) return;
  problems.push({ code: 'compose.dollar', severity: 'warning', message: hashWords(value), range: rangeOf(value), fix });
}

function damagedWords(name: string): string {
  return l10n.t(
    'In “.env”, Compose replaces each “$” before a letter in the value of “{0}” by a variable. Put the value in single quotes.',
    quoted(name),
  );
}

/** Names the algorithm of a hash only: the other variables are parts of the hash. */
function hashWords(at: TextPlace): string {
  return /(?<!\$)\$apr1\$/.test(`${writtenAt(at)}$`)
    ? l10n.t('Compose replaces “$apr1” by a variable. Write “$$” for “$”.')
    : l10n.t('Compose replaces each “$” before a letter by a variable. Write “$$” for “$”.');
}

/** A problem because of which Compose refuses the whole project. */
function refused(at: TextPlace, what: string, code: ProblemCode = 'compose.syntax'): ConfigProblem {
  return unitProblem('project', 'error', code, at, `${what} ${l10n.t('Compose refuses the whole file.')}`);
}

/** Longer values get no quick fix. */
const longest = 20_000;
/** A password hash of htpasswd with single dollar signs: `$apr1$…`, `$2y$05$…`, `$6$…`. */
const hashPattern = /^([^:$]*:)(\$(?:apr1|2[abxy]|[156])\$[^$\s]*(?:\$[^$\s]*){0,2})$/;
/** A variable for Compose, so that it damages the hash. */
const variable = /\$[A-Za-z_{]/;

/** Doubles the dollar signs of the password hashes in a value of users; undefined if none has single ones. */
function fixHashes(users: PlacedText): ConfigProblem['fix'] {
  if (users.end - users.start > longest) return undefined;
  const written = writtenAt(users);
  const text = written
    .split(',')
    .map((user) => {
      const [, name = '', hash = ''] = hashPattern.exec(user) ?? [];
      return variable.test(hash) ? name + hash.replaceAll('$', '$$$$') : user;
    })
    .join(',');
  return text === written ? undefined : { range: rangeOf(users), text, title: doubledTitle() };
}

/** Doubles the dollar sign of `${1}`, which is always a group of a regular expression: no variable has such a name. */
function fixGroupReference(at: TextPlace): ConfigProblem['fix'] {
  group.lastIndex = at.start;
  const [written] = group.exec(at.file.text) ?? [];
  if (written === undefined) return undefined;
  const range = { ...rangeOf(at), end: at.start + written.length };
  return { range, text: `$${written}`, title: doubledTitle() };
}

const group = /\$\{\d{1,3}\}/y;

export function doubledTitle(): string {
  return l10n.t('Write “$$” for each dollar sign');
}
