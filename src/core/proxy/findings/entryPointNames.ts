import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../l10n/plural';
import { closestName } from '../../base/text/editDistance';
import type { Inventory } from '../model/inventory';
import { inventoryGroupOf } from '../model/inventory';
import { itemKeyOf } from '../model/itemRef';
import type { EntryPoint, Router, TraefikProtocol } from '../model/model';
import { enumeratedNames, type Finding, quotedName } from './finding';

/**
 * A router that names entry points that don't exist or listen for another transport, or that is on none. Nested routers
 * are on none by design. Traefik reports unknown entry points as errors of the router; the finding adds the existing
 * ones. Undefined if the entry points could not be read.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/config/runtime/runtime_http.go (GetRoutersByEntryPoints)
 */
export function entryPointFinding(router: Router, inventory: Inventory): Finding | undefined {
  const { entryPoints } = inventory;
  if (entryPoints.state !== 'read') return undefined;
  // This router is from an earlier moment.
  if (inventoryGroupOf(inventory, router.protocol, 'routers')?.state === 'stale') return undefined;
  const listed = entryPoints.items;
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
    const near = meantBy(unknown, listed);
    const hint = near.length === 0 ? [] : [l10n.t('Did you mean {0}?', enumeratedNames(near))];
    const names = enumeratedNames(unknown);
    const notFound = { one: 'Entry point not found: {1}.', other: '{0} entry points not found: {1}.' };
    return [plural(unknown.length, notFound, names), ...hint, ...rest].join(' ');
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
  const near = meantBy(unknownOf(router, listed), listed);
  return [...new Set([...near, ...unfitOf(router, listed)])].map((name) => ({ to: 'entryPoint', name }));
}
