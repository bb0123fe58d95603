import * as l10n from '@vscode/l10n';
import { openPauses } from '../../base/async/pauses';
import { staleSentences } from '../describe/staleness';
import { type Inventory, itemsOfKinds } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import type { Router } from '../model/model';
import { serverTraitsOf } from '../rules/serverTraits';
import { contestsIn } from './contests';
import { entryPointFindings } from './entryPointNames';
import { type Finding, type Findings, findingKinds } from './finding';
import { worstFirst } from './findingTexts';
import { downFinding, downServices, expiringFindings, unusedFinding } from './itemFindings';
import { isHttpOfOneMoment } from './middlewareSteps';
import { absentItems, meantNames, missingFinding } from './missingReferences';
import { openApiFinding, plainPasswordFinding } from './protectionFindings';
import { reportedFindings } from './reportedErrors';
import { tieFinding, tiesByRouter } from './routerConflicts';
import { routersBehindCatchAlls, shadowedRouterFinding, unmatchableRuleFinding } from './unreachableRouters';

/** Uses that are followed to the routers that are affected by services that are down: half a second. */
const mostUses = 1_000_000;

/** The result is not wanted any more. */
class Unwanted extends Error {}

/**
 * The findings of an inventory, most urgent first.
 *
 * @param isWanted called after each pause; once it returns false, the work ends and the result is undefined
 */
export async function computeFindings(inventory: Inventory, isWanted: () => boolean): Promise<Findings | undefined> {
  const pause = openPauses(() => {
    if (!isWanted()) throw new Unwanted();
  });
  try {
    const graph = itemGraphOf(inventory);
    await graph.prepare();
    await pause();
    const { routerSets, shadowed, ties, isWhole } = await contestsIn(inventory, pause);
    await pause();
    const hidden = routersBehindCatchAlls(routerSets);
    const isShadowed = (router: Router): boolean => shadowed.has(router) || hidden.has(router);
    const found: Finding[] = [...expiringFindings(inventory)];
    const find = async <T>(all: Iterable<T>, findingOf: (one: T) => Finding | undefined): Promise<void> => {
      for (const one of all) {
        const finding = findingOf(one);
        if (finding !== undefined) found.push(finding);
        const rest = pause();
        if (rest !== undefined) await rest;
      }
    };
    const routers = [...itemsOfKinds(inventory, 'routers')];
    const unmatchable = new Map(routerSets.flatMap(({ competitors }) => competitors.map((one) => [one.router, one])));
    await find(unmatchable.values(), unmatchableRuleFinding);
    await find(shadowed.values(), shadowedRouterFinding);
    const server = serverTraitsOf(inventory);
    await find(tiesByRouter(ties), ([router, own]) => tieFinding(router, own, server));
    if (isHttpOfOneMoment(inventory)) {
      await find(routers, (router) => openApiFinding(router, inventory, isShadowed));
      await find(routers, (router) => plainPasswordFinding(router, inventory, isShadowed));
    }
    const meantBy = meantNames(inventory);
    await find(absentItems(inventory, graph).values(), (absent) => missingFinding(absent, inventory, meantBy));
    found.push(...(await entryPointFindings(routers, inventory, pause)));
    const uses = { left: mostUses };
    await find(downServices(inventory, graph), (service) => downFinding(service, graph, uses));
    await find(itemsOfKinds(inventory, 'services', 'middlewares'), (item) => unusedFinding(item, graph));
    await pause();
    const all = [...(await reportedFindings(inventory, found, pause)), ...found];
    return {
      list: worstFirst(findingKinds.flatMap((kind) => all.filter((finding) => finding.kind === kind))),
      notes: [
        ...staleSentences(inventory),
        ...(isWhole ? [] : [l10n.t('Too many routers to compare all of them with each other.')]),
      ],
    };
  } catch (error) {
    if (error instanceof Unwanted) return undefined;
    throw error;
  }
}
