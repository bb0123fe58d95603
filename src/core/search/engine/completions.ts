import * as l10n from '@vscode/l10n';
import type { SearchCompletion } from '../../../protocol/pageMessages';
import type { FieldInfo } from './fieldList';
import type { IndexName } from './nameList';

/** Nobody reads through more: one types on. */
const mostCompletions = 50;

/** The kinds of names that can stand in an index expression. */
export const indexKindNames: Readonly<Record<IndexName['kind'], () => string>> = {
  index: () => l10n.t('Index'),
  alias: () => l10n.t('Alias'),
  'data stream': () => l10n.t('Data stream'),
};

const dateTypes: readonly string[] = ['date', 'date_nanos'];

export function completions(of: 'index', names: readonly IndexName[], text: string): SearchCompletion[];
export function completions(of: 'field' | 'dateField', fields: readonly FieldInfo[], text: string): SearchCompletion[];
/**
 * Suggestions for a field of the form, at most 50: first those that start with `text`, then those that contain it, whatever
 * the case. In a list of indices, `access-logs,prod`, the last name is completed; patterns and date math (`logs-*`,
 * `<logs-{now/d}>`) are left alone.
 */
export function completions(
  of: 'index' | 'field' | 'dateField',
  from: readonly (IndexName | FieldInfo)[],
  text: string,
): SearchCompletion[] {
  const [before, typed] = of === 'index' ? partsOf(text) : ['', text.trim()];
  if (typed === undefined) return [];
  return closest(
    from.flatMap((each): SearchCompletion[] => {
      if ('kind' in each) return [{ value: each.name, detail: indexKindNames[each.kind]() }];
      if (of === 'dateField' && !each.types.some((type) => dateTypes.includes(type))) return [];
      return [{ value: each.name, detail: each.types.join(', ') }];
    }),
    typed.toLowerCase(),
  ).map(({ value, ...more }) => ({ value: before + value, ...more }));
}

/** What comes before the name that is being typed, including the sign of an exclusion, and the typed part of the name. */
function partsOf(text: string): readonly [before: string, typed: string | undefined] {
  const comma = text.lastIndexOf(',');
  const last = text.slice(comma + 1).trim();
  // It is an exclusion only after another name; no index name starts with it.
  const sign = comma >= 0 && last.startsWith('-') ? '-' : '';
  const typed = last.slice(sign.length);
  return [text.slice(0, comma + 1) + sign, /[*<>{}?]/.test(typed) ? undefined : typed];
}

function closest(all: readonly SearchCompletion[], typed: string): SearchCompletion[] {
  const within = all.map((each) => ({ each, at: each.value.toLowerCase().indexOf(typed) })).filter(({ at }) => at >= 0);
  const first = within.filter(({ at }) => at === 0);
  const others = within.filter(({ at }) => at > 0);
  return [...first, ...others].slice(0, mostCompletions).map(({ each }) => each);
}
