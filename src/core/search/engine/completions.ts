import type { SearchCompletion } from '../../../protocol/pageMessages';
import type { FieldInfo } from './fieldList';
import type { IndexName } from './nameList';

/** More than that nobody reads through: one types on. */
const mostCompletions = 50;

const dateTypes: readonly string[] = ['date', 'date_nanos'];

export function completions(of: 'index', names: readonly IndexName[], text: string): SearchCompletion[];
export function completions(of: 'field' | 'dateField', fields: readonly FieldInfo[], text: string): SearchCompletion[];
/**
 * What could stand in a field of the form, at most 50: first what begins with `text`, then what has it within, whatever
 * the case. Of a list of indices, `access-logs,prod`, the last name is completed and what is before it kept; one that
 * already says more than a name (`logs-*`, `<logs-{now/d}>`) is left alone.
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
      if ('kind' in each) return [{ value: each.name, detail: each.kind }];
      if (of === 'dateField' && !each.types.some((type) => dateTypes.includes(type))) return [];
      return [{ value: each.name, detail: each.types.join(', ') }];
    }),
    typed.toLowerCase(),
  ).map(({ value, ...more }) => ({ value: before + value, ...more }));
}

/** What stands before the name that is being typed, with the sign of an exclusion, and as much of the name as is typed. */
function partsOf(text: string): readonly [before: string, typed: string | undefined] {
  const comma = text.lastIndexOf(',');
  const last = text.slice(comma + 1).trim();
  // Only behind another name is it an exclusion; no name of an index begins with it.
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
