import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { middlewareSummary } from '../describe/itemSummary';
import { itemNames, joinedParts, statusName, usageNames } from '../describe/labels';
import { healthOfServer } from '../model/health';
import { entryPointOf, type Inventory } from '../model/inventory';
import type { ItemGraph, ItemReference, ItemUse, ReferenceRole } from '../model/itemGraph';
import { type EntryPoint, entryPointsOf, type Item, type Router, type Service } from '../model/model';
import { originalOfCopy } from '../model/originalOfCopy';
import { qualifiedName } from '../model/references';
import { shownUrl } from '../secrets/secrets';
import {
  joinedCells,
  ownRow,
  ownText,
  type PageCell,
  type PagePiece,
  type PageRow,
  sentenceCell,
  untrustedText,
} from './page';
import { healthPiece, serverPiece, statusStyles } from './statusPieces';

/** Rows of one flow: a flow with a hundred servers has about as many. */
const mostRows = 1_000;
const deepest = 20;

/** Collects rows up to a limit, and says that there are more. */
class Rows {
  readonly rows: PageRow[] = [];

  add(row: PageRow): void {
    if (this.rows.length < mostRows) this.rows.push(row);
    else if (this.rows.length === mostRows) this.rows.push(ownRow(l10n.t('More rows are not shown'), 'faint'));
  }

  get hasRoom(): boolean {
    return this.rows.length <= mostRows;
  }
}

/** The flow of requests through a router: entry points, middlewares in the order of execution, service, servers. */
export function requestFlow(router: Router, inventory: Inventory, graph: ItemGraph): readonly PageRow[] {
  const rows = new Rows();
  addParents(rows, router, inventory, graph);
  addEntryPoints(rows, router, inventory, 0);
  for (const reference of graph.referencesOf(router)) {
    if (reference.role !== 'parent') addReference(rows, reference, graph, 0, [router]);
  }
  return rows.rows;
}

/** The parent routers of a router, and what requests pass before it there: the parents of each come first. */
function addParents(
  rows: Rows,
  router: Router,
  inventory: Inventory,
  graph: ItemGraph,
  below: readonly Router[] = [],
): void {
  const known = [...below, router];
  for (const reference of graph.referencesOf(router)) {
    const { role, target } = reference;
    if (role !== 'parent') continue;
    const isLoop = target?.kind === 'routers' && known.includes(target);
    rows.add(isLoop ? loopRow(reference, target, below.length) : referenceRow(reference, graph, below.length));
    if (target?.kind !== 'routers' || isLoop || !rows.hasRoom || below.length > deepest) continue;
    addParents(rows, target, inventory, graph, known);
    addEntryPoints(rows, target, inventory, known.length);
    for (const before of graph.referencesOf(target)) {
      if (before.role === 'middleware') addReference(rows, before, graph, known.length, [...known, target]);
    }
  }
}

/**
 * The flow of one request: the entry point where it arrives, the routers that match it (each a child of the one before)
 * with their middlewares, then the service and servers of the last one.
 */
export function takenFlow(
  routers: readonly Router[],
  entryPoint: string,
  inventory: Inventory,
  graph: ItemGraph,
): readonly PageRow[] {
  const rows = new Rows();
  const cells = entryPointCells(entryPoint, entryPointOf(inventory, entryPoint));
  rows.add({ cells: [[ownText(l10n.t('Entry point'), 'label')], ...cells] });
  for (const [depth, router] of routers.entries()) {
    rows.add({ cells: [[ownText(itemNames.routers(), 'label')], [linkedRouter(router, inventory)]] });
    const references = graph.referencesOf(router).filter(({ role }) => role !== 'parent');
    const added = depth === 0 ? addedByEntryPoint(references, router, entryPointOf(inventory, entryPoint)) : 0;
    for (const [at, reference] of references.entries()) {
      addReference(rows, reference, graph, 0, [router], at < added);
    }
  }
  return rows.rows;
}

/** The number of middlewares that its entry point added in front of a router's own. */
function addedByEntryPoint(
  references: readonly ItemReference[],
  { provider }: Router,
  entryPoint: EntryPoint | undefined,
): number {
  const added = (entryPoint?.middlewares ?? []).map((name) => qualifiedName(name, provider));
  const isAll = added.every((name, at) => references[at]?.role === 'middleware' && references[at]?.name === name);
  return isAll ? added.length : 0;
}

/** The same row, with a remark after the name. */
function markedFromEntryPoint({ cells: [label = [], name = [], ...others], ...row }: PageRow): PageRow {
  return { ...row, cells: [label, sentenceCell(l10n.t('{0} (from the entry point)'), name, 'faint'), ...others] };
}

/** The rows of everything that a service or middleware leads to, down to the servers. */
export function downstreamRows(item: Item, graph: ItemGraph): readonly PageRow[] {
  const rows = new Rows();
  addBelow(rows, item, graph, 0, [item]);
  return rows.rows;
}

/** The cells of an entry point: its name, its address, and its own settings. */
export function entryPointCells(name: string, found: EntryPoint | undefined): readonly PageCell[] {
  if (found === undefined) return [[untrustedText(name)]];
  const traits = [
    ...(found.hasTls ? ['TLS'] : []),
    ...(found.redirectsTo === undefined ? [] : [l10n.t('redirects to {0}', found.redirectsTo)]),
  ];
  return [
    [untrustedText(name, { look: 'name', to: { type: 'entryPoint', name } })],
    ...(found.address === undefined ? [] : [[untrustedText(found.address)]]),
    ...(traits.length === 0 ? [] : [[untrustedText(joinedParts(...traits), { look: 'faint' })]]),
  ];
}

/** A user of a service or middleware, and the role in which it uses it. */
export function userRow({ user, role }: ItemUse): PageRow {
  if (!('kind' in user)) {
    const { name } = user;
    return {
      cells: [
        [ownText(l10n.t('Entry point'), 'label')],
        [untrustedText(name, { look: 'name', to: { type: 'entryPoint', name } })],
        [ownText(l10n.t('for all its routers'), 'faint')],
      ],
    };
  }
  const label = [ownText(itemNames[user.kind](), 'label')];
  if (user.kind === 'routers') return { cells: [label, ...routerRow(user).cells] };
  const usage = usageNames[role]?.();
  return { cells: [label, [linkedName(user)], ...(usage === undefined ? [] : [[ownText(usage, 'faint')]])] };
}

/** Code points of a rule in a list, where it only distinguishes routers. The router's document has the whole rule. */
const longestListedRule = 100;

export function routerRow(router: Router): PageRow {
  const rule =
    router.rule === undefined
      ? ownText(l10n.t('no rule'), 'faint')
      : untrustedText(plainText(maskText(router.rule), longestListedRule));
  return { cells: [[linkedName(router)], [rule]] };
}

export function linkedName({ protocol, kind, name }: Item): PagePiece {
  return untrustedText(name, { look: 'name', to: { protocol, kind, name } });
}

/** A router by the name that people know: a copy that Traefik made for an entry point by that of its original. */
export function linkedRouter(router: Router, inventory: Inventory): PagePiece {
  const copy = originalOfCopy(router, inventory);
  const { protocol, kind, name } = router;
  const known = copy === undefined ? name : l10n.t('{0} (its copy for {1})', copy.of, copy.entryPoint);
  return untrustedText(known, { look: 'name', to: { protocol, kind, name } });
}

const roleNames: Readonly<Record<ReferenceRole, () => string>> = {
  parent: () => l10n.t('Parent router'),
  middleware: itemNames.middlewares,
  chained: itemNames.middlewares,
  service: itemNames.services,
  weighted: () => l10n.t('Weighted service'),
  highestRandomWeight: () => l10n.t('Weighted service'),
  mirrored: () => l10n.t('Mirrored service'),
  mirror: () => l10n.t('Mirror'),
  main: () => l10n.t('Main service'),
  fallback: () => l10n.t('Fallback service'),
  errorPage: () => l10n.t('Error pages'),
};

function addEntryPoints(rows: Rows, router: Router, inventory: Inventory, indent: number): void {
  for (const name of entryPointsOf(router)) {
    const cells = entryPointCells(name, entryPointOf(inventory, name));
    rows.add({ indent, cells: [[ownText(l10n.t('Entry point'), 'label')], ...cells] });
  }
}

function addReference(
  rows: Rows,
  reference: ItemReference,
  graph: ItemGraph,
  indent: number,
  above: readonly Item[],
  isOfEntryPoint = false,
): void {
  const { target } = reference;
  const isLoop = target !== undefined && above.includes(target);
  const row = isLoop ? loopRow(reference, target, indent) : referenceRow(reference, graph, indent);
  rows.add(isOfEntryPoint ? markedFromEntryPoint(row) : row);
  if (target === undefined || isLoop || !rows.hasRoom || above.length > deepest) return;
  if (target.kind !== 'routers') addBelow(rows, target, graph, indent + 1, [...above, target]);
}

/** A service's own middlewares come before its servers, its children after them. */
function addBelow(rows: Rows, item: Item, graph: ItemGraph, indent: number, above: readonly Item[]): void {
  const references = graph.referencesOf(item);
  const isBefore = ({ role }: ItemReference): boolean => role === 'middleware' || role === 'chained';
  for (const next of references.filter(isBefore)) addReference(rows, next, graph, indent, above);
  if (item.kind === 'services') addServers(rows, item, indent);
  for (const next of references.filter((reference) => !isBefore(reference))) {
    addReference(rows, next, graph, indent, above);
  }
}

function referenceRow(
  { role, name, target, weight, percent }: ItemReference,
  graph: ItemGraph,
  indent: number,
): PageRow {
  const share = joinedParts(
    weight === undefined ? undefined : l10n.t('weight {0}', numberText(weight)),
    percent === undefined ? undefined : `${numberText(percent)}%`,
  );
  const label = [ownText(roleNames[role](), 'label')];
  const tail = share === '' ? [] : [[ownText(share, 'faint')]];
  const found =
    target === undefined
      ? [[untrustedText(name, { look: 'bad' })], [ownText(l10n.t('not found'), 'bad')]]
      : [[linkedName(target)], essenceOf(target, graph)];
  return { indent, cells: [label, ...found, ...tail] };
}

function loopRow({ role }: ItemReference, target: Item, indent: number): PageRow {
  const loop = ownText(l10n.t('circular reference'), 'bad');
  return { indent, cells: [[ownText(roleNames[role](), 'label')], [linkedName(target)], [loop]] };
}

/** Only the type of a service, because the services that it leads to are listed below it. */
function essenceOf(item: Item, graph: ItemGraph): PageCell {
  const words =
    item.kind === 'services' ? item.type : item.kind === 'middlewares' ? middlewareSummary(item) : item.rule;
  const pieces: PagePiece[] = words === undefined ? [] : [untrustedText(words)];
  if (item.kind === 'services' && item.provider !== 'internal') pieces.push(healthPiece(graph.healthOf(item)));
  if (item.status === 'disabled' || item.status === 'warning') {
    pieces.push(ownText(statusName(item.status), statusStyles[item.status]));
  }
  return joinedCells(...pieces.map((piece) => [piece]));
}

function addServers(rows: Rows, service: Service, indent: number): void {
  for (const server of service.loadBalancer?.servers ?? []) {
    if (!rows.hasRoom) return;
    rows.add({
      indent,
      cells: [
        [ownText(l10n.t('Server'), 'label')],
        [untrustedText(shownUrl(server.url ?? server.address ?? ''))],
        [serverPiece(healthOfServer(service, server))],
        ...(server.weight === undefined ? [] : [[ownText(l10n.t('weight {0}', numberText(server.weight)), 'faint')]]),
      ],
    });
  }
}
