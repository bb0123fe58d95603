import * as l10n from '@vscode/l10n';
import { doneOrTimeout } from '../../base/async/doneOrTimeout';
import { runStepsInSlices } from '../../base/async/steps';
import { TimeSlicerGivenUp, timeSlicerWithin } from '../../base/async/timeSlicer';
import { timeDependentText } from '../describe/dateTexts';
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

/** For comparing routers: about a second. */
const mostSteps = 1_000_000;
/** For all regular expressions together: a second or two if they are hostile. */
const mostEffort = 100_000_000;

interface Work {
  readonly inventory: Inventory;
  readonly under: Promise<Findings | undefined>;
  done?: Findings | undefined;
}

/** Avoids computing findings again for the same content; they take up to seconds. */
const works = new WeakMap<InventoryGroups, Work>();

/** The findings of an inventory with this content, if they were computed before. */
export function knownFindings(inventory: Inventory): Findings | undefined {
  return workOn(inventory)?.done;
}

/**
 * The problems in an inventory. Only certain ones: findings that depend on a listing that could not be read are left
 * out, and findings from an earlier read are marked. Routers that Traefik itself reports with errors are included only
 * if a finding adds a fact. Computed once for each content, in slices that free the event loop.
 *
 * @param isWanted called between slices; once it returns false, the work ends and the result is undefined
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

/** Milliseconds that a document waits for its findings, so that it is usually rendered once. */
const patienceMs = 100;

/**
 * The findings of an inventory; undefined if they take longer than a document should wait.
 *
 * @param late called when they are complete in that case
 */
export async function findingsSoon(inventory: Inventory, late: () => void): Promise<Findings | undefined> {
  let isLate = false;
  const work = findingsOf(inventory).then((done) => {
    if (isLate && done !== undefined) late();
  });
  await doneOrTimeout(work, patienceMs);
  isLate = true;
  return knownFindings(inventory);
}

function workOn(inventory: Inventory): Work | undefined {
  const work = works.get(inventory.groups);
  if (work === undefined || !isSameContent(work.inventory, inventory)) return undefined;
  return timeDependentText(work.inventory) === timeDependentText(inventory) ? work : undefined;
}

async function workOut(inventory: Inventory, isWanted: () => boolean): Promise<Findings> {
  const slicer = timeSlicerWithin(Number.POSITIVE_INFINITY, isWanted);
  await itemGraphOf(inventory).prepare();
  const contests = await contestsIn(inventory, isWanted);
  const isShadowed = (router: Router): boolean => contests.shadowed.has(router) || contests.hidden.has(router);
  const found: Finding[] = [...contests.findings];
  for (const work of [
    openApiFindings(inventory, isShadowed),
    plainPasswordFindings(inventory, isShadowed),
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

/** The findings of comparisons between routers. */
async function contestsIn(
  inventory: Inventory,
  isWanted: () => boolean,
): Promise<{
  readonly shadowed: ShadowedRouters;
  readonly hidden: ReadonlySet<Router>;
  readonly findings: readonly Finding[];
  readonly isWhole: boolean;
}> {
  const [forWinners, forTies] = [timeSlicerWithin(mostSteps, isWanted), timeSlicerWithin(mostSteps, isWanted)];
  const effort = { left: mostEffort };
  const routerSets = await routerSetsOf(inventory, forTies, effort);
  const shadowed = await shadowedRouters(routerSets, forWinners);
  const conflicts = await conflictsIn(inventory, routerSets, shadowed, forTies);
  const slicer = timeSlicerWithin(Number.POSITIVE_INFINITY, isWanted);
  return {
    shadowed,
    hidden: await runStepsInSlices(routersBehindCatchAlls(routerSets), slicer),
    findings: [
      ...(await runStepsInSlices(unmatchableRuleFindings(routerSets), slicer)),
      ...(await runStepsInSlices(shadowedRouterFindings(shadowed), slicer)),
      ...(await runStepsInSlices(conflictFindings(conflicts), slicer)),
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
