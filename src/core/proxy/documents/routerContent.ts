import * as l10n from '@vscode/l10n';
import { maskText } from '../../base/secrets/secretsInText';
import { offText, tlsText } from '../describe/itemSummary';
import { entryPointOf, type Inventory, itemOf } from '../model/inventory';
import type { ItemGraph } from '../model/itemGraph';
import { entryPointsOf, type Router } from '../model/model';
import { copiesOfRouter, originalOfCopy } from '../model/originalOfCopy';
import { routerPriorityOf } from '../rules/priority';
import {
  factRow,
  factRows,
  type ItemPageContent,
  joinedCells,
  listRows,
  ownText,
  type PageCell,
  type PagePiece,
  pageSection,
  providerFact,
  sentenceCell,
  untrustedText,
} from './page';
import { entryPointCells, linkedName, requestFlow, routerRow } from './requestFlow';
import { ruleLines } from './ruleLines';
import { healthPiece, statusPiece } from './statusPieces';

/** The rule of a router, its settings, and the flow of requests through it. */
export function routerContent(router: Router, inventory: Inventory, graph: ItemGraph): ItemPageContent {
  const { protocol, rule, using, entryPoints, tls } = router;
  const priority = routerPriorityOf(router, inventory.version);
  const copy = originalOfCopy(router, inventory);
  const configured = entryPoints?.filter((name) => using !== undefined && !using.includes(name)) ?? [];
  const children = graph.childrenOf(router);
  return {
    facts: [
      factRow(l10n.t('Status'), [[statusPiece(router)]]),
      factRow(l10n.t('Health'), [[healthPiece(graph.healthOf(router))]]),
      rule === undefined ? [] : factRow(l10n.t('Rule'), ruleLines(maskText(rule)).map(ruleCell)),
      priority === undefined
        ? []
        : factRow(l10n.t('Priority'), [[ownText(String(priority.value)), ...priorityNote(router, priority)]]),
      factRows(
        l10n.t('Entry points'),
        entryPointsOf(router).map((name) => entryPointCells(name, entryPointOf(inventory, name))),
      ),
      factRow(
        l10n.t('Not in effect'),
        configured.map((name) => [untrustedText(name, { look: 'caution' })]),
      ),
      protocol === 'udp' ? [] : factRow('TLS', [[untrustedText(tls === undefined ? offText() : tlsText(tls))]]),
      providerFact(router),
      copy === undefined ? [] : factRow(l10n.t('Copy of'), [copyCell(router, copy, inventory)]),
      factRow(
        l10n.t('Copies'),
        protocol === 'http' ? copiesOfRouter(router.name, inventory).map((one) => [linkedName(one)]) : [],
      ),
    ],
    sections: [
      pageSection(l10n.t('Request Flow'), requestFlow(router, inventory, graph)),
      pageSection(l10n.t('Child Routers'), listRows(children, routerRow)),
    ],
    covered: {
      entryPoints: true,
      using: true,
      middlewares: true,
      service: true,
      rule: true,
      priority: true,
      priorityStr: true,
      observability: { accessLogs: 'true', metrics: 'true', tracing: 'true', traceVerbosity: '"minimal"' },
      parentRefs: true,
      ...(tls === undefined || tls.domains === undefined
        ? { tls: { options: true, certResolver: true, passthrough: true } }
        : {}),
    },
  };
}

/** Traefik 3 writes its default into the router, where it looks like a configured one. */
function priorityNote({ rule = '' }: Router, { value }: { readonly value: bigint }): readonly PagePiece[] {
  const isDefault = BigInt(Buffer.byteLength(rule)) === value;
  return isDefault ? [ownText(` ${l10n.t('(default: length of the rule)')}`, 'faint')] : [];
}

function copyCell(
  { protocol, kind }: Router,
  { of, entryPoint, conflicted }: { readonly of: string; readonly entryPoint: string; readonly conflicted: boolean },
  inventory: Inventory,
): PageCell {
  const original = itemOf(inventory, { protocol, kind, name: of });
  return joinedCells(
    sentenceCell(l10n.t('{0} for {1}'), [
      original === undefined ? untrustedText(of) : linkedName(original),
      untrustedText(entryPoint),
    ]),
    conflicted ? [ownText(l10n.t('separate because of conflicting TLS options'), 'caution')] : [],
  );
}

/** A line of a rule, indented if it continues the line above. */
function ruleCell(line: string): PageCell {
  const text = line.trimStart();
  return [ownText(' '.repeat(line.length - text.length)), untrustedText(text)];
}
