import { numberText } from '../../../l10n/numbers';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { middlewareSummary } from '../describe/itemSummary';
import { itemNames, statusNames } from '../describe/labels';
import { healthOfServer } from '../model/health';
import { entryPointOf, type Inventory } from '../model/inventory';
import type { ItemGraph, ItemReference, ItemUse, ReferenceRole } from '../model/itemGraph';
import { type EntryPoint, entryPointsOf, type Item, type Router, type Service } from '../model/model';
import { shownUrl } from '../secrets/secrets';
import { ownText, type PageCell, type PagePiece, type PageRow, untrustedText } from './page';
import { healthPiece, serverPiece, statusStyles } from './statusPieces';

/** Rows of one way: that of a service with a hundred servers has about as many. */
const MOST_ROWS = 1_000;
const DEEPEST = 20;

/** Collects rows up to a number, and says how many more there were. */
interface Rows {
  readonly rows: readonly PageRow[];
  add(row: PageRow): void;
  /** Whether more rows are to be made. */
  readonly hasRoom: boolean;
}

/** An empty way. */
function collectRows(): Rows {
  const rows: PageRow[] = [];
  return {
    rows,
    add(row) {
      if (rows.length < MOST_ROWS) rows.push(row);
      else if (rows.length === MOST_ROWS) rows.push({ cells: [[ownText('and more, not shown', 'faint')]] });
    },
    get hasRoom() {
      return rows.length <= MOST_ROWS;
    },
  };
}

/** The way of a request through a router: entry points, middlewares as they are run, service, servers. */
export function requestFlow(router: Router, inventory: Inventory, graph: ItemGraph): readonly PageRow[] {
  const rows = collectRows();
  const references = graph.referencesOf(router);
  for (const reference of references) {
    if (reference.role !== 'parent') continue;
    rows.add(referenceRow(reference, graph, 0));
    if (reference.target?.kind !== 'routers') continue;
    addEntryPoints(rows, reference.target, inventory, 1);
    for (const before of graph.referencesOf(reference.target)) {
      if (before.role === 'middleware') addReference(rows, before, graph, 1, [router, reference.target]);
    }
  }
  addEntryPoints(rows, router, inventory, 0);
  for (const reference of references) {
    if (reference.role !== 'parent') addReference(rows, reference, graph, 0, [router]);
  }
  return rows.rows;
}

/**
 * The way that one request takes: the entry point where it arrives, the routers that it is given to, each nested in the
 * one before, with their middlewares, and service and servers of the last one.
 */
export function takenFlow(
  routers: readonly Router[],
  entryPoint: string,
  inventory: Inventory,
  graph: ItemGraph,
): readonly PageRow[] {
  const rows = collectRows();
  const cells = entryPointCells(entryPoint, entryPointOf(inventory, entryPoint));
  rows.add({ cells: [[ownText('entry point', 'label')], ...cells] });
  for (const router of routers) {
    rows.add({ cells: [[ownText('router', 'label')], [linkedName(router)]] });
    for (const reference of graph.referencesOf(router)) {
      if (reference.role !== 'parent') addReference(rows, reference, graph, 0, [router]);
    }
  }
  return rows.rows;
}

/** What a service or middleware leads to, and so on down to the servers. */
export function downstreamRows(item: Item, graph: ItemGraph): readonly PageRow[] {
  const rows = collectRows();
  addBelow(rows, item, graph, 0, [item]);
  return rows.rows;
}

/** An entry point in a row: its name, where it listens, and what it does by itself. */
export function entryPointCells(name: string, found: EntryPoint | undefined): readonly PageCell[] {
  if (found === undefined) return [[untrustedText(name)]];
  const traits = [
    ...(found.hasTls ? ['TLS'] : []),
    ...(found.redirectsTo === undefined ? [] : [`redirects to ${found.redirectsTo}`]),
  ];
  return [
    [untrustedText(name, { look: 'name', to: { type: 'entryPoint', name } })],
    ...(found.address === undefined ? [] : [[untrustedText(found.address)]]),
    ...(traits.length === 0 ? [] : [[untrustedText(traits.join(', '), { look: 'faint' })]]),
  ];
}

/** Who uses a service or middleware, and as what. */
export function userRow({ user, role }: ItemUse): PageRow {
  if (!('kind' in user)) {
    const { name } = user;
    return {
      cells: [
        [ownText('entry point', 'label')],
        [untrustedText(name, { look: 'name', to: { type: 'entryPoint', name } })],
        [ownText('before the middlewares of its routers', 'faint')],
      ],
    };
  }
  const label = [ownText(itemNames[user.kind].toLowerCase(), 'label')];
  if (user.kind === 'routers') return { cells: [label, ...routerRow(user).cells] };
  return {
    cells: [
      label,
      [linkedName(user)],
      [ownText(role === 'chained' ? 'in its chain' : `as ${roleWords[role]}`, 'faint')],
    ],
  };
}

/** Code points of a rule in a list, where it is to tell routers apart. The router's own document says all of it. */
const LONGEST_LISTED_RULE = 100;

/** A router in a list of routers: its name, and what it takes. */
export function routerRow(router: Router): PageRow {
  const rule =
    router.rule === undefined
      ? ownText('no rule', 'faint')
      : untrustedText(plainText(maskText(router.rule), LONGEST_LISTED_RULE));
  return { cells: [[linkedName(router)], [rule]] };
}

/** An item's name as a link to its own document. */
export function linkedName({ protocol, kind, name }: Item): PagePiece {
  return untrustedText(name, { look: 'name', to: { protocol, kind, name } });
}

/** What something is to what it is listed below. */
const roleWords: Readonly<Record<ReferenceRole, string>> = {
  parent: 'parent router',
  middleware: 'middleware',
  chained: 'middleware',
  service: 'service',
  weighted: 'weighted service',
  highestRandomWeight: 'weighted service',
  mirrored: 'mirrored service',
  mirror: 'mirror',
  main: 'main service',
  fallback: 'fallback service',
  errorPage: 'error pages',
};

function addEntryPoints(rows: Rows, router: Router, inventory: Inventory, indent: number): void {
  for (const name of entryPointsOf(router)) {
    const cells = entryPointCells(name, entryPointOf(inventory, name));
    rows.add({ indent, cells: [[ownText('entry point', 'label')], ...cells] });
  }
}

function addReference(
  rows: Rows,
  reference: ItemReference,
  graph: ItemGraph,
  indent: number,
  above: readonly Item[],
): void {
  const { target } = reference;
  const isLoop = target !== undefined && above.includes(target);
  rows.add(isLoop ? loopRow(reference, target, indent) : referenceRow(reference, graph, indent));
  if (target === undefined || isLoop || !rows.hasRoom || above.length > DEEPEST) return;
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
  const share = [
    ...(weight === undefined ? [] : [`weight ${numberText(weight)}`]),
    ...(percent === undefined ? [] : [`${numberText(percent)} percent`]),
  ];
  const label = [ownText(roleWords[role], 'label')];
  const tail = share.length === 0 ? [] : [[ownText(share.join(', '), 'faint')]];
  if (target === undefined)
    return { indent, cells: [label, [untrustedText(name, { look: 'bad' })], [ownText('not listed', 'bad')], ...tail] };
  return { indent, cells: [label, [linkedName(target)], essenceOf(target, graph), ...tail] };
}

function loopRow({ role }: ItemReference, target: Item, indent: number): PageRow {
  return {
    indent,
    cells: [[ownText(roleWords[role], 'label')], [linkedName(target)], [ownText('leads back to itself', 'bad')]],
  };
}

/** What a service leads to stands below it, so only its type is told. */
function essenceOf(item: Item, graph: ItemGraph): PageCell {
  const words =
    item.kind === 'services' ? item.type : item.kind === 'middlewares' ? middlewareSummary(item) : item.rule;
  const pieces: PagePiece[] = words === undefined ? [] : [untrustedText(words)];
  if (item.kind === 'services' && item.provider !== 'internal') pieces.push(healthPiece(graph.healthOf(item)));
  if (item.status === 'disabled' || item.status === 'warning') {
    pieces.push(ownText(statusNames[item.status], statusStyles[item.status]));
  }
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [ownText(', '), piece]));
}

function addServers(rows: Rows, service: Service, indent: number): void {
  for (const server of service.loadBalancer?.servers ?? []) {
    if (!rows.hasRoom) return;
    rows.add({
      indent,
      cells: [
        [ownText('server', 'label')],
        [untrustedText(shownUrl(server.url ?? server.address ?? ''))],
        [serverPiece(healthOfServer(service, server))],
        ...(server.weight === undefined ? [] : [[ownText(`weight ${numberText(server.weight)}`, 'faint')]]),
      ],
    });
  }
}
