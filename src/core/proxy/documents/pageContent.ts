import { numberText } from '../../../l10n/numbers';
import type { Item } from '../model/model';
import { ownText, type PageCell, type PageRow, type PageSectionSource, untrustedText } from './page';
import type { ToldMembers } from './settingRows';

/** What a document says of its subject besides what it says of any. */
export interface PageContent {
  /** What the subject is, for the title: `HTTP router`. */
  readonly what: string;
  readonly facts: readonly (readonly PageRow[])[];
  readonly sections: readonly PageSectionSource[];
  /** What of the JSON is told by these. */
  readonly told: ToldMembers;
}

/** What a document says of a router, service or middleware besides what it says of any of them. */
export type ItemPageContent = Omit<PageContent, 'what'>;

/** Users and routers in a list: a middleware that is on everything has thousands. */
const MOST_LISTED = 300;

/** A section; one without rows says that there is nothing. */
export function pageSection(title: string, rows: readonly PageRow[]): PageSectionSource {
  return { title, rows: rows.length === 0 ? [{ cells: [[ownText('none', 'faint')]] }] : rows };
}

/** A label and its values, one below the other; nothing where there is none. */
export function factRow(label: string, values: readonly PageCell[]): readonly PageRow[] {
  return factRows(
    label,
    values.map((value) => [value]),
  );
}

/** A label and the rows of its values. */
export function factRows(label: string, values: readonly (readonly PageCell[])[]): readonly PageRow[] {
  return values.map((cells, index) => ({ cells: [index === 0 ? [ownText(label, 'label')] : [], ...cells] }));
}

/** From which provider an item is. */
export function providerFact({ provider }: Item): readonly PageRow[] {
  if (provider === undefined) return [];
  return factRow('Provider', [
    [provider === 'internal' ? ownText('internal, built into Traefik') : untrustedText(provider)],
  ]);
}

/** The rows of a list that may be long. */
export function listed<T>(things: readonly T[], rowOf: (thing: T) => PageRow): readonly PageRow[] {
  const rows = things.slice(0, MOST_LISTED).map(rowOf);
  if (things.length <= MOST_LISTED) return rows;
  return [...rows, { cells: [[ownText(`and ${numberText(things.length - MOST_LISTED)} more`, 'faint')]] }];
}
