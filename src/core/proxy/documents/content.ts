import { numberText } from '../../../l10n/numbers';
import type { Item } from '../model/model';
import { type Cell, own, type Row, type Section, said } from './page';
import type { Told } from './settings';

/** What a document says of its subject besides what it says of any. */
export interface Content {
  /** What the subject is, for the title: `HTTP router`. */
  readonly what: string;
  readonly facts: readonly (readonly Row[])[];
  readonly sections: readonly Section[];
  /** What of the JSON is told by these. */
  readonly told: Told;
}

/** What a document says of a router, service or middleware besides what it says of any of them. */
export type ItemContent = Omit<Content, 'what'>;

/** Users and routers in a list: a middleware that is on everything has thousands. */
const MOST_LISTED = 300;

/** A section; one without rows says that there is nothing. */
export function section(title: string, rows: readonly Row[]): Section {
  return { title, rows: rows.length === 0 ? [{ cells: [[own('none', 'faint')]] }] : rows };
}

/** A label and its values, one below the other; nothing where there is none. */
export function fact(label: string, values: readonly Cell[]): readonly Row[] {
  return facts(
    label,
    values.map((value) => [value]),
  );
}

/** A label and the rows of its values. */
export function facts(label: string, values: readonly (readonly Cell[])[]): readonly Row[] {
  return values.map((cells, index) => ({ cells: [index === 0 ? [own(label, 'label')] : [], ...cells] }));
}

/** From which provider an item is. */
export function providerFact({ provider }: Item): readonly Row[] {
  if (provider === undefined) return [];
  return fact('Provider', [[provider === 'internal' ? own('internal, built into Traefik') : said(provider)]]);
}

/** The rows of a list that may be long. */
export function listed<T>(things: readonly T[], rowOf: (thing: T) => Row): readonly Row[] {
  const rows = things.slice(0, MOST_LISTED).map(rowOf);
  if (things.length <= MOST_LISTED) return rows;
  return [...rows, { cells: [[own(`and ${numberText(things.length - MOST_LISTED)} more`, 'faint')]] }];
}
