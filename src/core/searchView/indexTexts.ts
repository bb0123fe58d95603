import * as l10n from '@vscode/l10n';
import { numberText } from '../../l10n/numbers';
import { type PluralForms, plural } from '../../l10n/plural';
import { bytesText } from '../../protocol/amounts';
import { plainText } from '../base/text/plainText';
import { joinedParts, moreText } from '../proxy/describe/labels';
import { indexKindNames } from '../search/engine/completions';
import type { FieldInfo } from '../search/engine/fieldList';
import type { IndexEntry, IndexHealth } from '../search/engine/indexList';

/** Code points of a name: names of indices have at most 255 bytes. */
const longestName = 300;
/** The most members that a tooltip names. */
const mostMembers = 12;

/** A name of the engine as one line. */
export const shownIndexName = (name: string): string => plainText(name, longestName);

/** The health of a cluster or index in the engine's words. */
export const healthNames: Readonly<Record<IndexHealth, () => string>> = {
  green: () => l10n.t('green'),
  yellow: () => l10n.t('yellow'),
  red: () => l10n.t('red'),
};

const healthMeanings: Readonly<Record<IndexHealth, () => string>> = {
  green: () => l10n.t('All shards are assigned.'),
  yellow: () => l10n.t('All primary shards are assigned, but not all replicas.'),
  red: () => l10n.t('Not all primary shards are assigned, so data is missing.'),
};

/** The meaning of a health: `yellow. All primary shards are assigned, but not all replicas.` */
export function healthText(health: IndexHealth): string {
  return `${healthNames[health]()}. ${healthMeanings[health]()}`;
}

const documentForms: PluralForms = { one: '{0} doc', other: '{0} docs' };
const memberForms: PluralForms = { one: '{0} index', other: '{0} indices' };

/** The figures of a row: `12,427 docs · 3.1 MB`; for an alias its indices. Leaves out figures that the engine omits. */
export function indexFigures({ kind, documents, bytes, isClosed, members }: IndexEntry): string {
  return joinedParts(
    isClosed ? l10n.t('closed') : undefined,
    documents === undefined ? undefined : plural(documents, documentForms),
    bytes === undefined ? undefined : bytesText(bytes),
    kind === 'alias' && members.length > 0 ? plural(members.length, memberForms) : undefined,
  );
}

/** The text of a row beside its name: the figures, and a health that is not green. */
export function indexDescription(entry: IndexEntry): string {
  const { health } = entry;
  const word = health && healthNames[health]();
  return joinedParts(
    health === 'red' ? word : undefined,
    indexFigures(entry),
    // With a single node, everything is yellow.
    health === 'yellow' ? word : undefined,
  );
}

export function indexTooltip(entry: IndexEntry): readonly string[] {
  const { name, kind, health, documents, bytes, isHidden, isClosed, members } = entry;
  return [
    shownIndexName(name),
    '',
    l10n.t('Kind: {0}', indexKindNames[kind]()),
    ...(health === undefined ? [] : [l10n.t('Health: {0}', healthText(health))]),
    ...(documents === undefined ? [] : [l10n.t('Documents: {0}', numberText(documents))]),
    ...(bytes === undefined ? [] : [l10n.t('Size with replicas: {0}', bytesText(bytes))]),
    ...(isClosed ? [l10n.t('Closed: it cannot be searched.')] : []),
    ...(isHidden ? [l10n.t('Hidden')] : []),
    ...(members.length === 0
      ? []
      : ['', kind === 'alias' ? l10n.t('Alias of:') : l10n.t('Backing indices:'), ...membersText(members)]),
  ];
}

function membersText(members: readonly string[]): readonly string[] {
  const named = members.slice(0, mostMembers).map(shownIndexName);
  return members.length > named.length ? [...named, moreText(members.length - named.length)] : named;
}

/** The types of a field: several if its indices differ. */
export function fieldTypes({ types }: FieldInfo): string {
  return types.map((type) => plainText(type, 100)).join(', ');
}

export function fieldTooltip(field: FieldInfo): readonly string[] {
  const yesOrNo = (is: boolean): string => (is ? l10n.t('yes') : l10n.t('no'));
  return [
    shownIndexName(field.name),
    '',
    l10n.t('Type: {0}', fieldTypes(field)),
    ...(field.types.length > 1 ? [l10n.t('The type differs between indices.')] : []),
    l10n.t('Can be searched: {0}', yesOrNo(field.isSearchable)),
    l10n.t('Can be sorted and aggregated: {0}', yesOrNo(field.isAggregatable)),
    ...(field.nestedIn === undefined ? [] : [l10n.t('Nested in: {0}', shownIndexName(field.nestedIn))]),
  ];
}
