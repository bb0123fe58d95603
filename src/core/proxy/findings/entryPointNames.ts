import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../l10n/plural';
import type { Pauses } from '../../base/async/pauses';
import { addToList } from '../../base/lists/addToList';
import { closestName } from '../../base/text/editDistance';
import { itemCountText, joinedParts } from '../describe/labels';
import type { Inventory } from '../model/inventory';
import { inventoryGroupOf } from '../model/inventory';
import { itemKeyOf } from '../model/itemRef';
import type { EntryPoint, Router, TraefikProtocol } from '../model/model';
import { enumeratedNames, type Finding, quotedName } from './finding';

/**
 * The routers that name entry points that don't exist or listen for another transport, or that are on none. Nested
 * routers are on none by design. Traefik reports unknown entry points as errors of each router; the finding adds the
 * existing ones, and is one for all routers that name the same. None if the entry points could not be read.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/config/runtime/runtime_http.go (GetRoutersByEntryPoints)
 */
export async function entryPointFindings(
  routers: readonly Router[],
  inventory: Inventory,
  pause: Pauses,
): Promise<readonly Finding[]> {
  const { entryPoints } = inventory;
  if (entryPoints.state !== 'read') return [];
  const listed = entryPoints.items;
  const found: Finding[] = [];
  const addFound = (finding: Finding | undefined): void => {
    if (finding !== undefined) found.push(finding);
  };
  const namingSame = new Map<string, Router[]>();
  for (const router of routers) {
    const rest = pause();
    if (rest !== undefined) await rest;
    // This router is from an earlier moment.
    if (inventoryGroupOf(inventory, router.protocol, 'routers')?.state === 'stale') continue;
    const unknown = unknownOf(router, listed);
    const isRead = !router.unread.includes('entryPoints') && !router.unread.includes('using');
    if (unknown.length > 0 && isRead) addToList(namingSame, JSON.stringify(unknown.toSorted()), router);
    else addFound(findingOf(router, listed));
  }
  for (const [, [first, ...others]] of namingSame) {
    const rest = pause();
    if (rest !== undefined) await rest;
    if (first === undefined) continue;
    addFound(others.length === 0 ? findingOf(first, listed) : unknownFinding([first, ...others], listed));
  }
  return found;
}

/** Several routers that name the same unknown entry points. */
function unknownFinding(routers: readonly [Router, ...Router[]], listed: Listed): Finding {
  const [first] = routers;
  const unknown = unknownOf(first, listed);
  return {
    kind: 'entryPoint',
    key: `unknown ${JSON.stringify(unknown)}`,
    about: enumeratedNames(unknown),
    brief: joinedParts(l10n.t('entry point not found'), itemCountText(routers.length, 'routers')),
    reason: [
      ...unknownReason(unknown, listed),
      l10n.t('Named by {0}.', enumeratedNames(routers.map(({ name }) => name))),
    ].join(' '),
    evidence: unknown,
    links: [...routers.map((item) => ({ to: 'item', item }) as const), ...linksTo(first, listed)],
  };
}

function findingOf(router: Router, listed: Listed): Finding | undefined {
  const reason = reasonFor(router, listed);
  return reason === undefined
    ? undefined
    : {
        kind: 'entryPoint',
        key: itemKeyOf(router),
        about: quotedName(router.name),
        reason,
        evidence: [...(router.entryPoints ?? []), '', ...(router.using ?? [])],
        links: [{ to: 'item', item: router }, ...linksTo(router, listed)],
      };
}

type Listed = ReadonlyMap<string, EntryPoint>;

/** Only a hostile listing has more. */
const mostEntryPoints = 200;

/** The entry points that the user probably meant by names that don't exist. */
function meantBy(unknown: readonly string[], listed: Listed): readonly string[] {
  if (listed.size > mostEntryPoints) return [];
  return unknown.slice(0, mostEntryPoints).flatMap((name) => closestName(name, listed.keys()) ?? []);
}

function reasonFor(router: Router, listed: Listed): string | undefined {
  const { entryPoints = [], using = [], parentRefs = [], unread, protocol, status } = router;
  if (unread.includes('entryPoints') || unread.includes('using')) return undefined;
  const unknown = unknownOf(router, listed);
  const unfit = unfitOf(router, listed);
  const rest = isNowhere(using, listed) ? [l10n.t('The router is on no other entry point.')] : [];
  if (unknown.length > 0) {
    return [...unknownReason(unknown, listed), ...rest].join(' ');
  }
  if (unfit.length > 0) {
    return [plural(unfit.length, unfitForms[protocol], enumeratedNames(unfit)), ...rest].join(' ');
  }
  // Traefik reports why a router is disabled; for the same reason it may be on no entry point.
  const isOnNone = entryPoints.length === 0 && using.length === 0 && parentRefs.length === 0 && status !== 'disabled';
  return isOnNone && !unread.includes('parentRefs')
    ? l10n.t('On no entry point, so no request reaches it.')
    : undefined;
}

function unknownReason(unknown: readonly string[], listed: Listed): readonly string[] {
  const near = meantBy(unknown, listed);
  const notFound = { one: 'Entry point not found: {1}.', other: '{0} entry points not found: {1}.' };
  return [
    plural(unknown.length, notFound, enumeratedNames(unknown)),
    ...(near.length === 0 ? [] : [l10n.t('Did you mean {0}?', enumeratedNames(near))]),
  ];
}

const unfitForms: Readonly<Record<TraefikProtocol, PluralForms>> = {
  http: {
    one: '{1} listens on UDP, but this is an HTTP router.',
    other: '{1} listen on UDP, but this is an HTTP router.',
  },
  tcp: { one: '{1} listens on UDP, but this is a TCP router.', other: '{1} listen on UDP, but this is a TCP router.' },
  udp: { one: '{1} listens on TCP, but this is a UDP router.', other: '{1} listen on TCP, but this is a UDP router.' },
};

function unknownOf({ entryPoints = [] }: Router, listed: Listed): readonly string[] {
  return [...new Set(entryPoints)].filter((name) => !listed.has(name));
}

/** By its address: `:53/udp` is for UDP, `:80` and `:80/tcp` are not. */
function unfitOf({ entryPoints = [], using = [], protocol }: Router, listed: Listed): readonly string[] {
  return [...new Set(entryPoints)].filter((name) => {
    const address = listed.get(name)?.address;
    if (address === undefined || using.includes(name)) return false;
    return (protocol === 'udp') !== /\/udp$/i.test(address);
  });
}

function isNowhere(using: readonly string[], listed: Listed): boolean {
  return !using.some((name) => listed.has(name));
}

function linksTo(router: Router, listed: Listed): Finding['links'] {
  const near = new Set(meantBy(unknownOf(router, listed), listed));
  const unfit = unfitOf(router, listed).filter((name) => !near.has(name));
  return [
    ...[...near].map((name) => ({ to: 'entryPoint', name, role: l10n.t('similar name'), isMeant: true }) as const),
    ...unfit.map((name) => ({ to: 'entryPoint', name }) as const),
  ];
}
