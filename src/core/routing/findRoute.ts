import type { SeenRequest } from '../rules/seen';
import { isVersionTold, type Server } from '../rules/server';
import { textOf } from '../rules/target';
import { entryPointOf, groupOf, type Inventory } from '../traefik/inventory';
import type { EntryPoint } from '../traefik/model';
import type { Candidate, Outcome, RouteAnswer, RouterWay } from './answer';
import { candidatesOf } from './candidate';
import type { RouteQuestion } from './question';
import { seeConnection, seeRequest } from './see';
import { tableOf } from './table';
import { tlsNote } from './tlsSides';
import { whyUncertain } from './uncertain';

/**
 * Which router Traefik gives a request or a connection to, worked out from what its API reports and from nothing else: the routers of the entry point
 * by descending priority, each rule asked as pkg/muxer does. What cannot be derived with certainty is `notCertain`.
 *
 * What a proxy in front does, TLS options and client certificates, and the ACME challenges are not looked at.
 */
export function findRoute(inventory: Inventory, question: RouteQuestion): RouteAnswer {
  const protocol = question.kind;
  const table = tableOf(inventory, protocol);
  const seen =
    question.kind === 'http'
      ? seeRequest(question, table.server, entryPointOf(inventory, question.entryPoint))
      : seeConnection(question, table.server);
  const besides = table.besides(question.entryPoint, question.isTls);
  const notes = notesOn(inventory, question);
  if ('refused' in seen) {
    const host = question.kind === 'http' ? question.host : '';
    const outcome: Outcome = { kind: 'refused', status: 400, why: seen.refused };
    return { question, seen: { host }, outcome, considered: [], passed: besides, notes };
  }
  const considered = candidatesOf(table.on(question.entryPoint, question.isTls), seen, inventory);
  const why = whyUncertain(inventory, question, seen);
  const outcome: Outcome =
    why === undefined
      ? (withoutOrder(protocol, table.server, considered) ?? outcomeOf(considered, tlsNote(inventory, question)))
      : { kind: 'notCertain', why, possible: [] };
  return {
    question,
    seen:
      seen.kind === 'http'
        ? { host: seen.host, path: textOf(seen.routingPath) ?? seen.routingPath }
        : { host: seen.serverName },
    outcome,
    considered,
    passed: besides,
    notes: [
      ...notes,
      ...tieNotes(outcome, table.server),
      ...(seen.kind === 'http' ? deniedIn(seen, entryPointOf(inventory, question.entryPoint)) : []),
    ],
  };
}

/** What is to be said where TCP routers have no priorities, and so no order. */
function withoutOrder(
  protocol: RouteQuestion['kind'],
  { isOldWithTcp }: Server,
  considered: readonly Candidate[],
): Outcome | undefined {
  const open = considered.filter(({ verdict }) => verdict !== 'no');
  if (protocol !== 'tcp' || !isOldWithTcp || open.length < 2) return undefined;
  return {
    kind: 'notCertain',
    why: 'TCP routers have no priorities before Traefik 2.7: of several that take a connection any may get it.',
    possible: open.map((candidate) => [candidate]),
  };
}

/** Goes down the priorities to the first level where some candidate takes the request, or may. */
function outcomeOf(considered: readonly Candidate[], tls: string | undefined): Outcome {
  const first = considered.find(({ verdict }) => verdict !== 'no');
  if (first === undefined) return tls === undefined ? { kind: 'none' } : { kind: 'notCertain', why: tls, possible: [] };
  const level = considered.filter(({ priority, verdict }) => priority === first.priority && verdict !== 'no');
  if (tls !== undefined) return { kind: 'notCertain', why: tls, possible: level.map((candidate) => [candidate]) };
  const doubtful = level.find(({ verdict }) => verdict === 'unknown');
  if (doubtful !== undefined) {
    const possible = considered.slice(considered.indexOf(first)).filter(({ verdict }) => verdict !== 'no');
    const end = possible.findIndex(({ verdict }) => verdict === 'yes');
    const last = end < 0 ? undefined : possible[end]?.priority;
    return {
      kind: 'notCertain',
      why: doubtful.doubt ?? '',
      possible: possible
        .filter(({ priority }) => last === undefined || priority >= last)
        .map((candidate) => [candidate]),
    };
  }
  if (level.length > 1) return { kind: 'tie', ways: level.map((candidate) => [candidate]) };
  return first.children === undefined ? { kind: 'winner', way: [first] } : below(first, first.children);
}

/** What comes of a request that a router with others nested in it takes. */
function below(parent: Candidate, children: readonly Candidate[]): Outcome {
  const outcome = outcomeOf(children, undefined);
  const under = (way: RouterWay): RouterWay => [parent, ...way];
  switch (outcome.kind) {
    case 'winner':
      return { kind: 'winner', way: under(outcome.way) };
    case 'tie':
      return { kind: 'tie', ways: outcome.ways.map(under) };
    case 'notCertain':
      return { ...outcome, possible: outcome.possible.map(under) };
    case 'none':
      return { kind: 'none', deadEnd: under(outcome.deadEnd ?? []) };
    case 'refused':
      return outcome;
  }
}

function notesOn(inventory: Inventory, { kind, entryPoint }: RouteQuestion): readonly string[] {
  const group = groupOf(inventory, kind, 'routers');
  const isKnown = inventory.entryPoints.state !== 'read' || entryPointOf(inventory, entryPoint) !== undefined;
  return [
    ...(group?.state === 'failed' ? ['The routers could not be read, so nothing can be said of them.'] : []),
    ...(isKnown ? [] : ['The proxy has no entry point of this name.']),
    ...(isVersionTold(inventory) ? [] : ['The proxy does not tell which version it is; it is taken for a recent one.']),
  ];
}

/** What happens behind the routing: the router that takes the request refuses it (pkg/server/router/deny.go). */
function deniedIn({ escapedPath }: SeenRequest, entryPoint: EntryPoint | undefined): readonly string[] {
  const denied = (entryPoint?.deniedEscapes ?? []).filter((text) => escapedPath.toUpperCase().includes(text));
  if (denied.length === 0) return [];
  return [
    `Whoever takes it answers 400: this entry point denies ${denied.join(' and ')} in paths (http.encodedCharacters).`,
  ];
}

/** Since 3.7 an order of providers decides between their routers, and the API does not tell it (providers.precedence). */
function tieNotes(outcome: Outcome, { hasProviderOrder }: Server): readonly string[] {
  if (outcome.kind !== 'tie' || hasProviderOrder === false) return [];
  const providers = new Set(outcome.ways.map((way) => way.at(-1)?.router.provider));
  if (providers.size < 2) return [];
  const since = hasProviderOrder === undefined ? 'Since Traefik 3.7' : 'In this version';
  return [
    `${since} the order of the providers decides between them (providers.precedence), which the API does not tell.`,
  ];
}
