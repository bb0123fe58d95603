import { growthOf } from './measure';
import type { Read, Readers } from './reader';
import { addresses } from './readers/addresses';
import { configs } from './readers/configs';
import { proxies } from './readers/proxies';
import { rules } from './readers/rules';
import { search } from './readers/search';
import { searchPage } from './readers/searchPage';
import { shared } from './readers/shared';
import { wholes } from './readers/whole';
import { tails, units } from './units';

/** Exported functions, which must be all that take texts (see exported.ts). */
export const covered: readonly Readers[] = [rules, proxies, search, searchPage, shared, configs, addresses];

/** A way to give a text to something. */
interface Way {
  readonly name: string;
  readonly read: Read;
}

const waysIn = (lists: readonly Readers[]): readonly Way[] =>
  lists.flatMap((readers) =>
    Object.entries(readers).flatMap(([path, named]) =>
      Object.entries(named).flatMap(([name, reads]) =>
        [reads].flat().map((read, at, { length }) => ({
          name: `${name} (${path}${length > 1 ? `, way ${at + 1}` : ''})`,
          read,
        })),
      ),
    ),
  );

/** What is fed: all names, in the order in which `feed` numbers them. */
export const ways: readonly Way[] = waysIn([...covered, wholes]);

/** Which units come, and with which ends: all ends with all units would take minutes. */
export interface Feeding {
  readonly turn: number;
  /** One of so many units is fed; 1 for all of them. */
  readonly share: number;
}

/**
 * Feeds one way with units and says what takes time that is more than linear, as sentences.
 *
 * @param tellUnit told before each, so that one that never ends can be named
 */
export async function feed(
  { read }: Way,
  { turn, share }: Feeding,
  tellUnit: (unit: string) => void,
): Promise<readonly string[]> {
  const said: string[] = [];
  for (const [at, unit] of units.entries()) {
    if ((at + turn) % share !== 0) continue;
    tellUnit(unit);
    const tail = tails[Math.floor((at + turn) / share) % tails.length] ?? '';
    const growth = await growthOf(read, unit, tail);
    if (growth === undefined) continue;
    const [short, long] = [growth.shortMs, growth.longMs].map((ms) => `${Math.round(ms)} ms`);
    said.push(`${JSON.stringify(unit)} over and over, then ${JSON.stringify(tail)}: ${short}, twice as long ${long}`);
  }
  return said;
}
