import type { CheckContext } from '../../config/check/checkContext';
import { type ConfigGroup, checkConfigGroups } from '../../config/files/readConfigFiles';
import type { ConfigProblem } from '../../config/model/configProblem';
import type { Inventory } from '../../proxy/model/inventory';
import { contextOfProxy } from './contextOfProxy';
import { liveProblems } from './liveProblems';
import { matchesIn } from './matchDeclared';

/**
 * All problems of files, with what a live proxy says of what they declare. Objects that neither the files nor the proxy have may come
 * with something that is yet to be deployed: a reference to one is a warning.
 */
export function checkDeclared(groups: readonly ConfigGroup[], inventory: Inventory): readonly ConfigProblem[] {
  const context = contextOfProxy(inventory);
  let isAnyMissing = false;
  const exists: CheckContext['exists'] = (...named) => {
    const isThere = context.exists?.(...named);
    if (isThere === false) isAnyMissing = true;
    return isThere === true ? true : undefined;
  };
  const certain = checkConfigGroups(groups, { ...context, exists });
  const keys = new Set(certain.map(keyOf));
  // Where the proxy has whatever is referred to, the same would be told again.
  const all = isAnyMissing ? checkConfigGroups(groups, context) : certain;
  const now = all.filter((one) => !keys.has(keyOf(one))).map((one) => ({ ...one, severity: 'warning' as const }));
  const live = withMends(liveProblems(matchesIn(groups, inventory), inventory), all);
  // What the proxy says of a name is not said again in our words.
  const told = new Set(live.filter(({ code }) => code === 'live.error').map(placeOf));
  return [...certain, ...now.filter((one) => !told.has(placeOf(one))), ...live];
}

/** The errors that a proxy reports of what files declare, with what mends them. */
export function reportedBy(groups: readonly ConfigGroup[], inventory: Inventory): readonly ConfigProblem[] {
  const live = liveProblems(matchesIn(groups, inventory), inventory).filter(({ code }) => code === 'live.error');
  return live.length === 0 ? [] : withMends(live, checkConfigGroups(groups, contextOfProxy(inventory)));
}

/** What the proxy says of a place is mended by what mends what we say of it. */
function withMends(live: readonly ConfigProblem[], own: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const mends = new Map(own.flatMap((one) => (one.fix === undefined ? [] : [[placeOf(one), one.fix] as const])));
  return live.map((one) => (one.code === 'live.error' ? { ...one, fix: mends.get(placeOf(one)) } : one));
}

function placeOf({ range: { path, start, end } }: ConfigProblem): string {
  return JSON.stringify([path, start, end]);
}

function keyOf({ code, range, message }: ConfigProblem): string {
  return JSON.stringify([code, range.path, range.start, message]);
}
