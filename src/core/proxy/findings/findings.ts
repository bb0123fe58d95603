import { doneOrTimeout } from '../../base/async/doneOrTimeout';
import { timeDependentText } from '../describe/dateTexts';
import { type Inventory, type InventoryGroups, isSameContent } from '../model/inventory';
import { computeFindings } from './computeFindings';
import type { Findings } from './finding';

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
 * if a finding adds a fact. Computed once for each content, in parts between which the event loop is free.
 *
 * @param isWanted called from time to time; once it returns false, the work ends and the result is undefined
 */
export function findingsOf(inventory: Inventory, isWanted: () => boolean = () => true): Promise<Findings | undefined> {
  const present = workOn(inventory);
  if (present !== undefined) return present.under;
  const work: Work = {
    inventory,
    under: computeFindings(inventory, isWanted).then((findings) => {
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
