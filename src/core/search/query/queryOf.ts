import type { SearchQuestion } from '../../../protocol/question';
import { plainText } from '../../base/text/plainText';
import type { FieldInfo } from '../engine/fieldList';
import { refuseQuestion } from '../wire/searchPath';
import {
  fieldAt,
  fieldsBeside,
  indexedValue,
  inNested,
  isAnalysed,
  isDate,
  isKeyword,
  isObjectPath,
  nestedAround,
} from './fieldKinds';
import { fieldsOfQueryString } from './queryStringFields';
import { ISO_FORMAT, isIsoRange } from './timeOf';

/** The query of a question, and what may explain that it finds nothing. */
interface AskedQuery {
  /** Without filters and time, as JSON text. */
  readonly json: string;
  /**
   * The same without `lenient`, under which an engine hides what it refuses: only about fields that a person named, and the
   * kind of query. Absent where nothing is hidden.
   */
  readonly strict?: string;
  /** Whether the text names fields by a pattern: each must not be one that can hold the words. */
  readonly namesPattern?: boolean;
  /** To be told in any case. */
  readonly notes: readonly string[];
  /** To be told where there are no hits. */
  readonly notesIfNone: readonly string[];
}

/**
 * Makes the query of a question without its filters and time. Texts go as they were typed, also those that look like
 * numbers: engines read them by the type of the field, and no digit is lost on the way. What the fields are known to be
 * decides how they are asked: nested ones in their nested query, a whole text in the keyword beside it, a date by its format.
 *
 * Field names become computed keys, so that `__proto__`, a legal one, is an own property.
 *
 * @param fields those of the index, with the details of the one that is asked where they are known; else empty
 * @throws RequestFailure `invalid` where something is missing without which the query would mean something else
 */
export function queryOf(question: SearchQuestion, fields: readonly FieldInfo[]): AskedQuery {
  const { by, field, text, upTo } = question;
  const notesIfNone = by === 'id' || by === 'everything' ? [] : emptyNotes(question, fields);
  const plain = (query: object): AskedQuery => ({ json: JSON.stringify(query), notes: [], notesIfNone });
  const within = (name: string, query: object): AskedQuery => ({
    ...plain(query),
    json: inNested(JSON.stringify(query), nestedAround(name, fields)),
  });
  switch (by) {
    case 'match':
    case 'phrase': {
      const name = named(field);
      if (isPattern(name, fields)) {
        // Lenient, because over several fields a word also meets numbers and dates.
        const type = by === 'phrase' ? { type: 'phrase' } : {};
        return plain({ multi_match: { query: text, fields: [name], ...type, lenient: true } });
      }
      return within(name, { [by === 'match' ? 'match' : 'match_phrase']: { [name]: text } });
    }
    case 'queryString':
      return { ...queryString(field, text, fields), notesIfNone };
    case 'exact': {
      const name = oneField(field, 'An exact value', fields);
      return within(name, exact(name, text, fields));
    }
    case 'range': {
      if (text === '' && upTo === '')
        refuseQuestion('The range has no ends.', 'Enter where it begins, where it ends, or both.');
      const name = oneField(field, 'A range', fields);
      return within(name, range(name, text, upTo, fields));
    }
    case 'exists':
      return within(named(field), { exists: { field } });
    case 'id': {
      const values = text.split(/[\s,]+/).filter((id) => id !== '');
      if (values.length === 0) refuseQuestion('The search names no _id.', 'Enter one or more, separated by commas.');
      return plain({ ids: { values } });
    }
    case 'everything':
      return plain({ match_all: {} });
  }
}

function named(field: string): string {
  if (field.trim() === '') {
    refuseQuestion('The search names no field.', 'Enter the field to search, or choose to show everything.');
  }
  return field;
}

/** Whether a name stands for several fields. */
function isPattern(name: string, fields: readonly FieldInfo[]): boolean {
  return name.includes('*') && !fields.some((field) => field.name === name);
}

/** Engines take a pattern for a name where they do not look for words, and find nothing. */
function oneField(field: string, what: string, fields: readonly FieldInfo[]): string {
  if (isPattern(named(field), fields)) {
    refuseQuestion(`${what} is looked for in one field.`, 'Enter its name, or choose match, phrase or query string.');
  }
  return field;
}

/** The keywords beside a field of words, which alone has whole texts in its index. */
function keywordsBeside(name: string, fields: readonly FieldInfo[]): readonly FieldInfo[] {
  const field = fieldAt(name, fields);
  if (field === undefined || !isAnalysed(field)) return [];
  return fieldsBeside(name, fields).filter((each) => each.isSearchable && isKeyword(each));
}

function exact(name: string, text: string, fields: readonly FieldInfo[]): object {
  const beside = keywordsBeside(name, fields);
  const holding = beside.find((each) => indexedValue(JSON.stringify(text), each, true) !== undefined);
  if (holding !== undefined) return { term: { [holding.name]: text } };
  // Too long for the keyword, it is only in the words.
  return beside.length > 0 ? { match_phrase: { [name]: text } } : { term: { [name]: text } };
}

function range(name: string, from: string, to: string, fields: readonly FieldInfo[]): object {
  const field = fieldAt(name, fields);
  const [keyword] = keywordsBeside(name, fields);
  const format = field !== undefined && isDate(field) && isIsoRange([from, to]) ? formatOf(field) : undefined;
  const ends = { ...(from !== '' && { gte: from }), ...(to !== '' && { lte: to }) };
  return { range: { [keyword?.name ?? name]: { ...ends, ...(format !== undefined && { format }) } } };
}

/**
 * The format by which a date field reads an ISO date, too: one that has a format of its own reads nothing else. That one
 * comes first, so that nothing it reads by itself gets another meaning. Undefined where the field reads ISO dates anyway.
 */
function formatOf({ details }: FieldInfo): string | undefined {
  if (details === undefined || details.formats.length > 1) return ISO_FORMAT;
  const [format] = details.formats;
  return format === undefined ? undefined : `${format}||${ISO_FORMAT}`;
}

/**
 * A field that every index has, and that holds any words: asked in place of all fields, an engine refuses what it would for
 * the kind of query and for the fields named in it, and nothing for the others (measured on Elasticsearch 7.17 and 9.1,
 * OpenSearch 2.19).
 */
const ANY_WORDS = '_routing';

function queryString(field: string, text: string, fields: readonly FieldInfo[]): Omit<AskedQuery, 'notesIfNone'> {
  if (text.trim() === '')
    refuseQuestion('The query string is empty.', 'Enter a query such as level:error AND status:502.');
  const isOne = field.trim() !== '' && !isPattern(field, fields);
  const { named: inText, hasOthers } = fieldsOfQueryString(text);
  const asked = [...inText, ...(isOne && hasOthers ? [field] : [])];
  const around = new Set(asked.map((name) => nestedAround(name, fields)));
  const isElsewhere = hasOthers && !isOne;
  const [nested] = [...around].filter((path) => path !== undefined);
  const isInside = nested !== undefined && around.size === 1 && !isElsewhere;
  const make = (options: object): string =>
    inNested(JSON.stringify({ query_string: { query: text, ...options } }), isInside ? nested : undefined);
  const inside = asked.find((name) => nestedAround(name, fields) !== undefined);
  const notes =
    isInside || inside === undefined
      ? []
      : [
          `“${nameOf(inside)}” lies inside nested objects: beside other fields a query string may find nothing in it. Ask for it alone, or with a nested query in JSON.`,
        ];
  if (isOne) return { json: make({ default_field: field }), notes };
  const several = field.trim() === '' ? {} : { default_field: field };
  return {
    // Lenient, because over several fields a word also meets numbers and dates.
    json: make({ ...several, lenient: true }),
    strict: make({ default_field: ANY_WORDS, lenient: false }),
    namesPattern: inText.some((name) => isPattern(name, fields)),
    notes,
  };
}

const longestName = 100;
/** Fields of a query string that something is said of. */
const mostNamed = 5;

function nameOf(field: string): string {
  return plainText(field, longestName);
}

/** What is known of the field that explains an empty result. */
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
      notes.push(`The engine lists no field “${nameOf(name)}” in these indices.`);
    } else if (known?.isSearchable === false) {
      notes.push(`“${nameOf(name)}” is not indexed, so nothing is found in it.`);
    } else if (
      known !== undefined &&
      by === 'exact' &&
      isAnalysed(known) &&
      keywordsBeside(name, fields).length === 0
    ) {
      notes.push(`“${nameOf(name)}” is indexed by words only: choose match or phrase to find a text in it.`);
    }
  }
  const nested = [...new Set(fields.flatMap(({ nestedIn }) => nestedIn ?? []))];
  const [first] = nested;
  if (first !== undefined && (field.trim() === '' || isPattern(field, fields))) {
    notes.push(
      `What lies inside nested objects (${nested.slice(0, 3).map(nameOf).join(', ')}) is found by its field’s name only.`,
    );
  }
  return notes;
}
