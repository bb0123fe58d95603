import type { ServiceHealth } from '../../src/core/proxy/model/health';
import {
  type Inventory,
  type InventoryGroup,
  inventoryGroupOf,
  itemsOfKinds,
} from '../../src/core/proxy/model/inventory';
import { type ItemGraph, itemGraphOf } from '../../src/core/proxy/model/itemGraph';
import {
  type Item,
  type ItemKind,
  isInternal,
  kindsOf,
  type StatusCounts,
  type TraefikProtocol,
  traefikProtocols,
} from '../../src/core/proxy/model/model';
import { countsOf } from './statusCounts';

/** Counts in the shape of Traefik's overview. What a version does not have is absent. */
export type CountsByKind = { readonly [P in TraefikProtocol]: { readonly [K in ItemKind]?: StatusCounts } };

/** What the probe prints. */
export interface Report {
  /** As the API says it; empty where it does not. */
  readonly version: string;
  /** The overview's own counts; those of the listings, with a note, where there is no overview. */
  readonly counts: CountsByKind;
  /** The same, counted from the listings. */
  readonly listed: CountsByKind;
  /** How many services of all protocols are how. */
  readonly health: Readonly<Record<ServiceHealth['state'], number>>;
  /** Names of what no router and no entry point reaches, built-in ones aside. */
  readonly unused: { readonly services: readonly string[]; readonly middlewares: readonly string[] };
  readonly requests: number;
  /** From the first request to the whole report. */
  readonly ms: number;
  readonly notes: readonly string[];
}

/** Reports what an inventory says; the rest is told by who read it. */
export function reportOf(inventory: Inventory): Omit<Report, 'requests' | 'ms'> {
  const graph = itemGraphOf(inventory);
  const listed = byKind((protocol, kind) => {
    const group = inventoryGroupOf<ItemKind>(inventory, protocol, kind);
    return group?.state === 'read' ? countsOf(group) : undefined;
  });
  return {
    version: inventory.version?.number ?? '',
    counts: ownCounts(inventory) ?? listed,
    listed,
    health: healthOf(inventory, graph),
    unused: {
      services: namesOf(unusedOf(inventory, graph, 'services').filter((item) => !isInternal(item))),
      middlewares: namesOf(unusedOf(inventory, graph, 'middlewares').filter((item) => !isInternal(item))),
    },
    notes: notesOn(inventory, graph),
  };
}

/** Whether the overview counts what the listings list. They are different requests: a reload may come between them. */
export function agrees(inventory: Inventory): boolean {
  return differences(inventory).length === 0;
}

function ownCounts({ overview }: Inventory): CountsByKind | undefined {
  return overview && byKind((protocol, kind) => overview.counts[protocol][kind]);
}

function byKind(countsAt: (protocol: TraefikProtocol, kind: ItemKind) => StatusCounts | undefined): CountsByKind {
  const of = (protocol: TraefikProtocol) =>
    Object.fromEntries(
      kindsOf(protocol).flatMap((kind) => {
        const counts = countsAt(protocol, kind);
        // The order of the members is ours, whatever the server's is.
        return counts === undefined
          ? []
          : [[kind, { total: counts.total, warnings: counts.warnings, errors: counts.errors }]];
      }),
    );
  return { http: of('http'), tcp: of('tcp'), udp: of('udp') };
}

function healthOf(inventory: Inventory, graph: ItemGraph): Report['health'] {
  const sums = { up: 0, down: 0, partly: 0, notChecked: 0 };
  for (const service of itemsOfKinds(inventory, 'services')) sums[graph.healthOf(service).state]++;
  return sums;
}

function unusedOf(inventory: Inventory, graph: ItemGraph, kind: 'services' | 'middlewares'): readonly Item[] {
  return [...itemsOfKinds(inventory, kind)].filter((item) => graph.isUnused(item));
}

function groups(inventory: Inventory): readonly (readonly [TraefikProtocol, ItemKind, InventoryGroup])[] {
  return traefikProtocols.flatMap((protocol) =>
    kindsOf(protocol).flatMap((kind) => {
      const group = inventoryGroupOf<ItemKind>(inventory, protocol, kind);
      return group === undefined ? [] : [[protocol, kind, group] as const];
    }),
  );
}

const namesOf = (items: readonly Item[]): readonly string[] => items.map(({ name }) => name).sort();

function notesOn(inventory: Inventory, graph: ItemGraph): readonly string[] {
  const { version, overview, entryPoints, certificates } = inventory;
  const internal = [...unusedOf(inventory, graph, 'services'), ...unusedOf(inventory, graph, 'middlewares')].filter(
    isInternal,
  );
  return [
    ...(version === undefined ? ['The version is not told.'] : []),
    ...(overview === undefined ? ['There is no overview: counts are those of the listings.'] : differences(inventory)),
    ...groups(inventory).flatMap(([protocol, kind, group]) => groupNotes(`${protocol.toUpperCase()} ${kind}`, group)),
    ...groupNotes('entry points', entryPoints),
    ...groupNotes('certificates', certificates),
    ...(internal.length === 0 ? [] : [`Built in and unused, not listed as such: ${namesOf(internal).join(', ')}.`]),
  ];
}

/** Where the overview and the listings count otherwise. */
function differences(inventory: Inventory): string[] {
  return groups(inventory).flatMap(([protocol, kind, group]) => {
    const counted = inventory.overview?.counts[protocol][kind];
    if (counted === undefined || group.state !== 'read') return [];
    const { total, warnings, errors } = countsOf(group);
    if (counted.total === total && counted.warnings === warnings && counted.errors === errors) return [];
    return `The overview counts other ${protocol.toUpperCase()} ${kind} than are listed.`;
  });
}

function groupNotes(what: string, group: InventoryGroup<{ readonly unread: readonly string[] }>): string[] {
  switch (group.state) {
    case 'missing':
      return [`This version lists no ${what}.`];
    case 'failed':
      return [`The ${what} could not be read: ${group.failure.sentence}`];
    case 'stale':
    case 'cut':
      return [
        group.state === 'cut'
          ? `Not all of the ${what} were read: ${group.failure.sentence}`
          : `The ${what} could not be read again, and are shown as they were: ${group.failure.sentence}`,
        ...unreadNotes(what, group.items.values()),
      ];
    case 'read':
      return [
        ...(group.unnamed > 0 ? [`${group.unnamed} of the ${what} have no name.`] : []),
        ...unreadNotes(what, group.items.values()),
      ];
  }
}

function unreadNotes(what: string, items: Iterable<{ readonly unread: readonly string[] }>): string[] {
  const times = new Map<string, number>();
  for (const { unread } of items) for (const field of unread) times.set(field, (times.get(field) ?? 0) + 1);
  return [...times].map(([field, count]) => `The field ${field} is not as expected in ${count} of the ${what}.`);
}
