import * as l10n from '@vscode/l10n';
import { plural } from '../../../l10n/plural';
import { bytesText } from '../../../protocol/amounts';
import type { SearchCompletion } from '../../../protocol/pageView';
import type { FieldInfo } from './fieldList';
import type { IndexEntry } from './indexList';
import type { IndexName } from './nameList';

/** Users type more instead of reading longer lists. */
const mostCompletions = 50;

/** The kinds of names in an index expression. */
export const indexKindNames: Readonly<Record<IndexName['kind'], () => string>> = {
  index: () => l10n.t('Index'),
  alias: () => l10n.t('Alias'),
  'data stream': () => l10n.t('Data stream'),
};

const dateTypes: readonly string[] = ['date', 'date_nanos'];

/** Suggestions for an input of fields, at most 50: first those that start with `text`, then those that contain it. */
export function fieldCompletions(
  of: 'field' | 'dateField',
  fields: readonly FieldInfo[],
  text: string,
): SearchCompletion[] {
  const usable = of === 'field' ? fields : fields.filter(({ types }) => types.some((type) => dateTypes.includes(type)));
  return closest(usable, text.trim()).map(({ name, types }) => ({ value: name, detail: types.join(', ') }));
}

/**
 * Suggestions for a name in an input of indices; none for patterns and date math (`logs-*`, `<logs-{now/d}>`). Suggests
 * hidden names once the user types a dot.
 *
 * @param entries details of the names, and hidden ones; empty if unknown
 */
export function indexCompletions(
  names: readonly IndexName[],
  text: string,
  entries: readonly IndexEntry[] = [],
): SearchCompletion[] {
  const typed = text.trim();
  if (/[*<>{}?]/.test(typed)) return [];
  const all = new Map<string, IndexName | IndexEntry>(names.map((each) => [each.name, each]));
  for (const entry of entries) {
    if (entry.isClosed) all.delete(entry.name);
    else if (!entry.isHidden || typed.startsWith('.') || all.has(entry.name)) all.set(entry.name, entry);
  }
  const merged = [...all.values()];
  if (entries.length > 0) merged.sort((one, other) => (one.name < other.name ? -1 : 1));
  return closest(merged, typed).map((each) => ({ value: each.name, detail: detailOf(each) }));
}

/** The kind of a name, and its size: `12,427 docs · 3.1 MB`, `Data stream · 5 docs · 812 bytes`, `Alias`. */
function detailOf(each: IndexName | IndexEntry): string {
  const { documents, bytes } = 'isHidden' in each ? each : {};
  const figures = [
    ...(documents === undefined ? [] : [plural(documents, { one: '{0} doc', other: '{0} docs' })]),
    ...(bytes === undefined ? [] : [bytesText(bytes)]),
  ];
  const isPlain = each.kind === 'index' && figures.length > 0;
  return [...(isPlain ? [] : [indexKindNames[each.kind]()]), ...figures].join(' · ');
}

function closest<Named extends { readonly name: string }>(all: readonly Named[], typed: string): Named[] {
  const wanted = typed.toLowerCase();
  const within = all.map((each) => ({ each, at: each.name.toLowerCase().indexOf(wanted) })).filter(({ at }) => at >= 0);
  const first = within.filter(({ at }) => at === 0);
  const others = within.filter(({ at }) => at > 0);
  return [...first, ...others].slice(0, mostCompletions).map(({ each }) => each);
}
