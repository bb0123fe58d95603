import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import { type Inventory, listedRouters } from '../model/inventory';
import { entryPointsOf } from '../model/model';
import type { PublicOrigins } from '../publicUrls/publicUrls';
import { type EntryPointGuesses, guessEntryPoint, isLikelyTls } from './entryPointGuess';
import type { RememberedRouteQuestion } from './rememberedQuestions';
import { requiredInputs } from './requiredInputs';
import type { RouteQuestion } from './routeAnswer';
import { type AskedUrl, readAskedUrl } from './urlText';

/** The proxy in question, and the previous answers about it. */
interface Circumstances {
  readonly inventory: Inventory;
  readonly origins?: PublicOrigins | undefined;
  readonly before: RememberedRouteQuestion | undefined;
}

/** A question about a route in the making: the answers so far, and what follows from them. */
export interface RouteDraft {
  readonly answers: RememberedRouteQuestion;
  /** The parsed URL; undefined if it cannot be read. */
  readonly url: AskedUrl | undefined;
  /** Whether the proxy has TCP routers, so that a host and port may mean a connection. */
  readonly mayBeTcp: boolean;
  readonly protocol: 'http' | 'tcp';
  /** The entry points where it may arrive. */
  readonly entryPoints: EntryPointGuesses;
  /** The entry point where it arrives, as far as known. */
  readonly entryPoint: string;
  /** The entry point to preselect: the previous one, if it is as likely this time. */
  readonly entryPointBefore: string | undefined;
  /** Whether the person has to say if a connection uses TLS, because both kinds can arrive there. */
  readonly isTlsOpen: boolean;
  readonly isTls: boolean;
  /** What else the rules of the entry point look at. */
  readonly rulesAsk: ReturnType<typeof requiredInputs>;
}

/** What follows from the answers so far. Everything is recomputed: an early answer may change what later ones mean. */
export function draftRoute(
  answers: RememberedRouteQuestion,
  { inventory, origins, before }: Circumstances,
): RouteDraft {
  const url = readable(answers.url);
  const tcpRouters = listedRouters(inventory, 'tcp');
  const mayBeTcp = tcpRouters.length > 0;
  const protocol = url?.protocol ?? (mayBeTcp ? (answers.protocol ?? 'http') : 'http');
  const entryPoints = guessEntryPoint(
    { protocol, isTls: url?.isTls, port: url?.port, name: url?.name ?? '' },
    inventory,
    origins,
  );
  const entryPoint = entryPointAmong(entryPoints, answers.entryPoint);
  /** With TLS, without, or both. */
  const [only, other] = new Set(
    tcpRouters.filter((router) => entryPointsOf(router).includes(entryPoint)).map(({ tls }) => tls !== undefined),
  );
  const isTlsOpen = protocol === 'tcp' && url?.isTls === undefined && other !== undefined;
  const likely = (): boolean => {
    if (protocol === 'http') return isLikelyTls({ port: url?.port }, entryPoint, inventory);
    return isTlsOpen ? (answers.isTls ?? false) : (only ?? false);
  };
  const isTls = url?.isTls ?? likely();
  return {
    answers,
    url,
    mayBeTcp,
    protocol,
    entryPoints,
    entryPoint,
    entryPointBefore: arrivesAlike(url, readable(before?.url ?? '')) ? answers.entryPoint : undefined,
    isTlsOpen,
    isTls,
    rulesAsk: requiredInputs(inventory, { protocol, entryPoint, isTls }),
  };
}

/** The finished question, with sentences about what differs from what was typed; undefined without a URL. */
export function routeQuestionOf(
  draft: RouteDraft,
): { readonly question: RouteQuestion; readonly notes: readonly string[] } | undefined {
  const { answers, url, protocol, entryPoint, isTls, isTlsOpen, rulesAsk } = draft;
  if (url === undefined) return undefined;
  const isGuessed = url.isTls === undefined && !isTlsOpen;
  const notes = [
    ...url.notes,
    ...(isGuessed
      ? [
          isTls
            ? l10n.t('The URL does not say whether TLS is used; assuming TLS.')
            : l10n.t('The URL does not say whether TLS is used; assuming no TLS.'),
        ]
      : []),
  ];
  // Answers given for another entry point are left out if no rule here looks at them.
  const common = { entryPoint, isTls, clientIp: rulesAsk.clientIp ? answers.clientIp : undefined };
  if (protocol === 'tcp') {
    const serverName = isTls && isIP(url.name) === 0 ? { serverName: url.name } : {};
    return {
      question: { kind: 'tcp', ...common, ...serverName, alpn: rulesAsk.alpn.length > 0 ? answers.alpn : [] },
      notes,
    };
  }
  const method = rulesAsk.method ? (answers.method ?? 'GET') : 'GET';
  const headers = rulesAsk.headers.length > 0 ? answers.headers : [];
  return { question: { kind: 'http', ...common, method, host: url.host, target: url.target, headers }, notes };
}

function readable(text: string): AskedUrl | undefined {
  const found = readAskedUrl(text);
  return 'problem' in found ? undefined : found;
}

/** The chosen one if it is still a candidate, otherwise the likeliest. */
function entryPointAmong({ guesses, isCertain }: EntryPointGuesses, chosen: string | undefined): string {
  const isKnown = guesses.some(({ name }) => name === chosen);
  return (isCertain || !isKnown ? guesses[0]?.name : chosen) ?? '';
}

/** Whether two URLs arrive at the same entry point, judging by their text. */
function arrivesAlike(one: AskedUrl | undefined, other: AskedUrl | undefined): boolean {
  return one !== undefined && other !== undefined && one.isTls === other.isTls && one.port === other.port;
}
