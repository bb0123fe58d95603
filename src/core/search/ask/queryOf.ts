import type { Question } from '../../../protocol/question';
import { refuse } from './refuse';

/**
 * The query of a question without its filters and time, as JSON text. Texts go as they were typed, also those that look
 * like numbers: engines read them by the type of the field, and no digit is lost on the way.
 *
 * Field names become computed keys, so that `__proto__`, a legal one, is an own property.
 *
 * @throws RequestFailure `invalid` where something is missing without which the query would mean something else
 */
export function queryOf(question: Question): string {
  return JSON.stringify(query(question));
}

function query({ by, field, text, upTo }: Question): object {
  switch (by) {
    case 'match':
      return { match: { [named(field)]: text } };
    case 'phrase':
      return { match_phrase: { [named(field)]: text } };
    case 'queryString':
      if (text.trim() === '') refuse('The query string is empty.', 'Enter a query such as level:error AND status:502.');
      // Lenient, because over all fields a word also meets numbers and dates.
      return { query_string: { query: text, ...(field.trim() !== '' && { default_field: field }), lenient: true } };
    case 'exact':
      return { term: { [named(field)]: text } };
    case 'range':
      if (text === '' && upTo === '')
        refuse('The range has no ends.', 'Enter where it begins, where it ends, or both.');
      return { range: { [named(field)]: { ...(text !== '' && { gte: text }), ...(upTo !== '' && { lte: upTo }) } } };
    case 'exists':
      return { exists: { field: named(field) } };
    case 'id': {
      const values = text.split(/[\s,]+/).filter((id) => id !== '');
      if (values.length === 0) refuse('The search names no _id.', 'Enter one or more, separated by commas.');
      return { ids: { values } };
    }
    case 'everything':
      return { match_all: {} };
  }
}

function named(field: string): string {
  if (field.trim() === '') {
    refuse('The search names no field.', 'Enter the field to search, or choose to show everything.');
  }
  return field;
}
