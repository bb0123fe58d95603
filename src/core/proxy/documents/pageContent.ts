import * as l10n from '@vscode/l10n';
import { plural } from '../../../l10n/plural';
import type { Item } from '../model/model';
import { ownText, type PageCell, type PageRow, type PageSectionSource, untrustedText } from './page';
import type { CoveredMembers } from './settingRows';

/** The part of a document that depends on the type of its subject. */
export interface PageContent {
  /** The title of the document: `HTTP router shop@docker`. */
  titleOf(name: string): string;
  readonly facts: readonly (readonly PageRow[])[];
  readonly sections: readonly PageSectionSource[];
  /** The members of the JSON that the facts and sections show. */
  readonly covered: CoveredMembers;
}

/** The part of an item's document that depends on its kind. */
export type ItemPageContent = Omit<PageContent, 'titleOf'>;

/** Users and routers in a list: a middleware of every router has thousands of users. */
const mostListed = 300;

export function pageSection(title: string, rows: readonly PageRow[]): PageSectionSource {
  return { title, rows };
}

/** A label and its values: one value is beside it, several are below it. No rows if there are no values. */
export function factRow(label: string, values: readonly PageCell[]): readonly PageRow[] {
  return factRows(
    label,
    values.map((value) => [value]),
  );
}

/** A label and the rows of its values. */
export function factRows(label: string, values: readonly (readonly PageCell[])[]): readonly PageRow[] {
  const [only = [], ...others] = values;
  if (values.length === 0) return [];
  if (others.length === 0) return [{ cells: [[ownText(label, 'label')], ...only] }];
  return [{ cells: [[ownText(label, 'label')]] }, ...values.map((cells) => ({ indent: 1, cells }))];
}

/** The provider of an item. */
export function providerFact({ provider }: Item): readonly PageRow[] {
  if (provider === undefined) return [];
  return factRow(l10n.t('Provider'), [
    [provider === 'internal' ? ownText(l10n.t('{0} (built into Traefik)', provider)) : untrustedText(provider)],
  ]);
}

/** The rows of a list that may be long. */
export function listRows<T>(things: readonly T[], rowOf: (thing: T) => PageRow): readonly PageRow[] {
  const rows = things.slice(0, mostListed).map(rowOf);
  return things.length <= mostListed ? rows : [...rows, moreRow(things.length - mostListed)];
}

/** The end of a list that is cut. */
export function moreRow(count: number, indent = 0): PageRow {
  return { indent, cells: [[ownText(plural(count, { one: 'and {0} more', other: 'and {0} more' }), 'faint')]] };
}
