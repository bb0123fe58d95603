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
  const exists: CheckContext['exists'] = (...named) => (context.exists?.(...named) === true ? true : undefined);
  const certain = checkConfigGroups(groups, { ...context, exists });
  const keys = new Set(certain.map(keyOf));
  const now = checkConfigGroups(groups, context)
    .filter((one) => !keys.has(keyOf(one)))
    .map((one) => ({ ...one, severity: 'warning' as const }));
  const live = liveProblems(matchesIn(groups, inventory), inventory);
  // What the proxy says of a name is not said again in our words.
  const told = new Set(live.filter(({ code }) => code === 'live.error').map(placeOf));
  return [...certain, ...now.filter((one) => !told.has(placeOf(one))), ...live];
}

function placeOf({ range: { path, start, end } }: ConfigProblem): string {
  return JSON.stringify([path, start, end]);
}

function keyOf({ code, range, message }: ConfigProblem): string {
  return JSON.stringify([code, range.path, range.start, message]);
}
