import { indentJson } from '../json/indent';
import { arrayItems, members, memberText } from '../json/slices';
import { type Origins, originOf } from '../open/addresses';
import { copyOf } from '../traefik/copies';
import { type Graph, graphOf } from '../traefik/graph';
import type { Inventory } from '../traefik/inventory';
import type { Certificate, EntryPoint, Item, Middleware, Router, Service } from '../traefik/model';
import { priorityOf } from '../traefik/priority';
import { hasSecrets, shownText } from '../traefik/secrets';
import { maskText } from '../traefik/secretsInText';
import { clockText, daysLeftText, momentText } from '../tree/dates';
import { nameText, ofMiddleware } from '../tree/summary';
import { itemNames, numberText, protocolNames } from '../tree/words';
import { type Cell, layOut, own, type Page, type Piece, type Row, type Section, said } from './page';
import { ruleLines } from './ruleLines';
import { settingRows, type Told } from './settings';
import { certificateStatusPiece, healthPiece, type Reading, readingCell, statusLooks, statusPiece } from './states';
import type { Subject } from './subject';
import { entryPointCells, entryPointOf, leadsTo, nameOf, routerRow, userRow, wayOf } from './way';

/** What a document is made from besides its subject. */
export interface Scenery {
  /** The inventory that the subject is from. */
  readonly inventory: Inventory;
  /** What a person calls the endpoint. */
  readonly endpointName: string;
  readonly reading: Reading;
  /** The origins of entry points that a person corrected, by name. */
  readonly origins?: Origins | undefined;
}

/** Users and routers in a list: a middleware that is on everything has thousands. */
const MOST_LISTED = 300;

/**
 * A document about a router, service, middleware, entry point or certificate, made to be read: what it is, what is wrong
 * with it, where it leads and who uses it, every setting, and the exact JSON. Secrets are masked throughout.
 */
export function detailsOf(subject: Subject, scenery: Scenery): Page {
  const { inventory, endpointName, reading } = scenery;
  const { name, unread } = subject.item;
  const { what, facts, sections, told } = contentOf(subject, scenery);
  return layOut(
    [own(`${what} `, 'heading'), own(nameText(name), 'heading')],
    [
      readingCell(whenText(inventory.readAt), nameText(endpointName), reading),
      ...(hasSecrets(subject.item) ? [[own('Secrets are shown as •••. “Reveal Secrets…” shows them.', 'faint')]] : []),
    ],
    facts.flat(),
    [
      ...sections,
      ...(unread.length === 0
        ? []
        : [
            section(
              'Not Understood',
              unread.map((field) => ({ cells: [[said(field)]] })),
            ),
          ]),
      section('Settings', settingRows(shownText(subject.item), without(unread, { ...COMMON, ...told }))),
    ],
    { title: 'JSON', text: indentJson(shownText(subject.item)) },
  );
}

/** Told in the title and the facts of everything. */
const COMMON: Told = { name: true, provider: true, status: true, error: true };

/** `on 2026-11-21 at 06:05:04`, here. */
function whenText(time: number): string {
  const [day] = momentText(time).split(' ');
  return `on ${day} at ${clockText(time, 'seconds')}`;
}

/** A field that could not be read was told by nobody. */
function without(unread: readonly string[], told: Told): Told {
  return Object.fromEntries(Object.entries(told).filter(([name]) => !unread.includes(name)));
}

interface Content {
  readonly what: string;
  readonly facts: readonly (readonly Row[])[];
  readonly sections: readonly Section[];
  /** What of the JSON is told by these. */
  readonly told: Told;
}

function contentOf(subject: Subject, scenery: Scenery): Content {
  switch (subject.type) {
    case 'entryPoint':
      return entryPointContent(subject.item, scenery);
    case 'certificate':
      return certificateContent(subject.item, scenery.inventory);
    case 'item':
      return itemContent(subject.item, scenery.inventory);
  }
}

function itemContent(item: Item, inventory: Inventory): Content {
  const graph = graphOf(inventory);
  const content = ofItem(item, inventory, graph);
  const look = statusLooks[item.status] === 'bad' ? 'bad' : 'caution';
  return {
    ...content,
    what: `${protocolNames[item.protocol]} ${itemNames[item.kind].toLowerCase()}`,
    sections: [
      ...(item.errors.length === 0
        ? []
        : [
            section(
              'Errors',
              item.errors.map((error) => ({ cells: [[said(error, { look })]] })),
            ),
          ]),
      ...content.sections,
    ],
  };
}

function ofItem(item: Item, inventory: Inventory, graph: Graph): Omit<Content, 'what'> {
  switch (item.kind) {
    case 'routers':
      return routerContent(item, inventory, graph);
    case 'services':
      return serviceContent(item, graph);
    case 'middlewares':
      return middlewareContent(item, graph);
  }
}

function routerContent(router: Router, inventory: Inventory, graph: Graph): Omit<Content, 'what'> {
  const { protocol, rule, using, entryPoints, tls } = router;
  const priority = priorityOf(router, inventory.version);
  const copy = copyOf(router, inventory);
  const configured = entryPoints?.filter((name) => using !== undefined && !using.includes(name)) ?? [];
  const children = graph.childrenOf(router);
  return {
    facts: [
      fact('Status', [[statusPiece(router)]]),
      fact('Health', [[healthPiece(graph.healthOf(router))]]),
      rule === undefined ? [] : fact('Rule', ruleLines(maskText(rule)).map(ruleCell)),
      priority === undefined
        ? []
        : fact('Priority', [[own(String(priority.value)), ...priorityNote(router, priority)]]),
      facts(
        'Entry points',
        (using ?? entryPoints ?? []).map((name) => entryPointCells(name, entryPointOf(inventory, name))),
      ),
      fact(
        'Not on',
        configured.map((name) => [said(name, { look: 'caution' })]),
      ),
      protocol === 'udp' ? [] : fact('TLS', [[said(tlsText(tls))]]),
      providerFact(router),
      copy === undefined ? [] : fact('Copy of', [copyCell(router, copy, inventory)]),
      fact(
        'Copies',
        copiesOf(router, inventory).map((one) => [nameOf(one)]),
      ),
    ],
    sections: [
      section('The Way', wayOf(router, inventory, graph)),
      ...(children.length === 0 ? [] : [section('Nested Routers', listed(children, routerRow))]),
    ],
    told: {
      entryPoints: true,
      using: true,
      middlewares: true,
      service: true,
      rule: true,
      priority: true,
      priorityStr: true,
      parentRefs: true,
      ...(tls === undefined || tls.domains === undefined
        ? { tls: { options: true, certResolver: true, passthrough: true } }
        : {}),
    },
  };
}

function serviceContent(service: Service, graph: Graph): Omit<Content, 'what'> {
  return {
    facts: [
      fact('Status', [[statusPiece(service)]]),
      service.provider === 'internal' ? [] : fact('Health', [[healthPiece(graph.healthOf(service))]]),
      service.type === undefined ? [] : fact('Type', [[said(service.type)]]),
      providerFact(service),
    ],
    sections: [
      section(graph.referencesOf(service).length === 0 ? 'Servers' : 'Leads To', leadsTo(service, graph)),
      ...usage(service, graph),
    ],
    told: {
      type: true,
      middlewares: true,
      ...(saysItsUsers(service, graph) ? { usedBy: true } : {}),
      ...(healthIsTold(service) ? { serverStatus: true } : {}),
      loadBalancer: toldLists(service, 'loadBalancer', { servers: ['url', 'address', 'weight'] }),
      weighted: toldLists(service, 'weighted', { services: ['name', 'weight'] }),
      highestRandomWeight: toldLists(service, 'highestRandomWeight', { services: ['name', 'weight'] }),
      mirroring: { service: true, ...toldLists(service, 'mirroring', { mirrors: ['name', 'percent'] }) },
      failover: { service: true, fallback: true },
    },
  };
}

function middlewareContent(middleware: Middleware, graph: Graph): Omit<Content, 'what'> {
  const way = leadsTo(middleware, graph);
  const type = ofMiddleware(middleware);
  return {
    facts: [
      fact('Status', [[statusPiece(middleware)]]),
      type === undefined ? [] : fact('Type', [[said(type)]]),
      providerFact(middleware),
    ],
    sections: [...(way.length === 0 ? [] : [section('Leads To', way)]), ...usage(middleware, graph)],
    told: { type: true, chain: { middlewares: true }, ...(saysItsUsers(middleware, graph) ? { usedBy: true } : {}) },
  };
}

function entryPointContent(entryPoint: EntryPoint, { inventory, origins }: Scenery): Content {
  const { name, address, hasTls, isDefault, redirectsTo, middlewares } = entryPoint;
  const graph = graphOf(inventory);
  const routers = graph.routersOn(name);
  const origin = originOf(origins, name);
  return {
    what: 'Entry point',
    facts: [
      address === undefined ? [] : fact('Address', [[said(address)]]),
      origin === undefined ? [] : fact('Public address', [[own(origin)]]),
      fact('TLS', [[own(hasTls ? 'on for all its routers' : 'as each router says')]]),
      redirectsTo === undefined ? [] : fact('Redirects to', [[said(redirectsTo)]]),
      fact('Default', [[own(isDefault ? 'yes, for routers that name no entry point' : 'no')]]),
    ],
    sections: [
      ...(middlewares.length === 0
        ? []
        : [
            section(
              'Middlewares of All Its Routers',
              middlewares.map((middleware) => ({
                cells: [[said(middleware, linkToMiddleware(middleware, inventory))]],
              })),
            ),
          ]),
      section(`Routers`, listed(routers, routerRow)),
    ],
    told: { address: true, asDefault: true },
  };
}

function linkToMiddleware(
  name: string,
  { groups }: Inventory,
): { readonly look?: 'name'; readonly to?: Pick<Item, 'protocol' | 'kind' | 'name'> } {
  const group = groups.http.middlewares;
  if (group?.state !== 'read' || !group.items.has(name)) return {};
  return { look: 'name', to: { protocol: 'http', kind: 'middlewares', name } };
}

function certificateContent(certificate: Certificate, { readAt }: Inventory): Content {
  const { commonName, sans, notBefore, notAfter, issuer, status } = certificate;
  const left = daysLeftText(certificate, readAt);
  return {
    what: 'Certificate',
    facts: [
      fact('Status', [[certificateStatusPiece(status)]]),
      commonName === undefined ? [] : fact('Common name', [[said(commonName)]]),
      fact(
        'Names',
        sans.map((name) => [said(name)]),
      ),
      notBefore === undefined ? [] : fact('Good from', [[said(notBefore)]]),
      notAfter === undefined
        ? []
        : fact('Good until', [[said(notAfter), ...(left === undefined ? [] : [own(` (${left})`)])]]),
      issuer === undefined ? [] : fact('Issuer', [[said(issuer)]]),
    ],
    sections: [],
    told: { commonName: true, sans: true, notBefore: true, notAfter: true },
  };
}

function section(title: string, rows: readonly Row[]): Section {
  return { title, rows: rows.length === 0 ? [{ cells: [[own('none', 'faint')]] }] : rows };
}

/** A label and its values, one below the other; nothing where there is none. */
function fact(label: string, values: readonly Cell[]): readonly Row[] {
  return facts(
    label,
    values.map((value) => [value]),
  );
}

function facts(label: string, values: readonly (readonly Cell[])[]): readonly Row[] {
  return values.map((cells, index) => ({ cells: [index === 0 ? [own(label, 'label')] : [], ...cells] }));
}

function providerFact({ provider }: Item): readonly Row[] {
  if (provider === undefined) return [];
  return fact('Provider', [[provider === 'internal' ? own('internal, built into Traefik') : said(provider)]]);
}

/** Traefik 3 writes a computed priority into the router, where it looks like one that a person chose. */
function priorityNote(
  { rule }: Router,
  priority: { readonly value: bigint; readonly computed: boolean },
): readonly Piece[] {
  if (priority.computed) return [own(' (computed: the length of the rule)', 'faint')];
  return rule !== undefined && BigInt(Buffer.byteLength(rule)) === priority.value
    ? [own(' (the length of the rule, which is the default)', 'faint')]
    : [];
}

function tlsText(tls: Router['tls']): string {
  if (tls === undefined) return 'off';
  const { options, certResolver, passthrough } = tls;
  const parts = [
    ...(passthrough === true ? ['passed through to the servers'] : []),
    ...(options === undefined ? [] : [`options ${options}`]),
    ...(certResolver === undefined ? [] : [`certificate resolver ${certResolver}`]),
  ];
  return ['on', ...parts].join(', ');
}

function copyCell(
  router: Router,
  { of, entryPoint, conflicted }: { readonly of: string; readonly entryPoint: string; readonly conflicted: boolean },
  { groups }: Inventory,
): Cell {
  const group = groups[router.protocol].routers;
  const original = group?.state === 'read' ? group.items.get(of) : undefined;
  return [
    original === undefined ? said(of) : nameOf(original),
    own(' for '),
    said(entryPoint),
    ...(conflicted ? [own(', set apart because of conflicting TLS options', 'caution')] : []),
  ];
}

/** A line of a rule, further right where it is part of what stands above it. */
function ruleCell(line: string): Cell {
  const text = line.trimStart();
  return [own(' '.repeat(line.length - text.length)), said(text)];
}

/** What Traefik made of a router for other entry points. */
function copiesOf({ protocol, name }: Router, inventory: Inventory): readonly Router[] {
  const group = inventory.groups[protocol].routers;
  return group?.state === 'read' ? [...group.items.values()].filter((one) => copyOf(one, inventory)?.of === name) : [];
}

/** Who uses a service or middleware, and which routers lead there by way of others. */
function usage(item: Service | Middleware, graph: Graph): readonly Section[] {
  const users = graph.usersOf(item);
  const direct = new Set<unknown>(users.map(({ user }) => user));
  const indirect = graph.routersOf(item).filter((router) => !direct.has(router));
  const rows = listed(users, userRow);
  const note = graph.isUnused(item)
    ? 'no router leads here'
    : rows.length === 0
      ? 'not known: not everything could be read'
      : undefined;
  return [
    section('Used By', [...rows, ...(note === undefined ? [] : [{ cells: [[own(note, 'caution')]] }])]),
    ...(indirect.length === 0 ? [] : [section('Routers That Lead Here', listed(indirect, routerRow))]),
  ];
}

function listed<T>(things: readonly T[], rowOf: (thing: T) => Row): readonly Row[] {
  const rows = things.slice(0, MOST_LISTED).map(rowOf);
  if (things.length <= MOST_LISTED) return rows;
  return [...rows, { cells: [[own(`and ${numberText(things.length - MOST_LISTED)} more`, 'faint')]] }];
}

/** Whether Used By names everyone whom the API says to use this. */
function saysItsUsers(item: Service | Middleware, graph: Graph): boolean {
  const names = new Set(graph.routersOf(item).map(({ name }) => name));
  return item.usedBy?.every((name) => names.has(name)) ?? true;
}

/** Those lists of a service's configuration of which the rows above say every field. */
function toldLists({ text }: Service, key: string, lists: Readonly<Record<string, readonly string[]>>): Told {
  const configuration = memberText(text, key) ?? '';
  const whole = Object.entries(lists).filter(([list, fields]) =>
    arrayItems(memberText(configuration, list) ?? '').every((one) =>
      [...members(one)].every(([name]) => fields.includes(name)),
    ),
  );
  return Object.fromEntries(whole.map(([list]) => [list, true]));
}

/** Whether the rows of servers say every health that is reported: Traefik may spell a server's URL otherwise there. */
function healthIsTold({ loadBalancer, serverStatus }: Service): boolean {
  const servers = new Set(loadBalancer?.servers?.map(({ url, address }) => url ?? address));
  return Object.keys(serverStatus ?? {}).every((server) => servers.has(server));
}
