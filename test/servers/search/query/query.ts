import type { Scalar } from '../store/document';

/** What a text must have in common with a query: any of its words, or all. */
export type Operator = 'or' | 'and';

export interface RangeBounds {
  readonly gt?: Scalar;
  readonly gte?: Scalar;
  readonly lt?: Scalar;
  readonly lte?: Scalar;
}

/** A query as it was understood. A `name` comes back with each hit that the query matched. */
export type Query = QueryBody & { readonly name?: string; readonly boost?: number };

export type QueryBody =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'term'; readonly field: string; readonly value: Scalar; readonly ignoreCase?: boolean }
  | { readonly kind: 'terms'; readonly field: string; readonly values: readonly Scalar[] }
  | {
      readonly kind: 'match';
      readonly field: string;
      readonly text: Scalar;
      readonly operator: Operator;
      /** A word that the field's type cannot hold matches nothing instead of being an error. */
      readonly lenient: boolean;
    }
  | {
      readonly kind: 'phrase';
      readonly field: string;
      readonly text: string;
      readonly lastIsPrefix: boolean;
      readonly lenient?: boolean;
    }
  | {
      readonly kind: 'multi';
      /** Patterns; empty means all fields. */
      readonly fields: readonly string[];
      readonly text: Scalar;
      readonly operator: Operator;
      readonly phrase: boolean;
      readonly lenient: boolean;
      /** `zero_terms_query: all`: a field whose analyzer leaves no word of the text matches every document. */
      readonly isAllWithoutWords?: boolean;
    }
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly bounds: RangeBounds;
      readonly format?: string;
      readonly lenient?: boolean;
    }
  | { readonly kind: 'exists'; readonly field: string }
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'pattern'; readonly field: string; readonly pattern: RegExp | { readonly unreadable: string } }
  | {
      readonly kind: 'bool';
      readonly must: readonly Query[];
      readonly filter: readonly Query[];
      readonly should: readonly Query[];
      readonly mustNot: readonly Query[];
      readonly minimumShould: number;
    }
  | { readonly kind: 'constant'; readonly query: Query }
  | { readonly kind: 'best'; readonly queries: readonly Query[] }
  | {
      readonly kind: 'nested';
      readonly path: string;
      /** An index without the field is passed over. */
      readonly ignoreUnmapped: boolean;
      readonly query: Query;
    }
  /** A query that every shard refuses, in these words. */
  | { readonly kind: 'refused'; readonly type: string; readonly reason: string }
  /** A query string that could not be read. */
  | { readonly kind: 'unreadable'; readonly text: string; readonly message: string };
