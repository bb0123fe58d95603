import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { staleSentences } from '../describe/staleness';
import { entryPointOf, type Inventory, isKnownWhole } from '../model/inventory';
import { entryPointsOf, isInternal, kindsOf } from '../model/model';
import { hasChange, isVersionNumber, versionChanges } from '../model/versions';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { utf8TextOf } from '../rules/requestTarget';
import { matchersIn } from '../rules/rule';
import type { ServerTraits } from '../rules/serverTraits';
import { deniedEscapesIn } from './deniedEscapes';
import { forwardedRequest } from './forwardedRequest';
import { methodRefusal } from './methodMismatch';
import { normalizeConnection, normalizeRequest } from './normalizeRequest';
import { requiredInputs } from './requiredInputs';
import type {
  RouteAnswer,
  RouteCandidate,
  RouteOutcome,
  RouteQuestion,
  RouterChain,
  SkippedRouter,
} from './routeAnswer';
import { type ConsideredRouters, routeCandidates } from './routeCandidates';
import { byPriority, hasTls, type RoutingTable, routingTableOf } from './routingTable';
import { areRoutersKnown, behindHttpsRouters, isTlsPassedOn, tlsUncertainty, whyUncertain } from './uncertainty';

/**
 * The router that gets a request or a connection, derived only from Traefik's API: the routers of the entry point by
 * descending priority, each rule evaluated like in pkg/muxer. A result that cannot be derived for certain is
 * `notCertain`.
 *
 * Proxies in front, TLS options, client certificates and ACME challenges are not taken into account.
 *
 * The first question about an inventory reads the rules of all routers, unless `prepareRouting` did.
 *
 * @param considers the routers in `considered` and `elsewhere`; `matching` avoids work for callers that do not use the
 * others
 */
export function findRoute(
  inventory: Inventory,
  asked: RouteQuestion,
  considers: ConsideredRouters = 'all',
): RouteAnswer {
  const isAsItIs = asked.kind === 'tcp' && asked.isTls && isTlsPassedOn(inventory, asked.entryPoint);
  const question = isAsItIs ? { ...asked, isTls: false } : asked;
  const protocol = question.kind;
  const table = routingTableOf(inventory, protocol);
  const seen =
    question.kind === 'http'
      ? normalizeRequest(question, table.server, entryPointOf(inventory, question.entryPoint))
      : normalizeConnection(question, table.server);
  const besides = table.besides(question.entryPoint, question.isTls);
  const notes = [...notesOn(inventory, question), ...(isAsItIs ? [passedOnNote()] : [])];
  if ('refused' in seen) {
    const host = question.kind === 'http' ? question.host : '';
    const outcome: RouteOutcome = { kind: 'refused', status: 400, why: seen.refused };
    const none = { evaluated: 0, considered: [], disabled: [], elsewhere: [] };
    return { question: asked, seen: { host }, outcome, ...none, passed: besides, notes };
  }
  const entries = table.on(question.entryPoint, question.isTls);
  const isForHost = considers === 'matching' && seen.kind === 'http';
  const mayTake = isForHost ? table.onForHost(question.entryPoint, question.isTls, seen.host) : entries;
  const considered = routeCandidates(mayTake, seen, inventory, considers);
  const why = whyUncertain(inventory, question, seen);
  const denied =
    seen.kind === 'http'
      ? deniedEscapesIn(seen.escapedPath, entryPointOf(inventory, question.entryPoint), inventory.version)
      : [];
  const found: RouteOutcome =
    why === undefined
      ? (withoutOrder(protocol, table.server, considered) ??
        outcomeOf(considered, {
          tls: tlsUncertainty(inventory, question),
          isAnsweredOn: (way) => denied.length > 0 || isAnsweredOn(way, question, inventory),
        }))
      : { kind: 'notCertain', why, possible: [] };
  const outcome = withStatus(besideHttps(found, inventory, question), inventory, question, seen);
  return {
    question: asked,
    seen:
      seen.kind === 'http'
        ? { host: seen.host, path: utf8TextOf(seen.routingPath) ?? seen.routingPath }
        : { host: seen.serverName },
    outcome,
    evaluated: entries.length,
    considered,
    passed: besides,
    disabled: disabledRivals(
      table.disabledBesides(question.entryPoint, question.isTls),
      table,
      question,
      seen,
      outcome,
    ),
    elsewhere: considers === 'all' ? matchElsewhere(besides, table, question, seen, outcome) : [],
    notes: [
      ...notes,
      ...tieNotes(outcome, table.server),
      ...deniedNotes(denied),
      ...alpnNotes(question, outcome, inventory.version),
    ],
  };
}

function passedOnNote(): string {
  return l10n.t(
    'No router of this entry point has TLS, so Traefik does not decrypt the connection, and its TCP routers see no server name.',
  );
}

/** A TCP router for all server names gets the connections that the HTTP routers of its entry point leave. */
function besideHttps(outcome: RouteOutcome, inventory: Inventory, question: RouteQuestion): RouteOutcome {
  const ways = outcome.kind === 'winner' ? [outcome.way] : outcome.kind === 'tie' ? outcome.ways : [];
  for (const way of ways) {
    const last = way.at(-1);
    const why = last && behindHttpsRouters(inventory, question, last.router);
    if (why !== undefined) return { kind: 'notCertain', why, possible: [] };
  }
  return outcome;
}

/** Only the muxer of Traefik 2 distinguishes a wrong method from a wrong address. */
function withStatus(
  outcome: RouteOutcome,
  inventory: Inventory,
  { entryPoint, isTls }: RouteQuestion,
  seen: NormalizedInput,
): RouteOutcome {
  if (outcome.kind !== 'none' || outcome.deadEnd !== undefined || seen.kind === 'tcp') return outcome;
  const { server, on } = routingTableOf(inventory, 'http');
  const { method } = requiredInputs(inventory, { protocol: 'http', entryPoint, isTls });
  const isRefused = server.major === 2 && method ? methodRefusal(on(entryPoint, isTls), seen) : false;
  return isRefused === undefined ? outcome : { ...outcome, status: isRefused ? 405 : 404 };
}

/** The outcome if TCP routers have no priorities, and so no order. */
function withoutOrder(
  protocol: RouteQuestion['kind'],
  { isOldWithTcp }: ServerTraits,
  considered: readonly RouteCandidate[],
): RouteOutcome | undefined {
  const open = considered.filter(({ verdict }) => verdict !== 'no');
  if (protocol !== 'tcp' || !isOldWithTcp || open.length < 2) return undefined;
  return {
    kind: 'notCertain',
    why: l10n.t('TCP routers have no priorities before Traefik 2.7, so any that matches may get the connection.'),
    possible: open.map((candidate) => [candidate]),
  };
}

/** The conditions besides the rules that decide the outcome. */
interface Besides {
  /** The reason why it is not certain that a TCP router gets the connection; undefined if it is. */
  readonly tls: string | undefined;
  /** Whether Traefik responds before the request reaches child routers. */
  isAnsweredOn(way: RouterChain): boolean;
}

/** Whether the entry point or a middleware of a parent router responds. */
function isAnsweredOn(way: RouterChain, question: RouteQuestion, inventory: Inventory): boolean {
  return question.kind === 'http' && forwardedRequest(way, question, inventory).end.kind === 'answered';
}

/** Iterates over the priorities down to the first level where a candidate matches, or may match. */
function outcomeOf(considered: readonly RouteCandidate[], besides: Besides, above: RouterChain = []): RouteOutcome {
  const { tls } = besides;
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
  const way = [...above, first];
  if (first.children === undefined || besides.isAnsweredOn(way)) return { kind: 'winner', way: [first] };
  return below(first, first.children, besides, way);
}

function below(
  parent: RouteCandidate,
  children: readonly RouteCandidate[],
  besides: Besides,
  way: RouterChain,
): RouteOutcome {
  const outcome = outcomeOf(children, { ...besides, tls: undefined }, way);
  const under = (way: RouterChain): RouterChain => [parent, ...way];
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
  const isKnown = !isKnownWhole(inventory.entryPoints) || entryPointOf(inventory, entryPoint) !== undefined;
  const asked = [...kindsOf(kind).map((one) => `${kind}/${one}`), 'entrypoints'];
  return [
    ...staleSentences(inventory, asked),
    ...(kind === 'tcp' || areRoutersKnown(inventory, 'tcp') ? [] : [unreadTcpNote()]),
    ...(isKnown ? [] : [l10n.t('The proxy does not list this entry point.')]),
    ...(isVersionNumber(inventory.version) ? [] : [l10n.t('Unknown Traefik version; assuming a recent one.')]),
  ];
}

/** TCP routers get connections before HTTP routers, with TLS and without (Router.ServeTCP). */
function unreadTcpNote(): string {
  return l10n.t('The TCP routers could not all be read: one of them may get the connection before any HTTP router.');
}

/** The note that the matching router refuses the request. */
function deniedNotes(denied: readonly string[]): readonly string[] {
  if (denied.length === 0) return [];
  return [
    l10n.t(
      'Whichever router matches, Traefik responds with 400: the entry point denies {0} in paths (http.encodedCharacters).',
      allOf(denied),
    ),
  ];
}

/** The protocols of the default TLS options (DefaultTLSOptions in pkg/tls/tls.go). */
const defaultProtocols: readonly string[] = ['h2', 'http/1.1', 'acme-tls/1'];

/** The API does not report TLS options: a router that names its own may support other protocols. */
function alpnNotes(question: RouteQuestion, outcome: RouteOutcome, version: Inventory['version']): readonly string[] {
  if (hasChange(version, versionChanges.refusesOtherProtocols) === false) return [];
  if (question.kind !== 'tcp' || !question.isTls || question.alpn.length === 0) return [];
  if (question.alpn.some((name) => defaultProtocols.includes(name))) return [];
  const ways = outcome.kind === 'winner' ? [outcome.way] : outcome.kind === 'tie' ? outcome.ways : [];
  const tls = ways.map((way) => way.at(-1)?.router.tls);
  if (tls.some((one) => one?.passthrough === true || !isDefault(one?.options))) return [];
  return [
    l10n.t(
      'With the default TLS options, Traefik supports only h2 and http/1.1, and refuses clients that offer neither.',
    ),
  ];
}

function isDefault(options: string | undefined): boolean {
  return options === undefined || options === '' || options === 'default';
}

/** Since 3.7, `providers.precedence` decides between routers of different providers; the API does not report it. */
function tieNotes(outcome: RouteOutcome, { hasProviderOrder }: ServerTraits): readonly string[] {
  if (outcome.kind !== 'tie' || hasProviderOrder === false) return [];
  const providers = new Set(outcome.ways.map((way) => way.at(-1)?.router.provider));
  if (providers.size < 2) return [];
  return [
    hasProviderOrder === undefined
      ? l10n.t('Since Traefik 3.7, providers.precedence decides between them. The API does not report it.')
      : l10n.t('In this version, providers.precedence decides between them. The API does not report it.'),
  ];
}

/** The most routers that Traefik disabled and that are named. */
const mostNamed = 3;

/** The routers that would win if Traefik had not disabled them because of an error: often the user meant one. */
function disabledRivals(
  passed: readonly SkippedRouter[],
  { entryOf }: RoutingTable,
  question: RouteQuestion,
  seen: NormalizedInput,
  outcome: RouteOutcome,
): readonly SkippedRouter[] {
  const taken = priorityOfTaken(outcome);
  const rated = passed.flatMap((one) => {
    const { router } = one;
    if (hasTls(router) !== question.isTls) return [];
    if (!entryPointsOf(router).includes(question.entryPoint) || (router.parentRefs ?? []).length > 0) return [];
    const { rule, takes, priority } = entryOf(router);
    if (taken !== undefined && priority <= taken) return [];
    return rule.kind === 'rule' && takes(seen) === true ? [{ one, priority }] : [];
  });
  rated.sort(byPriority);
  return rated.slice(0, mostNamed).map(({ one }) => one);
}

/** The priority that a router has to exceed; undefined if no router certainly matches. */
function priorityOfTaken(outcome: RouteOutcome): bigint | undefined {
  switch (outcome.kind) {
    case 'winner':
      return outcome.way[0]?.priority;
    case 'tie':
      return outcome.ways[0]?.[0]?.priority;
    case 'none':
      return outcome.deadEnd?.[0]?.priority;
    default:
      return undefined;
  }
}

/**
 * If no router matches: the routers whose rules match, but which are on another entry point, or only get connections
 * with TLS, or only those without. If one matches: those on another entry point that name the host and come before it.
 * Routers that differ in one of these only come first, and among them those that name the host; then by descending
 * priority. Leaves out Traefik's own routers, which accept any host.
 */
function matchElsewhere(
  passed: readonly SkippedRouter[],
  { entryOf }: RoutingTable,
  { isTls }: RouteQuestion,
  seen: NormalizedInput,
  outcome: RouteOutcome,
): readonly SkippedRouter[] {
  const taken = priorityOfTaken(outcome);
  if (taken === undefined && outcome.kind !== 'none') return [];
  const rated = passed.flatMap((one) => {
    const { router, why } = one;
    if ((why !== 'tls' && why !== 'otherEntryPoint') || (router.parentRefs ?? []).length > 0) return [];
    if (isInternal(router) || (taken !== undefined && why === 'tls')) return [];
    const { rule, takes, priority } = entryOf(router);
    if (taken !== undefined && priority <= taken) return [];
    if (rule.kind !== 'rule' || takes(seen) !== true) return [];
    const differences = (why === 'tls' ? 0 : 1) + (hasTls(router) === isTls ? 0 : 1);
    const host = matchersIn(rule.root).some(({ name }) => name.startsWith('Host')) ? 1 : 0;
    return taken !== undefined && host === 0 ? [] : [{ one, differences, host, priority }];
  });
  rated.sort((a, b) => a.differences - b.differences || b.host - a.host || byPriority(a, b));
  return rated.slice(0, mostNamed).map(({ one }) => one);
}
