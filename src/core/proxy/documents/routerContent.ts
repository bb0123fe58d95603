import { maskText } from '../../base/secrets/secretsInText';
import { tlsText } from '../describe/itemSummary';
import { entryPointOf, type Inventory, itemOf, knownItems } from '../model/inventory';
import type { ItemGraph } from '../model/itemGraph';
import { entryPointsOf, type Router } from '../model/model';
import { originalOfCopy } from '../model/originalOfCopy';
import { routerPriorityOf } from '../rules/priority';
import { ownText, type PageCell, type PagePiece, untrustedText } from './page';
import { factRow, factRows, type ItemPageContent, listed, pageSection, providerFact } from './pageContent';
import { entryPointCells, linkedName, requestFlow, routerRow } from './requestFlow';
import { ruleLines } from './ruleLines';
import { healthPiece, statusPiece } from './statusPieces';

/** What a router takes and decides by, and the way of a request through it. */
export function routerContent(router: Router, inventory: Inventory, graph: ItemGraph): ItemPageContent {
  const { protocol, rule, using, entryPoints, tls } = router;
  const priority = routerPriorityOf(router, inventory.version);
  const copy = originalOfCopy(router, inventory);
  const configured = entryPoints?.filter((name) => using !== undefined && !using.includes(name)) ?? [];
  const children = graph.childrenOf(router);
  return {
    facts: [
      factRow('Status', [[statusPiece(router)]]),
      factRow('Health', [[healthPiece(graph.healthOf(router))]]),
      rule === undefined ? [] : factRow('Rule', ruleLines(maskText(rule)).map(ruleCell)),
      priority === undefined
        ? []
        : factRow('Priority', [[ownText(String(priority.value)), ...priorityNote(router, priority)]]),
      factRows(
        'Entry points',
        entryPointsOf(router).map((name) => entryPointCells(name, entryPointOf(inventory, name))),
      ),
      factRow(
        'Not on',
        configured.map((name) => [untrustedText(name, { look: 'caution' })]),
      ),
      protocol === 'udp' ? [] : factRow('TLS', [[untrustedText(tls === undefined ? 'off' : tlsText(tls))]]),
      providerFact(router),
      copy === undefined ? [] : factRow('Copy of', [copyCell(router, copy, inventory)]),
      factRow(
        'Copies',
        copiesOf(router, inventory).map((one) => [linkedName(one)]),
      ),
    ],
    sections: [
      pageSection('The Way', requestFlow(router, inventory, graph)),
      ...(children.length === 0 ? [] : [pageSection('Nested Routers', listed(children, routerRow))]),
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
): readonly PagePiece[] {
  if (priority.computed) return [ownText(' (computed: the length of the rule)', 'faint')];
  return rule !== undefined && BigInt(Buffer.byteLength(rule)) === priority.value
    ? [ownText(' (the length of the rule, which is the default)', 'faint')]
    : [];
}

function copyCell(
  { protocol, kind }: Router,
  { of, entryPoint, conflicted }: { readonly of: string; readonly entryPoint: string; readonly conflicted: boolean },
  inventory: Inventory,
): PageCell {
  const original = itemOf(inventory, { protocol, kind, name: of });
  return [
    original === undefined ? untrustedText(of) : linkedName(original),
    ownText(' for '),
    untrustedText(entryPoint),
    ...(conflicted ? [ownText(', set apart because of conflicting TLS options', 'caution')] : []),
  ];
}

/** A line of a rule, further right where it is part of what stands above it. */
function ruleCell(line: string): PageCell {
  const text = line.trimStart();
  return [ownText(' '.repeat(line.length - text.length)), untrustedText(text)];
}

/** What Traefik made of a router for other entry points. */
function copiesOf({ protocol, name }: Router, inventory: Inventory): readonly Router[] {
  return knownItems(inventory.groups[protocol].routers).filter((one) => originalOfCopy(one, inventory)?.of === name);
}
