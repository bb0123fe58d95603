import * as l10n from '@vscode/l10n';
import { runStepsInSlices } from '../../base/async/steps';
import { TimeSlicerGivenUp, timeSlicerWithin } from '../../base/async/timeSlicer';
import { timeDependentText } from '../describe/dates';
import { staleSentences } from '../describe/staleness';
import { type Inventory, type InventoryGroups, isSameContent } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import type { Router } from '../model/model';
import { entryPointFindings } from './entryPointNames';
import { type Finding, type Findings, findingKinds } from './finding';
import { downFindings, expiringFindings, unusedFindings } from './itemFindings';
import { missingFindings } from './missingReferences';
import { openApiFindings } from './openApi';
import { plainPasswordFindings } from './plainPasswords';
import { conflictFindings, conflictsIn } from './routerConflicts';
import { routerSetsOf } from './routerSets';
import {
  routersBehindCatchAlls,
  type ShadowedRouters,
  shadowedRouterFindings,
  shadowedRouters,
  unmatchableRuleFindings,
} from './unreachableRouters';

/** Of comparing routers: a second or so. */
const MOST_STEPS = 1_000_000;
/** Of regular expressions, all together: a second or two where they are made to take long. */
const MOST_EFFORT = 100_000_000;

interface Work {
  readonly inventory: Inventory;
  readonly under: Promise<Findings | undefined>;
  done?: Findings | undefined;
}

/** Spares working out findings again for the same content; they take up to seconds. */
const works = new WeakMap<InventoryGroups, Work>();

/** What was found in an inventory of this content, if that was worked out already. */
export function knownFindings(inventory: Inventory): Findings | undefined {
  return workOn(inventory)?.done;
}

/**
 * What in an inventory a person would want to know of. Everything in it is certain: what depends on a listing that could not
 * be read is left out, and what is known of an earlier moment is said to be that. Routers that Traefik itself reports with errors are none of it, unless one of the kinds says more
 * of them. Worked out once for each content, in slices that let others have the event loop.
 *
 * @param isWanted asked between slices; once it says no, the work ends and gives undefined
 */
export function findingsOf(inventory: Inventory, isWanted: () => boolean = () => true): Promise<Findings | undefined> {
  const present = workOn(inventory);
  if (present !== undefined) return present.under;
  const work: Work = {
    inventory,
    under: workOut(inventory, isWanted)
      .catch(ifGivenUp)
      .then((findings) => {
        work.done = findings;
        if (findings === undefined && works.get(inventory.groups) === work) works.delete(inventory.groups);
        return findings;
      }),
  };
  works.set(inventory.groups, work);
  return work.under;
}

function workOn(inventory: Inventory): Work | undefined {
  const work = works.get(inventory.groups);
  if (work === undefined || !isSameContent(work.inventory, inventory)) return undefined;
  return timeDependentText(work.inventory) === timeDependentText(inventory) ? work : undefined;
}

async function workOut(inventory: Inventory, isWanted: () => boolean): Promise<Findings> {
  const slicer = timeSlicerWithin(Number.POSITIVE_INFINITY, isWanted);
  await runStepsInSlices(itemGraphOf(inventory).prepare(), slicer);
  const contests = await contestsIn(inventory, isWanted);
  const isOutdone = (router: Router): boolean => contests.shadowed.has(router) || contests.hidden.has(router);
  const found: Finding[] = [...contests.findings];
  for (const work of [
    openApiFindings(inventory, isOutdone),
    plainPasswordFindings(inventory, isOutdone),
    missingFindings(inventory),
    entryPointFindings(inventory),
    downFindings(inventory),
    expiringFindings(inventory),
    unusedFindings(inventory),
  ]) {
    for (const one of await runStepsInSlices(work, slicer)) found.push(one);
  }
  return {
    list: inOrder(found),
    notes: [
      ...staleSentences(inventory),
      ...(contests.isWhole ? [] : [l10n.t('Too many routers to compare all of them with each other.')]),
    ],
  };
}

/** What comes of comparing routers with each other. */
async function contestsIn(
  inventory: Inventory,
  isWanted: () => boolean,
): Promise<{
  readonly shadowed: ShadowedRouters;
  readonly hidden: ReadonlySet<Router>;
  readonly findings: readonly Finding[];
  readonly isWhole: boolean;
}> {
  const [forWinners, forTies] = [timeSlicerWithin(MOST_STEPS, isWanted), timeSlicerWithin(MOST_STEPS, isWanted)];
  const effort = { left: MOST_EFFORT };
  const routerSets = await routerSetsOf(inventory, forTies, effort);
  const shadowed = await shadowedRouters(routerSets, forWinners);
  const conflicts = await conflictsIn(inventory, routerSets, shadowed, forTies);
  return {
    shadowed,
    hidden: await runStepsInSlices(
      routersBehindCatchAlls(routerSets),
      timeSlicerWithin(Number.POSITIVE_INFINITY, isWanted),
    ),
    findings: [
      ...unmatchableRuleFindings(routerSets),
      ...shadowedRouterFindings(shadowed),
      ...conflictFindings(conflicts),
    ],
    isWhole: !forWinners.isSpent && !forTies.isSpent && effort.left > 0,
  };
}

function ifGivenUp(error: unknown): undefined {
  if (error instanceof TimeSlicerGivenUp) return undefined;
  throw error;
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findingKinds.flatMap((kind) => findings.filter((finding) => finding.kind === kind));
}
