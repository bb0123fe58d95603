import * as l10n from '@vscode/l10n';
import { GivenUp, paceOf } from '../../base/async/pace';
import { inSlices } from '../../base/async/steps';
import { datedWords } from '../describe/dates';
import { unreadSentences } from '../describe/unread';
import { graphOf } from '../model/graph';
import { type Groups, type Inventory, isSameContent } from '../model/inventory';
import type { Router } from '../model/model';
import { arenasOf } from './arena';
import { behindCatchAlls, neverMatchesFindings, neverWinsFindings, type Outdone, outdoneRouters } from './deadRouters';
import { entryPointFindings } from './entryPointNames';
import { type Finding, type Findings, findingKinds } from './finding';
import { downFindings, expiringFindings, unusedFindings } from './itemFindings';
import { missingFindings } from './missing';
import { openApiFindings } from './openApi';
import { plainPasswordFindings } from './plainPasswords';
import { tieFindings, tiesIn } from './ties';

/** Of comparing routers: a second or so. */
const MOST_STEPS = 1_000_000;
/** Of regular expressions, all together: a second or two where they are made to take long. */
const MOST_EFFORT = 100_000_000;
const NOT_ALL_COMPARED = l10n.t('Too many routers to compare all of them with each other.');

interface Work {
  readonly inventory: Inventory;
  readonly under: Promise<Findings | undefined>;
  done?: Findings | undefined;
}

/** Spares working out findings again for the same content; they take up to seconds. */
const works = new WeakMap<Groups, Work>();

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
  return datedWords(work.inventory) === datedWords(inventory) ? work : undefined;
}

async function workOut(inventory: Inventory, isWanted: () => boolean): Promise<Findings> {
  const pace = paceOf(Number.POSITIVE_INFINITY, isWanted);
  await inSlices(graphOf(inventory).prepare(), pace);
  const contests = await contestsIn(inventory, isWanted);
  const isOutdone = (router: Router): boolean => contests.outdone.has(router) || contests.hidden.has(router);
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
    for (const one of await inSlices(work, pace)) found.push(one);
  }
  return {
    list: inOrder(found),
    notes: [...unreadSentences(inventory), ...(contests.isWhole ? [] : [NOT_ALL_COMPARED])],
  };
}

/** What comes of comparing routers with each other. */
async function contestsIn(
  inventory: Inventory,
  isWanted: () => boolean,
): Promise<{
  readonly outdone: Outdone;
  readonly hidden: ReadonlySet<Router>;
  readonly findings: readonly Finding[];
  readonly isWhole: boolean;
}> {
  const [forWinners, forTies] = [paceOf(MOST_STEPS, isWanted), paceOf(MOST_STEPS, isWanted)];
  const effort = { left: MOST_EFFORT };
  const arenas = await arenasOf(inventory, forTies, effort);
  const outdone = await outdoneRouters(arenas, forWinners);
  const ties = await tiesIn(inventory, arenas, outdone, forTies);
  return {
    outdone,
    hidden: await inSlices(behindCatchAlls(arenas), paceOf(Number.POSITIVE_INFINITY, isWanted)),
    findings: [...neverMatchesFindings(arenas), ...neverWinsFindings(outdone), ...tieFindings(ties)],
    isWhole: !forWinners.isSpent && !forTies.isSpent && effort.left > 0,
  };
}

function ifGivenUp(error: unknown): undefined {
  if (error instanceof GivenUp) return undefined;
  throw error;
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findingKinds.flatMap((kind) => findings.filter((finding) => finding.kind === kind));
}
