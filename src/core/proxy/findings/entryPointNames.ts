import type { Steps } from '../../base/async/steps';
import { counted, protocolNames } from '../describe/words';
import type { Inventory } from '../model/inventory';
import { groupOf, itemsIn } from '../model/inventory';
import type { EntryPoint, Router } from '../model/model';
import { enumerated, type Finding, keyOf, nameIn } from './finding';
import { nearest } from './nearest';

/**
 * Routers that name entry points which are not there, or which listen for another transport, and routers that are on none.
 * Nested routers are on none by design. Traefik reports unknown ones as errors of the router; this says what there is instead.
 * Nothing where the entry points could not be read.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/config/runtime/runtime_http.go (GetRoutersByEntryPoints)
 */
export function* entryPointFindings(inventory: Inventory): Steps<readonly Finding[]> {
  const { entryPoints } = inventory;
  if (entryPoints.state !== 'read') return [];
  const listed = entryPoints.items;
  const findings: Finding[] = [];
  for (const router of itemsIn(inventory, 'routers')) {
    yield 1;
    // Where it is now is not known.
    if (groupOf(inventory, router.protocol, 'routers')?.state === 'stale') continue;
    const reason = reasonFor(router, listed);
    if (reason === undefined) continue;
    findings.push({
      kind: 'entryPoint',
      key: keyOf(router),
      about: nameIn(router.name),
      reason,
      links: [{ to: 'item', item: router }, ...linksTo(router, listed)],
    });
  }
  return findings;
}

type Listed = ReadonlyMap<string, EntryPoint>;

/** Nobody has more; a hostile listing may. */
const MOST_ENTRY_POINTS = 200;

/** What was probably meant by names that are not there. */
function meantBy(unknown: readonly string[], listed: Listed): readonly string[] {
  if (listed.size > MOST_ENTRY_POINTS) return [];
  return unknown.slice(0, MOST_ENTRY_POINTS).flatMap((name) => nearest(name, listed.keys()) ?? []);
}

function reasonFor(router: Router, listed: Listed): string | undefined {
  const { entryPoints = [], using = [], parentRefs = [], unread, protocol, status } = router;
  if (unread.includes('entryPoints') || unread.includes('using')) return undefined;
  const unknown = unknownOf(router, listed);
  const unfit = unfitOf(router, listed);
  const rest = isNowhere(using, listed) ? 'It is on no other.' : '';
  if (unknown.length > 0) {
    const near = meantBy(unknown, listed);
    const hint = near.length === 0 ? '' : ` There is ${enumerated(near.map(nameIn))}.`;
    const what = unknown.length === 1 ? 'the entry point' : `${counted(unknown.length, 'entry point')}:`;
    const verb = unknown.length === 1 ? 'which is not there' : 'which are not there';
    return joined(`Names ${what} ${enumerated(unknown.map(nameIn))}, ${verb}.${hint}`, rest);
  }
  if (unfit.length > 0) {
    const transport = protocol === 'udp' ? 'TCP' : 'UDP';
    const names = enumerated(unfit.map(nameIn));
    const verb = unfit.length === 1 ? 'listens' : 'listen';
    return joined(
      `Names ${names}, which ${verb} for ${transport}, and is a router of ${protocolNames[protocol]}.`,
      rest,
    );
  }
  // Of one that is disabled Traefik says why; that may also be why it is on none.
  const isOnNone = entryPoints.length === 0 && using.length === 0 && parentRefs.length === 0 && status !== 'disabled';
  return isOnNone && !unread.includes('parentRefs') ? 'Is on no entry point, so nothing reaches it.' : undefined;
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function unknownOf({ entryPoints = [] }: Router, listed: Listed): readonly string[] {
  return [...new Set(entryPoints)].filter((name) => !listed.has(name));
}

/** Of entry points whose address tells: `:53/udp` is for UDP, `:80` and `:80/tcp` are not. */
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
