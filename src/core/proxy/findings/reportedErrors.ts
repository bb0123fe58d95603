import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Pauses } from '../../base/async/pauses';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { reportedTrouble } from '../describe/itemSummary';
import { itemCountText, joinedParts } from '../describe/labels';
import { type Inventory, inventoryGroupOf, itemsOfKinds } from '../model/inventory';
import { itemKeyOf } from '../model/itemRef';
import type { Item } from '../model/model';
import { type Finding, quotedName } from './finding';

/** Code points of an error. */
const longestError = 500;

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
export async function reportedFindings(
  inventory: Inventory,
  found: readonly Finding[],
  pause: Pauses,
): Promise<readonly Finding[]> {
  const absent = new Set(found.flatMap(({ missing }) => missing?.name ?? []));
  const misplaced = new Set(
    found.flatMap(({ kind, links }) =>
      kind === 'entryPoint' ? links.flatMap((link) => (link.to === 'item' ? [itemKeyOf(link.item)] : [])) : [],
    ),
  );
  const causes = new Map<string, Cause>();
  for (const item of itemsOfKinds(inventory, 'middlewares', 'services', 'routers')) {
    const rest = pause();
    if (rest !== undefined) await rest;
    if (item.status !== 'disabled' && item.status !== 'warning') continue;
    // This item is from an earlier read.
    if (inventoryGroupOf(inventory, item.protocol, item.kind)?.state === 'stale') continue;
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
  const findings: Finding[] = [];
  for (const [cause, { error, items }] of causes) {
    const rest = pause();
    if (rest !== undefined) await rest;
    findings.push(reportedFinding(cause, error, [...items]));
  }
  return findings;
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

function reportedFinding(cause: string, error: string, items: readonly Item[]): Finding {
  const [first] = items;
  const routers = items.filter(({ kind }) => kind === 'routers').length;
  const isOfRouters = first?.kind === 'routers';
  const text = plainText(maskText(error), longestError);
  return {
    kind: 'reported',
    // An error may contain secrets, and a key becomes a part of the id of a row.
    key: createHash('sha256').update(cause).digest('hex'),
    about: quotedName(first?.name ?? ''),
    reason: text || l10n.t('Traefik reports no reason.'),
    brief: joinedParts(
      reportedTrouble(first?.status ?? 'warning', [error]),
      routers > (isOfRouters ? 1 : 0) ? itemCountText(routers, 'routers') : undefined,
    ),
    links: items.map((item) => ({ to: 'item', item })),
  };
}
