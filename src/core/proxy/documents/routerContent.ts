import { maskText } from '../../base/secrets/secretsInText';
import { tlsText } from '../describe/summary';
import { copyOf } from '../model/copies';
import type { Graph } from '../model/graph';
import { entryPointOf, type Inventory, itemOf, knownItems } from '../model/inventory';
import { entryPointsOf, type Router } from '../model/model';
import { priorityOf } from '../rules/priority';
import { fact, facts, type ItemContent, listed, providerFact, section } from './content';
import { type Cell, own, type Piece, said } from './page';
import { ruleLines } from './ruleLines';
import { healthPiece, statusPiece } from './states';
import { entryPointCells, nameOf, routerRow, wayOf } from './way';

/** What a router takes and decides by, and the way of a request through it. */
export function routerContent(router: Router, inventory: Inventory, graph: Graph): ItemContent {
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
        entryPointsOf(router).map((name) => entryPointCells(name, entryPointOf(inventory, name))),
      ),
      fact(
        'Not on',
        configured.map((name) => [said(name, { look: 'caution' })]),
      ),
      protocol === 'udp' ? [] : fact('TLS', [[said(tls === undefined ? 'off' : tlsText(tls))]]),
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

function copyCell(
  { protocol, kind }: Router,
  { of, entryPoint, conflicted }: { readonly of: string; readonly entryPoint: string; readonly conflicted: boolean },
  inventory: Inventory,
): Cell {
  const original = itemOf(inventory, { protocol, kind, name: of });
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
  return knownItems(inventory.groups[protocol].routers).filter((one) => copyOf(one, inventory)?.of === name);
}
