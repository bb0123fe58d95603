import type { ItemKind, TraefikProtocol } from '../model/model';
import type { NamedSubject } from '../model/subject';
import type { Finding, FindingLink, Findings } from './finding';

/** The findings about a router, service, middleware, entry point, or certificate, the most urgent first. */
export function findingsAbout({ list }: Pick<Findings, 'list'>, named: NamedSubject): readonly Finding[] {
  let about = bySubject.get(list);
  if (about === undefined) {
    about = indexOf(list);
    bySubject.set(list, about);
  }
  return about.get(listingOf(named))?.get(named.name) ?? [];
}

/** By the listing of the subject, then by its name. They are not joined to one key: there may be very many. */
type FindingIndex = ReadonlyMap<string, ReadonlyMap<string, readonly Finding[]>>;

/** Avoids iterating over all findings again for each row and document. */
const bySubject = new WeakMap<readonly Finding[], FindingIndex>();

function indexOf(list: readonly Finding[]): FindingIndex {
  const index = new Map<string, Map<string, Finding[]>>();
  for (const finding of list) {
    for (const link of subjectsOf(finding)) {
      const named = link.to === 'item' ? link.item : namedIn(link);
      const listing = listingOf(named);
      const byName = index.get(listing) ?? new Map<string, Finding[]>();
      if (byName.size === 0) index.set(listing, byName);
      const about = byName.get(named.name);
      if (about === undefined) byName.set(named.name, [finding]);
      else if (about.at(-1) !== finding) about.push(finding);
    }
  }
  return index;
}

function listingOf(named: NamedSubject): string {
  return 'kind' in named ? listings[named.protocol][named.kind] : named.type;
}

const listings: Readonly<Record<TraefikProtocol, Readonly<Record<ItemKind, string>>>> = {
  http: { routers: 'http/routers', services: 'http/services', middlewares: 'http/middlewares' },
  tcp: { routers: 'tcp/routers', services: 'tcp/services', middlewares: 'tcp/middlewares' },
  udp: { routers: 'udp/routers', services: 'udp/services', middlewares: 'udp/middlewares' },
};

/**
 * The subjects of a finding, without the other targets of its links: the first link; all items that refer to a missing
 * one, or to an unknown entry point; each of the routers with the same priority.
 */
function subjectsOf({ kind, links }: Finding): readonly FindingLink[] {
  if (kind === 'tie') return links;
  if (kind === 'missing') return links.filter((link) => link.to !== 'item' || link.isMeant !== true);
  if (kind === 'entryPoint') return links.filter((link) => link.to === 'item');
  return links.slice(0, 1);
}

/** The target of a finding's link. */
export function namedIn(link: FindingLink): NamedSubject {
  switch (link.to) {
    case 'item': {
      const { protocol, kind, name } = link.item;
      return { protocol, kind, name };
    }
    case 'entryPoint':
      return { type: 'entryPoint', name: link.name };
    case 'certificate':
      return { type: 'certificate', name: link.certificate.name };
  }
}
