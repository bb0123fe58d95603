import * as l10n from '@vscode/l10n';
import { checkConfig } from '../config/files/readConfig';
import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { ConfigProblem } from '../config/model/configProblem';
import type { Declaration } from '../config/model/declaration';
import { limitedProblems } from '../config/model/problemLimit';
import type { SourceFile } from '../config/source/placedText';
import type { Inventory } from '../proxy/model/inventory';
import type { ItemRef } from '../proxy/model/itemRef';
import type { PublicUrlSource } from '../proxy/publicUrls/publicUrls';
import { checkDeclared, factsOfProxy, reportedBy, withFixes } from './diagnostics';
import { type NamedInventory, shownProxyName } from './liveProblems';
import { itemsOfMatch, matchDeclared } from './matchDeclared';
import { reasonsOfMissing, type StaticSources } from './missingObjects';

/** A proxy that was read, for features about files that may be for it. */
export interface ReadProxy extends NamedInventory {
  readonly endpointId: string;
  /** The origin of its addresses; undefined if the caller does not need it. */
  readonly endpoint?: PublicUrlSource | undefined;
  /** Whether the user or the workspace has bound the file to this proxy. */
  readonly isBound: boolean;
}

/** Files that were read together, also those without declarations, such as variables. */
export interface FilesRead {
  readonly files: readonly SourceFile[];
  readonly groups: readonly ConfigGroup[];
}

/**
 * All problems of files, with those that live proxies report. Only the files' proxy reports missing objects.
 *
 * @param staticSources called only if the files' proxy lacks an object
 * @throws RequestFailure if canceled
 */
export async function problemsAmong(
  { files, groups }: FilesRead,
  proxies: readonly ReadProxy[],
  signal: AbortSignal,
  staticSources: () => Promise<StaticSources> = () => Promise.resolve({ told: [], beside: [] }),
): Promise<readonly ConfigProblem[]> {
  const check = (inventory?: Inventory) => checkConfig(files, groups, inventory && factsOfProxy(inventory), signal);
  const bound = proxies.find(({ isBound }) => isBound);
  if (bound !== undefined) {
    const all = await check(bound.inventory);
    const reasons = await reasonsOfMissing(files, groups, bound, staticSources, signal);
    return checkDeclared(groups, bound, all, reasons);
  }
  const problems = [limitedProblems(await check())];
  for (const proxy of proxies) {
    const live = reportedBy(groups, proxy);
    if (live.length > 0) problems.push(withFixes(live, await check(proxy.inventory)));
  }
  return limitedProblems(problems.flat());
}

/** The message about an object that a proxy does not have. */
export function missingFromProxy(proxy: ReadProxy): string {
  return l10n.t('not loaded by {0}', shownProxyName(proxy));
}

/** The proxies, with the one that the files are for first. */
export function boundFirst(proxies: readonly ReadProxy[]): readonly ReadProxy[] {
  return [true, false].flatMap((isBound) => proxies.filter((one) => one.isBound === isBound));
}

/** The router that a proxy made from a declared one: in the file's proxy, otherwise in the first that has it. */
export function liveRouterOf(declaration: Declaration, proxies: readonly ReadProxy[]): ItemRef | undefined {
  for (const { endpointId, inventory } of boundFirst(proxies)) {
    const [match] = matchDeclared([declaration], inventory);
    const [item] = itemsOfMatch(match);
    if (item === undefined) continue;
    const { protocol, kind, name } = item;
    return { endpointId, protocol, kind, name };
  }
  return undefined;
}
