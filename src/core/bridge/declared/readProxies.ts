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

/** A proxy that was read, for whoever looks at a file that may be for it. */
export interface ReadProxy {
  readonly endpointId: string;
  /** Of the endpoint. */
  readonly name: string;
  readonly inventory: Inventory;
  /** Where it is reached; undefined if that does not matter. */
  readonly endpoint?: PublicUrlSource | undefined;
  /** Whether a person or the workspace said that the file is for this proxy. */
  readonly isBound: boolean;
}

/**
 * All problems of files, with what live proxies say of what they declare. That something is missing is only told of the proxy
 * that the files are for.
 */
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

/** What is told of an object that a proxy does not have. */
export function missingFromProxy(proxy: ReadProxy): string {
  return l10n.t('not on {0}', shownProxyName(proxy));
}

/** The proxy that the files are for before all others. */
export function boundFirst(proxies: readonly ReadProxy[]): readonly ReadProxy[] {
  return [true, false].flatMap((isBound) => proxies.filter((one) => one.isBound === isBound));
}
