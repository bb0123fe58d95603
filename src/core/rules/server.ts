import { type Groups, type Inventory, itemsIn } from '../traefik/inventory';

/** What of a Traefik's version matters to which router takes a request. */
export interface Server {
  readonly major: 2 | 3;
  /** Whether `*.a.test` in a Host means any first label: since 3.7. Undefined where the version is not told. */
  readonly hasWildcards: boolean | undefined;
  /** Whether an order of providers decides between routers of the same priority: since 3.7. Undefined where the version is not told. */
  readonly hasProviderOrder: boolean | undefined;
  /** Whether it does not clean and decode paths as newer versions do: before 3.4.1 and 2.11.25. */
  readonly isOldWithPaths: boolean;
  /** Whether its TCP routers have no priorities: before 2.7. */
  readonly isOldWithTcp: boolean;
}

/** Works it out from the version, or else from what listings of 2 do not have. */
export function serverOf(inventory: Inventory): Server {
  const numbers = numbersOf(inventory);
  if (numbers === undefined) {
    const major = looksLikeTwo(inventory) ? 2 : 3;
    const isNew = major === 2 ? false : undefined;
    return { major, hasWildcards: isNew, hasProviderOrder: isNew, isOldWithPaths: false, isOldWithTcp: false };
  }
  const [major = 3] = numbers;
  // Of what comes before 3.7.0 is not known what of it was in there yet.
  const isEarly = numbers.join('.') === '3.7.0' && /\d-/.test(inventory.version?.number ?? '');
  const isNew = isEarly ? undefined : isAtLeast(numbers, [3, 7, 0]);
  return {
    major: major === 2 ? 2 : 3,
    hasWildcards: isNew,
    hasProviderOrder: isNew,
    isOldWithPaths: !isAtLeast(numbers, major === 2 ? [2, 11, 25] : [3, 4, 1]),
    isOldWithTcp: !isAtLeast(numbers, [2, 7, 0]),
  };
}

/** Whether the API tells a version: builds of one's own call themselves `dev`. */
export function isVersionTold(inventory: Pick<Inventory, 'version'>): boolean {
  return numbersOf(inventory) !== undefined;
}

function numbersOf({ version }: Pick<Inventory, 'version'>): readonly number[] | undefined {
  return /^v?(\d+)\.(\d+)\.(\d+)/
    .exec(version?.number ?? '')
    ?.slice(1)
    .map(Number);
}

function isAtLeast(numbers: readonly number[], wanted: readonly number[]): boolean {
  for (const [index, number] of wanted.entries()) {
    const difference = (numbers[index] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

const lookedAt = new WeakMap<Groups, boolean>();

/** Traefik 3 works out the priority of every router that it serves, and tells it; 2 tells only those that were set. */
function looksLikeTwo(inventory: Inventory): boolean {
  let known = lookedAt.get(inventory.groups);
  if (known === undefined) {
    known = false;
    for (const { protocol, status, rule, priority } of itemsIn(inventory, 'routers')) {
      const isServed = protocol !== 'udp' && (status === 'enabled' || status === 'warning');
      if (isServed && rule !== undefined && priority === undefined) known = true;
    }
    lookedAt.set(inventory.groups, known);
  }
  return known;
}
