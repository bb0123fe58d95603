import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import { longestClause, longestLabel, type QuestionFilter } from '../protocol/question';
import { pathText } from './valueFormat';

type Problem = { readonly problem: string };

/** The editable part of a filter: the values of a simple clause, or else the JSON of the whole clause. */
interface EditableParts {
  /** The field of the values; absent for JSON, and if the name of the field is the value. */
  readonly field?: string;
  readonly inputs: readonly { readonly label: string; readonly text: string }[];
  /** Whether the only input is the clause as JSON. */
  readonly isJson: boolean;
  /** The clause with other texts in its inputs. */
  clauseOf(texts: readonly string[]): string | Problem;
}

/** The parts of a simple clause, with values as JSON texts, so that no digit of a number is lost. */
type SimpleClause =
  | { readonly kind: 'term' | 'match_phrase'; readonly field: string; readonly value: string }
  | {
      readonly kind: 'range';
      readonly field: string;
      /** By their names: `gte`, `lt`. */
      readonly ends: ReadonlyMap<string, string>;
      /** Other members of the range: the format of its dates, their time zone. */
      readonly others: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'exists'; readonly field: string };

const string = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const scalar = String.raw`${string}|-?\d[\d.eE+-]*|true|false`;
const rangeMember = String.raw`\s*(?:${string})\s*:\s*(?:${scalar})\s*`;
/** Linear, because the start is fixed and no two parts can begin alike. */
const valueClause = new RegExp(
  String.raw`^\s*\{\s*"(term|match_phrase)"\s*:\s*\{\s*(${string})\s*:\s*(${scalar})\s*\}\s*\}\s*$`,
);
const rangeClause = new RegExp(
  String.raw`^\s*\{\s*"range"\s*:\s*\{\s*(${string})\s*:\s*\{(${rangeMember}(?:,${rangeMember})*)\}\s*\}\s*\}\s*$`,
);
const existsClause = new RegExp(String.raw`^\s*\{\s*"exists"\s*:\s*\{\s*"field"\s*:\s*(${string})\s*\}\s*\}\s*$`);
const rangeMembers = new RegExp(String.raw`(${string})\s*:\s*(${scalar})`, 'g');

const lower: readonly string[] = ['gte', 'gt'];
const upper: readonly string[] = ['lte', 'lt'];
const besideEnds: readonly string[] = ['format', 'time_zone', 'boost', 'relation'];

/** Undefined if the clause is not simple, or not JSON. */
function simpleClauseOf(clause: string): SimpleClause | undefined {
  if (parsed(clause) === undefined) return undefined;
  const [, kind, named, value] = valueClause.exec(clause) ?? [];
  if (named !== undefined && value !== undefined) {
    return { kind: kind === 'term' ? 'term' : 'match_phrase', field: textOf(named), value };
  }
  const [, existing] = existsClause.exec(clause) ?? [];
  if (existing !== undefined) return { kind: 'exists', field: textOf(existing) };
  const [, bounded, inside] = rangeClause.exec(clause) ?? [];
  if (bounded === undefined || inside === undefined) return undefined;
  const members = [...inside.matchAll(rangeMembers)].map(([, name = '', json = '']) => [textOf(name), json] as const);
  const ends = new Map(members.filter(([name]) => lower.includes(name) || upper.includes(name)));
  const others = new Map(members.filter(([name]) => besideEnds.includes(name)));
  const isTwice = [lower, upper].some((names) => names.every((name) => ends.has(name)));
  if (isTwice || ends.size === 0 || ends.size + others.size < members.length) return undefined;
  return { kind: 'range', field: textOf(bounded), ends, others };
}

/** A scalar as users read and write it. */
function textOf(json: string): string {
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON of a text that replaces a value: a number stays a number if possible. */
function jsonInPlaceOf(before: string | undefined, text: string): string {
  if (before !== undefined && text === textOf(before)) return before;
  const trimmed = text.trim();
  const isWord = before === 'true' || before === 'false';
  const isKept = isWord ? trimmed === 'true' || trimmed === 'false' : before?.startsWith('"') === false;
  return isKept && (isWord || number.test(trimmed)) ? trimmed : JSON.stringify(text);
}

export function editableFilter(filter: QuestionFilter) {
  const { clauseOf, ...shown } = partsOf(filter.clause);
  return {
    ...shown,
    /** The filter with new texts in the order of its inputs, and a matching label; or the problem of the texts. */
    edited(texts: readonly string[]): QuestionFilter | Problem {
      const clause = clauseOf(texts);
      if (typeof clause !== 'string') return clause;
      if (shown.inputs.every(({ text }, at) => text === texts[at])) return filter;
      const label = labelOf(clause);
      return clause.length > longestClause || label.length > longestLabel
        ? { problem: l10n.t('Shorten the filter to {0} characters.', numberText(longestClause)) }
        : { ...filter, clause, label };
    },
  };
}

function partsOf(text: string): EditableParts {
  const clause = simpleClauseOf(text);
  switch (clause?.kind) {
    case 'term':
    case 'match_phrase': {
      const { kind, field, value } = clause;
      return {
        field,
        inputs: [{ label: l10n.t('Value'), text: textOf(value) }],
        isJson: false,
        clauseOf: ([text = '']) =>
          text.trim() === ''
            ? { problem: l10n.t('Enter a value.') }
            : `{${JSON.stringify(kind)}:{${JSON.stringify(field)}:${jsonInPlaceOf(value, text)}}}`,
      };
    }
    case 'exists':
      return {
        inputs: [{ label: l10n.t('Field'), text: clause.field }],
        isJson: false,
        clauseOf: ([text = '']) =>
          text.trim() === ''
            ? { problem: l10n.t('Enter the field to search.') }
            : `{"exists":{"field":${JSON.stringify(text.trim())}}}`,
      };
    case 'range':
      return partsOfRange(clause);
    default:
      return {
        inputs: [{ label: l10n.t('Query clause as JSON'), text }],
        isJson: true,
        clauseOf: ([text = '']) => {
          const problem = clauseProblem(text);
          return problem === undefined ? text.trim() : { problem };
        },
      };
  }
}

function partsOfRange({ field, ends, others }: Extract<SimpleClause, { kind: 'range' }>): EditableParts {
  const end = (names: readonly string[]) => {
    const name = names.find((name) => ends.has(name)) ?? names[0] ?? '';
    return { name, json: ends.get(name) };
  };
  const both = [end(lower), end(upper)];
  const some = [...ends.values()][0];
  return {
    field,
    inputs: both.map(({ json }, at) => ({
      label: at === 0 ? l10n.t('From') : l10n.t('To'),
      text: json === undefined ? '' : textOf(json),
    })),
    isJson: false,
    clauseOf: (texts) => {
      const written = both.flatMap(({ name, json }, at) => {
        const text = texts[at] ?? '';
        return text.trim() === '' ? [] : [[name, jsonInPlaceOf(json ?? some, text)] as const];
      });
      if (written.length === 0) return { problem: l10n.t('Enter a lower or upper bound.') };
      const members = [...written, ...others].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
      return `{"range":{${JSON.stringify(field)}:{${members.join()}}}}`;
    },
  };
}

function clauseProblem(text: string): string | undefined {
  const clause = parsed(text);
  if (clause === undefined) return l10n.t('This is not valid JSON.');
  const values = isObject(clause) ? Object.values(clause) : [];
  return values.length === 1 && isObject(values[0])
    ? undefined
    : l10n.t('Enter one clause of the query DSL, such as {0}.', '{"term":{"status":500}}');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const longestPart = 100;

/** The label of a clause for users, as of filters for values: `status: 500`. For other clauses, the JSON. */
function labelOf(clause: string): string {
  const simple = simpleClauseOf(clause);
  if (simple === undefined) return part(clause);
  const words = (value: string): string => `${part(simple.field)}: ${value}`;
  switch (simple.kind) {
    case 'exists':
      return words(l10n.t('any value'));
    case 'range': {
      const ends = [lower, upper].map((names) => names.flatMap((name) => simple.ends.get(name) ?? [])[0]);
      return words(ends.map((json) => (json === undefined ? '…' : part(textOf(json)))).join(' – '));
    }
    default:
      return words(part(textOf(simple.value)));
  }
}

/** A text on one line, cut, with all characters visible. */
function part(text: string): string {
  const head = text.slice(0, longestPart).replace(/[\ud800-\udbff]$/, '');
  return pathText(head.replace(/\s/g, ' ')) + (head.length < text.length ? '…' : '');
}
