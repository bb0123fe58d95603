import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { asksForAll, type SearchQuestion } from '../../../protocol/question';
import { plainText } from '../../base/text/plainText';
import type { FieldInfo } from '../engine/fieldList';
import { refuseQuestion } from '../wire/searchPath';
import {
  aroundField,
  besideOrAlone,
  fieldAt,
  fieldsBeside,
  indexedValue,
  isAnalysed,
  isDate,
  isKeyword,
  isObjectPath,
  isPartlyAlone,
  isPartlyAnalysed,
  nestedAround,
  wholeOrWords,
} from './fieldKinds';
import { fieldsOfQueryString, hasNegation, outerNegations } from './queryStringFields';
import { isIsoRange, isoFormat } from './timeOf';

/** The query of a question, and facts that may explain an empty result. */
interface AskedQuery {
  /** Without filters and time, as JSON text. */
  readonly json: string;
  /** The query without `lenient`, which hides errors, and only for the named fields. Absent if nothing is hidden. */
  readonly strict?: string;
  /** The query for documents with any of the words, if that may find more. */
  readonly anyWords?: string;
  /** Whether the text names fields by a pattern, some of which may not accept the words. */
  readonly namesPattern?: boolean;
  /** The query without its exclusions, empty if it has only these. Absent if it excludes no nested objects. */
  readonly sought?: string;
  /** Shown in any case. */
  readonly notes: readonly string[];
  /** Shown if there are no hits. */
  readonly notesIfNone: readonly string[];
}

/**
 * Makes the query of a question, without its filters and time. Texts are sent as typed, even those that look like
 * numbers: engines parse them by the type of the field, and no digit is lost. Field types decide how a field is
 * queried: nested ones in a nested query, a whole text in its keyword multi-field, a date in its format.
 *
 * Field names become computed keys, so that `__proto__`, a legal one, is an own property.
 *
 * @param fields the fields of the index, with the details of the queried one if known; otherwise empty
 * @throws RequestFailure `invalid` if an input is missing without which the query would have another meaning
 */
export function queryOf(question: SearchQuestion, fields: readonly FieldInfo[]): AskedQuery {
  const { by, field, text, upTo } = question;
  if (asksForAll(question)) return { json: '{"match_all":{}}', notes: [], notesIfNone: [] };
  const notesIfNone = by === 'id' ? [] : emptyNotes(question, fields);
  const plain = (query: object): AskedQuery => ({ json: JSON.stringify(query), notes: [], notesIfNone });
  const within = (name: string, query: object): AskedQuery => ({
    ...plain(query),
    json: aroundField(JSON.stringify(query), name, fields),
  });
  switch (by) {
    case 'words':
    case 'match':
    case 'phrase': {
      const name = field.trim() === '' ? allFields : field;
      if (!isPattern(name, fields))
        return within(name, { [by === 'phrase' ? 'match_phrase' : 'match']: { [name]: text } });
      return by === 'words' ? { ...allWords(text, name), notesIfNone } : plain(inFields(text, name, by === 'phrase'));
    }
    case 'queryString':
      return { ...queryString(field, text, fields), notesIfNone };
    case 'exact': {
      const name = oneField(field, fields, () => l10n.t('An exact value can only be searched for in one field.'));
      return { ...plain({}), json: aroundField(exact(name, text, fields), name, fields) };
    }
    case 'range': {
      if (text === '' && upTo === '')
        refuseQuestion(l10n.t('The range is empty.'), l10n.t('Enter a start, an end, or both.'));
      const name = oneField(field, fields, () => l10n.t('A range can only be searched for in one field.'));
      return { ...plain({}), json: aroundField(range(name, text, upTo, fields), name, fields) };
    }
    case 'exists':
      return within(named(field), { exists: { field } });
    case 'id': {
      const values = text.split(/[\s,]+/).filter((id) => id !== '');
      if (values.length === 0)
        refuseQuestion(l10n.t('No document ID entered.'), l10n.t('Enter one or more IDs, separated by commas.'));
      return plain({ ids: { values } });
    }
  }
}

/** Lenient, because over several fields a word is also compared with numbers and dates. */
function inFields(query: string, pattern: string, isPhrase: boolean, more: object = {}): object {
  return { multi_match: { query, fields: [pattern], ...(isPhrase && { type: 'phrase' }), lenient: true, ...more } };
}

/** From so many words on, a text is one phrase: each word is looked up in all fields, and engines limit clauses. */
const leastOfPhrase = 20;
/** Identifiers, paths, addresses, and numbers, which analyzers take apart. */
const isIdentifier = (token: string): boolean => /[\p{Nd}./:@_-]/u.test(token);
const isPunctuation = (token: string): boolean => !/[\p{L}\p{N}]/u.test(token);
/** `level=error`, and scripts without spaces: analyzers make several words of it, which are all wanted. */
const maySplit = (token: string): boolean => /[^\p{L}\p{M}'’]|[\p{sc=Han}\p{sc=Hiragana}]/u.test(token);

/**
 * Documents with one word of a text. One of several that the analyzer of a field drops, such as a dash or a stop word, excludes
 * no document; an identifier is never dropped.
 */
function withWord(token: string, pattern: string, isOnly: boolean): object {
  const isPhrase = isIdentifier(token);
  return inFields(token, pattern, isPhrase, {
    ...(!isPhrase && maySplit(token) && { operator: 'and' }),
    ...(!isOnly && (!isPhrase || isPunctuation(token)) && { zero_terms_query: 'all' }),
  });
}

/** Documents with all words of a text, each in any of the fields that a pattern names. */
function allWords(text: string, pattern: string): Omit<AskedQuery, 'notesIfNone'> {
  const tokens = text.trim().split(/\s+/);
  const isLong = tokens.length >= leastOfPhrase;
  const isOnePhrase = isLong || tokens.every(isPunctuation);
  const clauses = isOnePhrase
    ? [inFields(text, pattern, true)]
    : tokens.map((token) => withWord(token, pattern, tokens.length === 1));
  const [only] = clauses;
  const json = JSON.stringify(clauses.length === 1 ? only : { bool: { must: clauses } });
  const anyWords = JSON.stringify(inFields(text, pattern, false));
  return {
    json,
    ...(anyWords !== json && { anyWords }),
    notes: isLong
      ? [l10n.t('A text of {0} words or more is searched for as one phrase.', numberText(leastOfPhrase))]
      : [],
  };
}

/** The pattern of every field's name. */
const allFields = '*';

function named(field: string): string {
  if (field.trim() === '') {
    refuseQuestion(l10n.t('No field entered.'), l10n.t('Enter the field to search.'));
  }
  return field;
}

/** Whether a name stands for several fields. */
function isPattern(name: string, fields: readonly FieldInfo[]): boolean {
  return name.includes('*') && !fields.some((field) => field.name === name);
}

/** Except in full-text queries, engines read a pattern as a name, and find nothing. */
function oneField(field: string, fields: readonly FieldInfo[], problem: () => string): string {
  if (isPattern(named(field), fields)) {
    refuseQuestion(problem(), l10n.t('Enter its name, or select Words, Phrase, or Query string.'));
  }
  return field;
}

/** The keyword multi-fields of a field that is not always a keyword: for a text, only they index whole values. */
function keywordsBeside(name: string, fields: readonly FieldInfo[]): readonly FieldInfo[] {
  const field = fieldAt(name, fields);
  if (field === undefined || isKeyword(field)) return [];
  return fieldsBeside(name, fields).filter((each) => each.isSearchable && isKeyword(each));
}

function exact(name: string, text: string, fields: readonly FieldInfo[]): string {
  const field = fieldAt(name, fields);
  const value = JSON.stringify(text);
  const beside = keywordsBeside(name, fields);
  const holding = beside.find((each) => indexedValue(value, each, true) !== undefined);
  const term = (of: string): string => JSON.stringify({ term: { [of]: text } });
  if (field === undefined) return term(name);
  if (holding !== undefined) {
    return isPartlyAlone(field, holding)
      ? besideOrAlone(holding, term(holding.name), wholeOrWords(field, value))
      : term(holding.name);
  }
  if (isPartlyAnalysed(field) && !isAnalysed(field)) return wholeOrWords(field, value);
  // A text too long for the keyword field is only indexed by its words.
  return beside.length > 0 ? JSON.stringify({ match_phrase: { [name]: text } }) : term(name);
}

function range(name: string, from: string, to: string, fields: readonly FieldInfo[]): string {
  const field = fieldAt(name, fields);
  const [keyword] = keywordsBeside(name, fields);
  const format = field !== undefined && isDate(field) && isIsoRange([from, to]) ? formatOf(field) : undefined;
  const ends = { ...(from !== '' && { gte: from }), ...(to !== '' && { lte: to }) };
  const within = (of: string, own: object): string => JSON.stringify({ range: { [of]: { ...ends, ...own } } });
  const alone = within(name, format === undefined ? {} : { format });
  if (keyword === undefined || field === undefined) return alone;
  const inKeyword = within(keyword.name, {});
  return isPartlyAlone(field, keyword) ? besideOrAlone(keyword, inKeyword, alone) : inKeyword;
}

/**
 * The format with which a date field accepts ISO dates, too: a field with its own format accepts nothing else. That
 * format comes first, so that its dates keep their meaning. Undefined if the field accepts ISO dates already.
 */
function formatOf({ details }: FieldInfo): string | undefined {
  if (details === undefined || details.formats.length > 1) return isoFormat;
  const [format] = details.formats;
  return format === undefined ? undefined : `${format}||${isoFormat}`;
}

/**
 * A field that every index has and that accepts any words. Queried in place of all fields, it makes an engine report
 * errors in the query and in the fields named in it, and none for other fields (measured on Elasticsearch 7.17 and 9.1,
 * OpenSearch 2.19).
 */
const anyWords = '_routing';

function queryString(field: string, text: string, fields: readonly FieldInfo[]): Omit<AskedQuery, 'notesIfNone'> {
  const isOne = field.trim() !== '' && !isPattern(field, fields);
  const whole = nestedOf(text, isOne ? field : undefined, fields);
  // An object that does not match is not a document without a match: exclusions have their own nested queries.
  const { rest, negated } = whole.some === undefined ? { rest: text, negated: [] } : outerNegations(text);
  const clause = (part: string, options: object): string => {
    const { all } = nestedOf(part, isOne ? field : undefined, fields);
    const json = JSON.stringify({ query_string: { query: part, ...options } });
    return all === undefined ? json : aroundField(json, all, fields);
  };
  const make = (options: object): string => {
    if (negated.length === 0) return clause(rest, options);
    const must = rest === '' ? '' : `"must":[${clause(rest, options)}],`;
    return `{"bool":{${must}"must_not":[${negated.map((part) => clause(part, options)).join()}]}}`;
  };
  const parts = [rest, ...negated].map((part) => ({ ...nestedOf(part, isOne ? field : undefined, fields), part }));
  const mixed = parts.find(({ some, all }) => some !== undefined && all === undefined)?.some;
  const inBrackets = parts.find(({ all, part }) => all !== undefined && hasNegation(part))?.all;
  const notes = [
    ...(mixed === undefined
      ? []
      : [
          l10n.t(
            '“{0}” is inside nested objects, so a query string that also searches other fields may not match it. Search for it alone, or use a nested query in JSON.',
            nameOf(mixed),
          ),
        ]),
    ...(inBrackets === undefined
      ? []
      : [
          l10n.t(
            'Inside brackets, NOT excludes nested objects with “{0}”, but not documents that also have other objects. Write NOT outside of brackets for that.',
            nameOf(inBrackets),
          ),
        ]),
  ];
  // Lenient, because over several fields a word is also compared with numbers and dates.
  const options = isOne
    ? { default_field: field }
    : { ...(field.trim() !== '' && { default_field: field }), lenient: true };
  const asked = {
    json: make(options),
    ...(negated.length > 0 && { sought: rest === '' ? '' : clause(rest, options) }),
    notes,
  };
  if (isOne) return asked;
  return {
    ...asked,
    strict: make({ default_field: anyWords, lenient: false }),
    namesPattern: fieldsOfQueryString(text).named.some((name) => isPattern(name, fields)),
  };
}

/**
 * The nested fields that a query string searches: `some`, one of them; `all`, one of them if all its conditions are
 * inside of the same nested objects.
 *
 * @param otherwise the field of words for which the query string names no field; undefined for several
 */
function nestedOf(
  text: string,
  otherwise: string | undefined,
  fields: readonly FieldInfo[],
): { readonly some?: string | undefined; readonly all?: string | undefined } {
  const { named: inText, hasOthers } = fieldsOfQueryString(text);
  const asked = [...inText, ...(hasOthers && otherwise !== undefined ? [otherwise] : [])];
  const around = new Set(asked.map((name) => nestedAround(name, fields)));
  const some = asked.find((name) => nestedAround(name, fields) !== undefined);
  const isWhole = around.size === 1 && (!hasOthers || otherwise !== undefined);
  return { some, all: isWhole ? some : undefined };
}

const longestName = 100;
/** The most fields of a query string that get a note. */
const mostNamed = 5;

function nameOf(field: string): string {
  return plainText(field, longestName);
}

/** Notes about the fields that may explain an empty result. */
function emptyNotes({ by, field, text }: SearchQuestion, fields: readonly FieldInfo[]): string[] {
  if (fields.length === 0) return [];
  const notes: string[] = [];
  const asked = by === 'queryString' ? fieldsOfQueryString(text).named : [];
  const names = [...asked.slice(0, mostNamed), ...(field.trim() === '' ? [] : [field])].filter(
    (name) => !isPattern(name, fields),
  );
  for (const name of names) {
    const known = fieldAt(name, fields);
    if (known === undefined && !name.startsWith('_') && !isObjectPath(name, fields)) {
      notes.push(l10n.t('No field “{0}” in these indices.', nameOf(name)));
    } else if (known?.isSearchable === false) {
      notes.push(l10n.t('“{0}” is not indexed, so it cannot be searched.', nameOf(name)));
    } else if (
      known !== undefined &&
      by === 'exact' &&
      isAnalysed(known) &&
      keywordsBeside(name, fields).length === 0
    ) {
      notes.push(l10n.t('“{0}” is a text field. Select Words or Phrase to search it.', nameOf(name)));
    } else if (
      known !== undefined &&
      name === field &&
      (by === 'words' || by === 'match' || by === 'phrase') &&
      isKeyword(known)
    ) {
      notes.push(l10n.t('“{0}” holds exact values. Enter a whole one, or search all fields.', nameOf(name)));
    }
  }
  const nested = [...new Set(fields.flatMap(({ nestedIn }) => nestedIn ?? []))];
  const [first] = nested;
  if (first !== undefined && (field.trim() === '' || isPattern(field, fields))) {
    notes.push(
      l10n.t(
        'Fields inside nested objects ({0}) are only searched if you enter their names.',
        nested.slice(0, 3).map(nameOf).join(', '),
      ),
    );
  }
  return notes;
}
