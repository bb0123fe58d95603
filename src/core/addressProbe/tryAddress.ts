import * as l10n from '@vscode/l10n';
import { type Endpoint, type EndpointAuth, type EndpointKind, recordVersion } from '../base/endpoints/endpoint';
import type { EndpointFields } from '../base/endpoints/endpointStore';
import { type Failure, isNotHttp, isRequestFailure, type SeenCertificate } from '../base/errors/failure';
import type { HttpClient, HttpClientOptions, HttpResponse } from '../base/http/httpClient';
import { challengesOf } from '../base/http/login';
import { failureOfStatus, isSuccess } from '../base/http/responseFailures';
import { plainText } from '../base/text/plainText';
import { type RecognizedServer, recognizeServer, whyTooOld } from './probe';

/** The input so far for an endpoint to add. */
type TriedEndpoint = Pick<EndpointFields, 'url' | 'auth' | 'tls' | 'host'>;

/** The result in our own words with configured values only, and the next step. */
export type TrialMessage = Pick<Failure, 'sentence' | 'nextStep'>;

/** A way to authenticate that a server offers. */
export type OfferedAuth = Exclude<EndpointAuth['type'], 'none'> | 'digest';

/** The outcome of trying an address. All but `found` need an input, which the user decides on. */
export type TrialOutcome =
  | ({ readonly type: 'found' } & RecognizedServer)
  /** It requires credentials, or refused those that it got; `offered` is empty if it does not name the schemes. */
  | {
      readonly type: 'credentials';
      readonly message: TrialMessage;
      readonly offered: readonly OfferedAuth[];
      readonly refused: boolean;
    }
  | { readonly type: 'certificate'; readonly message: TrialMessage; readonly certificate: SeenCertificate }
  /** The 404 of a Traefik that has no router for the host name. */
  | { readonly type: 'host'; readonly message: TrialMessage }
  /** Any other failure. `otherUrl` is the same address with the other scheme, if the server seems to use that. */
  | { readonly type: 'failed'; readonly message: TrialMessage; readonly otherUrl?: string };

/** The limits of each request of a trial. Redirects are not followed, so that every request is one of the three. */
export const trialLimits = {
  answerTimeoutMs: 10_000,
  totalTimeoutMs: 10_000,
  maxBytes: 2 ** 20,
  mostRedirects: 0,
} as const satisfies HttpClientOptions;

/** The endpoint that requests of a trial are sent for. It is not stored. */
export function endpointToTry({ url, auth, tls, host }: TriedEndpoint, kind: EndpointKind): Endpoint {
  return {
    version: recordVersion,
    id: '',
    kind,
    name: new URL(url).host,
    url,
    auth,
    headers: {},
    order: 0,
    ...(tls !== undefined && { tls }),
    ...(host !== undefined && { host }),
  };
}

/**
 * Finds out which server responds at an address, by at most three GETs to its origin (each sent again once if Digest
 * requires it).
 *
 * @param client of `endpointToTry`, opened with `trialLimits`; its kind is tried first
 * @throws RequestFailure only if the trial was canceled
 */
export async function tryAddress(client: HttpClient, signal: AbortSignal): Promise<TrialOutcome> {
  const { endpoint } = client;
  const ways = ['/api/version', '/'];
  if (endpoint.kind === 'search') ways.reverse();
  const answers: HttpResponse[] = [];
  const failures: Failure[] = [];
  // Some engines do not serve their root, but all serve searches.
  for (const path of [...ways, '/_search?size=0']) {
    try {
      const answer = await client.request({ method: 'GET', path, signal });
      const recognized = recognizeServer(path, answer);
      if (recognized !== undefined) return tooOld(recognized) ?? { type: 'found', ...recognized };
      if (answer.status === 401) return credentialsWanted(answer, client.endpoint);
      const failure = isSuccess(answer) ? undefined : failureOfStatus(answer, endpoint).failure;
      if (failure?.betterUrl !== undefined || failure?.kind === 'rateLimited') return outcomeOf(failure, endpoint);
      answers.push(answer);
      if (failure !== undefined && failure.kind !== 'notFound') failures.push(failure);
    } catch (error) {
      if (!isRequestFailure(error) || error.failure.kind === 'canceled') throw error;
      if (!isOfPathOnly(error.failure)) return outcomeOf(error.failure, endpoint);
      failures.push(error.failure);
    }
  }
  return unrecognized(endpoint, answers, failures);
}

function tooOld({ kind, product = '', version }: RecognizedServer): TrialOutcome | undefined {
  const message = kind === 'proxy' && version !== undefined ? whyTooOld(version, `${product} ${version}`) : undefined;
  return message && { type: 'failed', message };
}

/** Whether another path of the same server may work. */
function isOfPathOnly({ kind, betterUrl }: Failure): boolean {
  return kind === 'tooLarge' || (kind === 'redirected' && betterUrl === undefined);
}

const offers: Readonly<Record<string, OfferedAuth>> = {
  basic: 'basic',
  digest: 'digest',
  bearer: 'bearer',
  apikey: 'apiKey',
};

function credentialsWanted(answer: HttpResponse, endpoint: Endpoint): TrialOutcome {
  const offered = challengesOf(answer.headers['www-authenticate'] ?? '').flatMap(({ scheme }) => offers[scheme] ?? []);
  return {
    type: 'credentials',
    message: failureOfStatus(answer, endpoint).failure,
    offered: [...new Set(offered)],
    refused: endpoint.auth.type !== 'none',
  };
}

function outcomeOf(failure: Failure, { url }: Endpoint): TrialOutcome {
  if (failure.certificate !== undefined) {
    return { type: 'certificate', message: failure, certificate: failure.certificate };
  }
  const otherUrl = failure.betterUrl ?? otherSchemeOf(url, failure);
  return { type: 'failed', message: failure, ...(otherUrl !== undefined && { otherUrl }) };
}

const notTls = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/;

/** The address with the scheme that the server seems to use on this port. */
function otherSchemeOf(url: string, { kind, code = '' }: Failure): string | undefined {
  if (url.startsWith('https:')) return notTls.test(code) ? url.replace('https:', 'http:') : undefined;
  return kind === 'reset' || (kind === 'malformed' && isNotHttp(code)) ? url.replace('http:', 'https:') : undefined;
}

function unrecognized(
  endpoint: Endpoint,
  answers: readonly HttpResponse[],
  failures: readonly Failure[],
): TrialOutcome {
  const { origin } = new URL(endpoint.url);
  const isUnrouted = failures.length === 0 && answers.length > 0 && answers.every(isTraefiksNotFound);
  if (isUnrouted && endpoint.host === undefined) {
    return {
      type: 'host',
      message: {
        sentence: l10n.t('{0} responded as Traefik does for an unknown host name or path (status 404).', origin),
        nextStep: l10n.t('Enter the host name that the router of its API expects, or change the address.'),
      },
    };
  }
  const refusal = failures.find(({ kind }) => kind === 'forbidden' || kind === 'serverError' || kind === 'proxy');
  return { type: 'failed', message: refusal ?? wordsOfOther(origin, answers, failures) };
}

function wordsOfOther(origin: string, answers: readonly HttpResponse[], failures: readonly Failure[]): TrialMessage {
  const redirected = failures.find(({ kind }) => kind === 'redirected');
  const nextStep = l10n.t('Check the port and path, or add it anyway.');
  if (redirected !== undefined && answers.every(({ status }) => status >= 400)) {
    return isWithin(origin, redirected)
      ? { sentence: l10n.t('{0} redirects to another page, possibly a login page.', origin), nextStep }
      : redirected;
  }
  if (answers.some(isPage)) {
    return { sentence: l10n.t('{0} returns a web page, possibly a login page.', origin), nextStep };
  }
  const tooLarge = failures.find(({ kind }) => kind === 'tooLarge');
  if (tooLarge !== undefined) return tooLarge;
  return { sentence: l10n.t('{0} is neither a Traefik API nor a known search engine.', origin), nextStep };
}

const isWithin = (origin: string, { location }: Failure): boolean =>
  location !== undefined && URL.canParse(location) && new URL(location).origin === origin;

/** Traefik's own response, which is that of Go's standard library. */
const isTraefiksNotFound = ({ status, body }: HttpResponse): boolean =>
  status === 404 && body.length < 100 && body.trim() === '404 page not found';

const isPage = (answer: HttpResponse): boolean =>
  isSuccess(answer) && /\bhtml\b/i.test(answer.headers['content-type'] ?? '');

const longestName = 200;

/**
 * A name for an endpoint to add: a proxy's address, such as `localhost:8080`, since its icon says what it is, and of an
 * engine its product as well, such as `OpenSearch (localhost:9200)`.
 *
 * @param product the server's name, if it was recognized
 */
export function proposedName(
  { kind, product }: { readonly kind: EndpointKind; readonly product?: string | undefined },
  { url, host }: { readonly url: string; readonly host?: string | undefined },
): string {
  const { host: address, pathname } = new URL(url);
  const place = `${host ?? address}${pathname === '/' ? '' : pathname}`;
  const what = product ?? l10n.t('Search engine');
  return plainText(kind === 'proxy' ? place : `${what} (${place})`, longestName);
}

/** The ports that Traefik, Elasticsearch, and OpenSearch usually listen on. */
export const usualPorts: readonly number[] = [80, 443, 8080, 8081, 9000, 9090, 9200];

const searchPort = 9200;
const httpsPort = 443;

/** A server on this machine that may be added. */
export interface SeenServer {
  readonly url: string;
  readonly likely: EndpointKind;
  /** The kind of server, or the credentials or host that it requires before it can be recognized. */
  readonly outcome: Exclude<TrialOutcome, { type: 'failed' }>;
}

/** The limits of each request: a server on this machine responds soon. */
const limits = { ...trialLimits, answerTimeoutMs: 3_000, totalTimeoutMs: 3_000 } as const;

/**
 * Looks for servers on ports of this machine, all at the same time, without credentials. Each address is tried like a
 * new endpoint (see `tryAddress`): by http (port 443 by https), and by https if the server seems to use that.
 *
 * @param ports the ports to try
 * @param open opens a client for an endpoint that is not stored
 * @returns the servers that may be a Traefik or a search engine, in the order of the ports
 * @throws RequestFailure only if the search was canceled
 */
export async function findLocalServers(
  ports: readonly number[],
  open: (endpoint: Endpoint, limits: HttpClientOptions) => Promise<HttpClient>,
  signal: AbortSignal,
): Promise<readonly SeenServer[]> {
  const tryOne = async (url: string, likely: EndpointKind): Promise<TrialOutcome> => {
    const client = await open(endpointToTry({ url, auth: { type: 'none' } }, likely), limits);
    try {
      return await tryAddress(client, signal);
    } finally {
      await client.close();
    }
  };
  const look = async (port: number): Promise<SeenServer[]> => {
    const likely = port === searchPort ? 'search' : 'proxy';
    const { origin } = new URL(`${port === httpsPort ? 'https' : 'http'}://localhost:${port}`);
    const first = await tryOne(origin, likely);
    if (first.type !== 'failed') return [{ url: origin, likely, outcome: first }];
    const secure = `https://localhost:${port}`;
    if (first.otherUrl !== secure) return [];
    const outcome = await tryOne(secure, likely);
    return outcome.type === 'failed' ? [] : [{ url: secure, likely, outcome }];
  };
  return (await Promise.all([...new Set(ports)].map(look))).flat();
}
