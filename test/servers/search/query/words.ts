import { wordsOf } from '../store/analysis';
import type { Query } from './query';

/** Words that a query looks for, and in which fields (patterns). */
export interface NamedPart {
  readonly fields: readonly string[];
  readonly words: readonly string[];
}

/** What a highlighter marks: the words of a query's text clauses, those of `must_not` left out. */
export function namedParts(query: Query): readonly NamedPart[] {
  switch (query.kind) {
    case 'match':
    case 'phrase':
      return [{ fields: [query.field], words: wordsOf(String(query.text)) }];
    case 'term':
      return [{ fields: [query.field], words: [String(query.value)] }];
    case 'terms':
      return [{ fields: [query.field], words: query.values.map(String) }];
    case 'multi':
      return [{ fields: query.fields.length === 0 ? ['*'] : query.fields, words: wordsOf(String(query.text)) }];
    case 'bool':
      return [...query.must, ...query.filter, ...query.should].flatMap(namedParts);
    case 'best':
      return query.queries.flatMap(namedParts);
    case 'constant':
    case 'nested':
      return namedParts(query.query);
    default:
      return [];
  }
}
