import { addresses } from './addresses';
import { catalog } from './catalog';
import { cuts } from './cuts';
import { inventory } from './inventory';
import { pages } from './pages';
import { parsers } from './parsers';
import { plans } from './plans';
import { refusals } from './refusals';
import { rules } from './rules';
import { staticCuts } from './staticCuts';
import type { Target } from './target';

/** What is fuzzed, by name. */
export const targets: Readonly<Record<string, Target>> = {
  inventory,
  pages,
  refusals,
  catalog,
  rules,
  parsers,
  cuts,
  staticCuts,
  plans,
  addresses,
};

/** The names as often as each comes in a round: those more often that find more in the same time. */
export const drawn: readonly string[] = [
  ...Array<string>(2).fill('inventory'),
  ...Array<string>(6).fill('pages'),
  ...Array<string>(3).fill('refusals'),
  ...Array<string>(2).fill('catalog'),
  ...Array<string>(4).fill('rules'),
  ...Array<string>(5).fill('parsers'),
  ...Array<string>(2).fill('staticCuts'),
  ...Array<string>(2).fill('addresses'),
  ...Array<string>(2).fill('plans'),
];
