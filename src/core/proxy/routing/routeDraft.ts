import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { plural } from '../../../l10n/plural';
import { plainText } from '../../base/text/plainText';
import { type Inventory, listedRouters } from '../model/inventory';
import type { PublicOrigins } from '../publicUrls/publicUrls';
import { type EntryPointGuesses, guessEntryPoint, isLikelyTls, likelyProtocol, trafficOf } from './entryPointGuess';
import type { RememberedRouteQuestion } from './rememberedQuestions';
import { type RequiredInputs, requiredInputs } from './requiredInputs';
import type { RouteQuestion } from './routeAnswer';
import { isTlsPassedOn } from './uncertainty';
import { type AskedUrl, readAskedUrl } from './urlText';

interface Circumstances {
  readonly inventory: Inventory;
  readonly origins?: PublicOrigins | undefined;
  /** The previous guesses for the same question. Those that are still possible stay. */
  readonly before?: RouteDraft | undefined;
}

/** A question about a route: the user's answers, and the best guess for the rest. */
export interface RouteDraft {
  readonly answers: RememberedRouteQuestion;
  /** The parsed URL; undefined if it cannot be read. */
  readonly url: AskedUrl | undefined;
  /** Whether it may be a request as well as a connection: the text does not say, and the proxy has TCP routers. */
  readonly isProtocolOpen: boolean;
  readonly protocol: 'http' | 'tcp';
  /** The entry points where it may arrive. */
  readonly entryPoints: EntryPointGuesses;
  /** The user's entry point while the proxy lists it, otherwise the likeliest; empty if there is none. */
  readonly entryPoint: string;
  /** Whether the text does not show if TLS is used, so that the user may choose. */
  readonly isTlsOpen: boolean;
  readonly isTls: boolean;
  /** The other inputs that the rules of the entry point check. */
  readonly rulesAsk: RequiredInputs;
}

/**
 * The draft that follows from the answers so far. Recomputed completely, because an early answer may change the meaning
 * of later ones.
 */
export function draftRoute(
  answers: RememberedRouteQuestion,
  { inventory, origins, before: last }: Circumstances,
): RouteDraft {
  const before = last?.answers.endpointId === answers.endpointId && last.answers.url === answers.url ? last : undefined;
  const url = readable(answers.url);
  const connections = trafficOf(inventory, 'tcp');
  const isWithoutScheme = url !== undefined && url.protocol === undefined;
  const isProtocolOpen =
    isWithoutScheme && (listedRouters(inventory, 'tcp').length > 0 || before?.isProtocolOpen === true);
  const guessed = (): 'http' | 'tcp' =>
    answers.protocol ?? before?.protocol ?? likelyProtocol({ port: url?.port }, inventory);
  const protocol = url?.protocol ?? (isProtocolOpen ? guessed() : 'http');
  const entryPoints = guessEntryPoint(
    { protocol, isTls: url?.isTls, port: url?.port, name: url?.name ?? '' },
    inventory,
    origins,
  );
  const entryPoint = entryPointAmong(entryPoints, [answers.entryPoint, before?.entryPoint]);
  const here = connections.get(entryPoint);
  const isSecure = here !== undefined && here.withTls > 0;
  const isPlain = here !== undefined && here.withTls < here.count;
  // A connection needs an answer only where both kinds can arrive.
  const isTlsOpen = url?.isTls === undefined && (protocol === 'http' || (isSecure && isPlain));
  const likely = (): boolean => {
    if (before?.entryPoint === entryPoint && before.protocol === protocol) return before.isTls;
    if (protocol === 'http') return isLikelyTls({ port: url?.port }, entryPoint, inventory);
    return isPlain ? here.namesWithTls(url?.name ?? '') : isSecure;
  };
  const isTls = url?.isTls ?? (isTlsOpen ? answers.isTls : undefined) ?? likely();
  const isPassedOn = protocol === 'tcp' && isTlsPassedOn(inventory, entryPoint);
  return {
    answers,
    url,
    isProtocolOpen,
    protocol,
    entryPoints,
    entryPoint,
    isTlsOpen,
    isTls,
    rulesAsk: requiredInputs(inventory, { protocol, entryPoint, isTls: isTls && !isPassedOn }),
  };
}

/** The complete question, with sentences about differences from the user's input; undefined without a URL. */
export function routeQuestionOf(
  draft: RouteDraft,
): { readonly question: RouteQuestion; readonly notes: readonly string[] } | undefined {
  const { answers, url, protocol, entryPoint, isTls, isTlsOpen, rulesAsk } = draft;
  if (url === undefined) return undefined;
  const isGuessed = isTlsOpen && answers.isTls === undefined;
  const isGone = answers.entryPoint !== undefined && answers.entryPoint !== entryPoint;
  const notes = [
    ...url.notes,
    ...notLoggedNotes(answers, rulesAsk),
    ...(isGone ? [l10n.t('The selected entry point is no longer listed; assuming the most likely one.')] : []),
    ...(isGuessed
      ? [
          isTls
            ? l10n.t('The URL does not say whether TLS is used; assuming TLS.')
            : l10n.t('The URL does not say whether TLS is used; assuming no TLS.'),
        ]
      : []),
  ];
  const common = { entryPoint, isTls, clientIp: answers.clientIp };
  if (protocol === 'tcp') {
    const serverName = isTls && isIP(url.name) === 0 ? { serverName: url.name } : {};
    return {
      question: { kind: 'tcp', ...common, ...serverName, alpn: rulesAsk.alpn.length > 0 ? answers.alpn : [] },
      notes,
    };
  }
  const { method = 'GET', headers } = answers;
  return { question: { kind: 'http', ...common, method, host: url.host, target: url.target, headers }, notes };
}

/** The answers with another URL. The entry point stays as chosen only if both URLs have the same scheme and port. */
export function withRouteUrl(answers: RememberedRouteQuestion, url: string): RememberedRouteQuestion {
  // The logged data is about the previous URL.
  const { logged, ...asked } = answers;
  if (url === answers.url) return answers;
  if (arrivesAlike(readable(answers.url), readable(url))) return { ...asked, url };
  const { entryPoint, protocol, isTls, ...others } = asked;
  return { ...others, url };
}

function readable(text: string): AskedUrl | undefined {
  const found = readAskedUrl(text);
  return 'problem' in found ? undefined : found;
}

/** The first wanted entry point that is listed, otherwise the likeliest. */
function entryPointAmong({ guesses }: EntryPointGuesses, wanted: readonly (string | undefined)[]): string {
  const names = new Set<string | undefined>(guesses.map(({ name }) => name));
  return wanted.find((name) => names.has(name)) ?? guesses[0]?.name ?? '';
}

/** Whether two URLs arrive at the same entry point, judged by their text. */
function arrivesAlike(url: AskedUrl | undefined, other: AskedUrl | undefined): boolean {
  return url !== undefined && other !== undefined && url.isTls === other.isTls && url.port === other.port;
}

const mostNamed = 5;
const longestName = 60;

/** Sentences about inputs of rules that an access log does not contain: the answer assumes that they were not sent. */
function notLoggedNotes(
  { logged, headers }: Pick<RememberedRouteQuestion, 'logged' | 'headers'>,
  rulesAsk: Pick<RequiredInputs, 'headers' | 'query'>,
): readonly string[] {
  if (logged === undefined) return [];
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  const missing = rulesAsk.headers.filter((name) => !sent.has(name.toLowerCase()));
  return [
    ...(rulesAsk.query.length === 0 || logged.query === 'there'
      ? []
      : [
          logged.query === 'masked'
            ? l10n.t('Rules check the query string, which is masked in the access log line.')
            : l10n.t('Rules check the query string. The access log line has none, or it was left out.'),
        ]),
    ...(missing.length === 0
      ? []
      : [
          plural(
            missing.length,
            {
              one: 'Rules check a header that the access log line does not have: {1}. It is assumed not to be sent.',
              other:
                'Rules check {0} headers that the access log line does not have: {1}. They are assumed not to be sent.',
            },
            allOf(shortened(missing)),
          ),
        ]),
  ];
}

function shortened(names: readonly string[]): readonly string[] {
  const named = names.slice(0, mostNamed).map((name) => plainText(name, longestName));
  return names.length > mostNamed ? [...named, '…'] : named;
}
