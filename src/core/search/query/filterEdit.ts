import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import type { FilterEdit } from '../../../protocol/pageView';
import { longestClause, longestLabel, type QuestionFilter } from '../../../protocol/question';
import { isRecord, jsonOrNothing } from '../../base/json/parse';
import { objectMembers } from '../../base/json/scan';
import { plainText } from '../../base/text/plainText';
import { scalarText } from './fieldKinds';
import { filterLabel } from './filterOf';

type Problem = { readonly problem: string };

/** The editable part of a filter: the values of a simple clause, or else the JSON of the whole clause. */
interface EditableParts extends Pick<FilterEdit, 'field' | 'inputs' | 'isJson'> {
  /** The clause with other texts in its inputs. */
  clauseOf(texts: readonly string[]): string | Problem;
}

/** A simple clause. Its values are JSON texts, so that no digit of a number is lost. */
interface SimpleClause {
  readonly kind: 'term' | 'match_phrase' | 'exists' | 'range';
  readonly field: string;
  /** The value, or the members of a range by their names: `gte`, `lt`, `format`. */
  readonly values: ReadonlyMap<string, string>;
}

const lower: readonly string[] = ['gte', 'gt'];
const upper: readonly string[] = ['lte', 'lt'];
const besideEnds: readonly string[] = ['format', 'time_zone', 'boost', 'relation'];
/** The name of the only value of other clauses. */
const only = 'value';

const isScalar = (json: string): boolean => !/^[{[n]/.test(json);

/** Undefined if the clause is not simple, or not JSON. */
function simpleClauseOf(clause: string): SimpleClause | undefined {
  if (clauseProblem(clause) !== undefined) return undefined;
  const [[kind, inside] = ['', ''], ...clauses] = objectMembers(clause);
  const [[name, json] = ['', ''], ...others] = objectMembers(inside);
  if (clauses.length + others.length > 0) return undefined;
  const isValue = isScalar(json);
  if ((kind === 'term' || kind === 'match_phrase') && isValue) {
    return { kind, field: name, values: new Map([[only, json]]) };
  }
  if (kind === 'exists' && name === 'field' && json.startsWith('"')) {
    return { kind, field: scalarText(json), values: new Map() };
  }
  if (kind !== 'range' || !json.startsWith('{')) return undefined;
  const members = objectMembers(json);
  const values = new Map(members);
  const known = [...lower, ...upper, ...besideEnds];
  const ends = [lower, upper].map((names) => names.filter((each) => values.has(each)).length);
  const isSimple =
    values.size === members.length && members.every(([each, value]) => known.includes(each) && isScalar(value));
  return isSimple && Math.max(...ends) === 1 ? { kind, field: name, values } : undefined;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON of a text that replaces a value: a number stays a number if possible. */
function jsonInPlaceOf(before: string | undefined, text: string): string {
  if (before !== undefined && text === scalarText(before)) return before;
  const trimmed = text.trim();
  const isWord = before === 'true' || before === 'false';
  const isKept = isWord ? trimmed === 'true' || trimmed === 'false' : before?.startsWith('"') === false;
  return isKept && (isWord || number.test(trimmed)) ? trimmed : JSON.stringify(text);
}

/** What can be edited in a filter; with `texts` for its inputs also the edited filter, or the problem of the texts. */
export function filterEdit(filter: QuestionFilter, texts?: readonly string[]): FilterEdit {
  const { clauseOf, ...parts } = partsOf(filter.clause);
  if (texts === undefined) return parts;
  const clause = clauseOf(texts);
  if (typeof clause !== 'string') return { ...parts, ...clause };
  if (parts.inputs.every(({ text }, at) => text === texts[at])) return { ...parts, edited: filter };
  const label = labelOf(clause);
  return clause.length > longestClause || label.length > longestLabel
    ? { ...parts, problem: l10n.t('Shorten the filter to {0} characters.', numberText(longestClause)) }
    : { ...parts, edited: { ...filter, clause, label } };
}

function partsOf(text: string): EditableParts {
  const clause = simpleClauseOf(text);
  if (clause === undefined) {
    return {
      inputs: [{ label: l10n.t('Query clause as JSON'), text }],
      isJson: true,
      clauseOf: ([edited = '']) => {
        const problem = clauseProblem(edited);
        return problem === undefined ? edited.trim() : { problem };
      },
    };
  }
  const { kind, field, values } = clause;
  if (kind === 'range') return partsOfRange(clause);
  const value = values.get(only);
  const [label, shown, problem] =
    value === undefined
      ? [l10n.t('Field'), field, l10n.t('Enter the field to search.')]
      : [l10n.t('Value'), scalarText(value), l10n.t('Enter a value.')];
  return {
    ...(value !== undefined && { field }),
    inputs: [{ label, text: shown }],
    isJson: false,
    clauseOf: ([edited = '']) => {
      if (edited.trim() === '') return { problem };
      const name = value === undefined ? 'field' : field;
      const json = value === undefined ? JSON.stringify(edited.trim()) : jsonInPlaceOf(value, edited);
      return `{"${kind}":{${JSON.stringify(name)}:${json}}}`;
    },
  };
}

/** The lower and the upper end of a range, each by its name. */
function endsOf({ values }: SimpleClause): readonly (readonly [name: string, json: string | undefined])[] {
  return [lower, upper].map((names) => {
    const name = names.find((each) => values.has(each)) ?? names[0] ?? '';
    return [name, values.get(name)];
  });
}

function partsOfRange(clause: SimpleClause): EditableParts {
  const { field, values } = clause;
  const ends = endsOf(clause);
  const known = ends.find(([, json]) => json !== undefined)?.[1];
  return {
    field,
    inputs: ends.map(([, json], at) => ({
      label: at === 0 ? l10n.t('From') : l10n.t('To'),
      text: json === undefined ? '' : scalarText(json),
    })),
    isJson: false,
    clauseOf: (texts) => {
      const written = ends.flatMap(([name, json], at) => {
        const text = texts[at] ?? '';
        return text.trim() === '' ? [] : [[name, jsonInPlaceOf(json ?? known, text)] as const];
      });
      if (written.length === 0) return { problem: l10n.t('Enter a lower or upper bound.') };
      const others = [...values].filter(([name]) => besideEnds.includes(name));
      const members = [...written, ...others].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
      return `{"range":{${JSON.stringify(field)}:{${members.join()}}}}`;
    },
  };
}

function clauseProblem(text: string): string | undefined {
  const clause = jsonOrNothing(text);
  if (clause === undefined) return l10n.t('This is not valid JSON.');
  const values = isRecord(clause) ? Object.values(clause) : [];
  return values.length === 1 && isRecord(values[0])
    ? undefined
    : l10n.t('Enter one clause of the query DSL, such as {0}.', '{"term":{"status":500}}');
}

const longestPart = 100;

/** The label of a clause: `status: 500`, as of filters for values. For other clauses, the JSON. */
function labelOf(clause: string): string {
  const simple = simpleClauseOf(clause);
  if (simple === undefined) return plainText(clause, longestPart);
  const { kind, field, values } = simple;
  if (kind === 'exists') return filterLabel(field, l10n.t('any value'));
  if (kind !== 'range') return filterLabel(field, scalarText(values.get(only) ?? ''));
  const ends = endsOf(simple).map(([, json]) => (json === undefined ? '…' : plainText(scalarText(json), longestPart)));
  return `${plainText(field, longestPart)}: ${ends.join(' – ')}`;
}
