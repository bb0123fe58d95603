import * as l10n from '@vscode/l10n';
import type { Steps } from '../../base/async/steps';
import { plainText } from '../../base/text/plainText';
import { checkConfigSteps } from '../../config/files/checkConfigGroups';
import type { ConfigGroup } from '../../config/files/readConfigFiles';
import type { ConfigProblem } from '../../config/model/configProblem';
import { limitedProblems } from '../../config/model/problemLimit';
import type { Inventory } from '../../proxy/model/inventory';
import type { PublicUrlSource } from '../../proxy/publicUrls/publicUrls';
import { checkDeclaredSteps, reportedBy } from './checkDeclared';

/** A proxy that was read, for features about files that may be for it. */
export interface ReadProxy {
  readonly endpointId: string;
  /** The name of the endpoint. */
  readonly name: string;
  readonly inventory: Inventory;
  /** The origin of its addresses; undefined if the caller does not need it. */
  readonly endpoint?: PublicUrlSource | undefined;
  /** Whether the user or the workspace has bound the file to this proxy. */
  readonly isBound: boolean;
}

/** All problems of files, with those that live proxies report. Only the files' proxy reports missing objects. */
export function* problemsAmong(
  groups: readonly ConfigGroup[],
  proxies: readonly ReadProxy[],
): Steps<readonly ConfigProblem[]> {
  const bound = proxies.find(({ isBound }) => isBound);
  if (bound !== undefined) return yield* checkDeclaredSteps(groups, bound.inventory);
  const problems = [yield* checkConfigSteps(groups, {})];
  for (const { inventory } of proxies) problems.push(yield* reportedBy(groups, inventory));
  return limitedProblems(problems.flat());
}

const longestName = 60;

/** The name of a proxy's endpoint, as one visible line. */
export function shownProxyName({ name }: ReadProxy): string {
  return plainText(name, longestName);
}

/** The message about an object that a proxy does not have. */
export function missingFromProxy(proxy: ReadProxy): string {
  return l10n.t('not on {0}', shownProxyName(proxy));
}

/** The proxies, with the one that the files are for first. */
export function boundFirst(proxies: readonly ReadProxy[]): readonly ReadProxy[] {
  return [true, false].flatMap((isBound) => proxies.filter((one) => one.isBound === isBound));
}
