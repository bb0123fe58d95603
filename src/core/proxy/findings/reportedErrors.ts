import * as l10n from '@vscode/l10n';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { reportedTrouble } from '../describe/itemSummary';
import { itemCountText, joinedParts } from '../describe/labels';
import { type Inventory, itemsOfKinds } from '../model/inventory';
import { itemKeyOf } from '../model/itemRef';
import type { Item } from '../model/model';
import { type Finding, quotedName } from './finding';

/** Code points of an error. */
const longestError = 500;
/** The most items that a finding links to. */
const mostItems = 20;

/** One cause, with the error that names it first, and the items that have it: services and middlewares before routers. */
interface Cause {
  readonly error: string;
  readonly items: Set<Item>;
}

/**
 * What Traefik reports of the items that it disabled or warns about, where no other finding says it: one finding for each
 * cause. A router has the error of its service or middleware, too.
 *
 * @param found the findings that may say the same: what is missing, and invalid entry points
 */
export function reportedFindings(inventory: Inventory, found: readonly Finding[]): readonly Finding[] {
  const absent = new Set(found.flatMap(({ missing }) => missing?.name ?? []));
  const misplaced = new Set(found.flatMap(({ kind, key }) => (kind === 'entryPoint' ? [key] : [])));
  const causes = new Map<string, Cause>();
  for (const item of itemsOfKinds(inventory, 'middlewares', 'services', 'routers')) {
    if (item.status !== 'disabled' && item.status !== 'warning') continue;
    const key = itemKeyOf(item);
    for (const error of item.errors.length === 0 ? [''] : new Set(item.errors)) {
      if (namesIn(error).some((name) => absent.has(name))) continue;
      if (misplaced.has(key) && (error === '' || error.includes('entryPoint'))) continue;
      const cause = causeOf(error, key);
      const known = causes.get(cause) ?? { error, items: new Set() };
      causes.set(cause, known);
      known.items.add(item);
    }
  }
  return [...causes].map(([key, { error, items }]) => reportedFinding(key, error, [...items]));
}

/** The names that Traefik quotes in an error. */
function namesIn(error: string): readonly string[] {
  return [...error.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name);
}

/**
 * What tells a cause from others: the text, or the members of a circle, which each of them reports from itself on:
 * `recursion detected in service:a@file->service:b@file->service:a@file`. An item without a text is its own cause.
 */
function causeOf(error: string, itemKey: string): string {
  const [, circle] = /recursion detected in (\S+->\S+)/.exec(error) ?? [];
  if (circle !== undefined) return [...new Set(circle.split('->'))].sort().join(' ');
  return error === '' ? itemKey : error;
}

function reportedFinding(key: string, error: string, items: readonly Item[]): Finding {
  const [first] = items;
  const routers = items.filter((item) => item !== first && item.kind === 'routers').length;
  const text = plainText(maskText(error), longestError);
  return {
    kind: 'reported',
    key,
    about: quotedName(first?.name ?? ''),
    reason: text || l10n.t('Traefik reports no reason.'),
    brief: joinedParts(
      reportedTrouble(first?.status ?? 'warning', [error]),
      routers === 0 ? undefined : itemCountText(routers, 'routers'),
    ),
    links: items.slice(0, mostItems).map((item) => ({ to: 'item', item })),
  };
}
