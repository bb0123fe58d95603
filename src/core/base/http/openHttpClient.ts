import { constants } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import * as l10n from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import type { Endpoint } from '../endpoints/endpoint';
import { canceledFailure, codeOf, invalidFailure, RequestFailure } from '../errors/failure';
import { withoutTrailing } from '../text/trim';
import { readBody, readBodyAs, UnreadableBody } from './body';
import { type ConnectionPool, openConnectionPool, type PooledConnection } from './connectionPool';
import { type Connector, connectorTo } from './connector';
import { describeError, refusedByProxy, timedOut, tooLarge, unreadableEncoding } from './describeError';
import { changeUrlTo } from './errorMessages';
import { requestHeaders } from './headers';
import type { HttpClient, HttpClientOptions, HttpRequest, HttpResponse } from './httpClient';
import { loginOf } from './login';
import { type RequestContext, type RequestDeadline, startRequestDeadline } from './requestContext';
import { isSuccess } from './responseFailures';
import { serverNameOf } from './serverName';

const mostConnections = 6;
const redirectLimit = 3;
const answerTimeoutMs = 30_000;
const totalTimeoutMs = 300_000;
const defaultMaxBytes = 64 * 2 ** 20;

/**
 * Statuses after which a search engine may keep the connection open but never respond on it again, because it does not
 * read the rest of a request that it found too long (docs/engines.md, "Long requests").
 */
const leavesDead: ReadonlySet<number> = new Set([400, 413, 414, 431]);

/** Servers accept requests up to this many characters, so the connection can be reused after a 400. */
const smallHead = 2_000;
const smallBody = 65_536;

/** Opens up to six keep-alive connections to an endpoint's server, on demand. Credentials go only to its own origin. */
export function openHttpClient(endpoint: Endpoint, options: HttpClientOptions = {}): HttpClient {
  const base = new URL(endpoint.url);
  const prefix = withoutTrailing(base.pathname, '/');
  // A body becomes one string, and V8 limits strings to half a gibibyte.
  const maxBytes = Math.min(options.maxBytes ?? defaultMaxBytes, constants.MAX_STRING_LENGTH);
  const total = options.totalTimeoutMs ?? totalTimeoutMs;
  const mostRedirects = options.mostRedirects ?? redirectLimit;
  const from = options.from ?? 'local';
  const waiting: RequestContext = { endpoint, from, stage: 'waiting' };
  const reading: RequestContext = { endpoint, from, stage: 'reading' };
  let known = endpoint;
  const noteDigest = (): void => {
    const { auth } = endpoint;
    if (auth.type === 'basic') known = { ...endpoint, auth: { ...auth, scheme: 'digest' } };
    options.onDigest?.();
  };
  const login = loginOf(endpoint, noteDigest, options.isDigest);
  const underWay = new Set<RequestDeadline>();
  let transport: { readonly connector: Connector; readonly connections: ConnectionPool } | undefined;
  let closed = false;

  function openedTransport() {
    if (transport === undefined) {
      const connector = connectorTo(endpoint, options);
      // undici accepts only whole milliseconds.
      const limit = Math.ceil(options.answerTimeoutMs ?? answerTimeoutMs);
      const limits = { headersTimeout: limit, bodyTimeout: limit };
      transport = { connector, connections: openConnectionPool(connector, base, mostConnections, limits) };
    }
    return transport;
  }

  async function ask(
    request: HttpRequest,
    path: string,
    signal: AbortSignal,
    authorization: string | undefined,
    fresh = false,
  ): Promise<HttpResponse> {
    const { connector, connections } = openedTransport();
    const headers = requestHeaders(endpoint, request, authorization);
    const connection = await connections.take(signal, fresh);
    let response: Dispatcher.ResponseData;
    try {
      response = await connection.client.request({
        method: request.method,
        path: connector.relay === undefined ? path : base.origin + path,
        headers:
          connector.relay?.authorization === undefined
            ? headers
            : { ...headers, 'proxy-authorization': connector.relay.authorization },
        body: request.body ?? null,
        // Otherwise undici closes the connection after each GET with a body.
        reset: false,
        signal,
      });
    } catch (error) {
      connection.drop();
      if (mayAskAgain(request, connection, error)) return ask(request, path, signal, authorization, true);
      const expired = connector.expiredClient();
      throw describeError(error, expired === undefined ? waiting : { ...waiting, expired });
    }
    const isSmall = lengthOf(path, headers) <= smallHead && (request.body?.length ?? 0) <= smallBody;
    const answer = await receive(connection, response, isSmall, request);
    if (answer.status === 407 && connector.relay !== undefined) {
      throw refusedByProxy(waiting, connector.relay.url.origin, answer.status);
    }
    return connector.relay === undefined ? answer : { ...answer, relayedBy: connector.relay.url.origin };
  }

  async function askLoggedIn(request: HttpRequest, path: string, signal: AbortSignal): Promise<HttpResponse> {
    const answer = await ask(request, path, signal, login.before(request.method, path));
    const retry = login.after(answer, request.method, path);
    if (retry === undefined) return answer;
    const second = await ask(request, path, signal, retry.authorization);
    retry.settle(second.status);
    return second;
  }

  async function receive(
    connection: PooledConnection,
    response: Dispatcher.ResponseData,
    isSmall: boolean,
    { onBytes, readAs }: HttpRequest,
  ): Promise<HttpResponse> {
    const headers = joined(response.headers);
    try {
      const encoding = isBodiless(response.statusCode, headers) ? undefined : headers['content-encoding'];
      if (readAs !== undefined && isSuccess({ status: response.statusCode })) {
        const body = await readBodyAs(response.body, encoding, readAs);
        connection.drop();
        return { status: response.statusCode, headers, body };
      }
      const body = await readBody(response.body, encoding, maxBytes, onBytes);
      const isOfContent = response.statusCode === 400 && isSmall;
      if (leavesDead.has(response.statusCode) && !isOfContent) connection.drop();
      else connection.release();
      return { status: response.statusCode, headers, body };
    } catch (error) {
      connection.drop();
      if (!(error instanceof UnreadableBody)) throw describeError(error, reading);
      throw error.why === 'tooLarge' ? tooLarge(reading, maxBytes) : unreadableEncoding(reading);
    }
  }

  async function follow(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    let path = prefix + checked(request.path);
    for (let redirects = 0; ; redirects++) {
      const answer = await askLoggedIn(request, path, signal);
      const target = redirectOf(answer, base.origin + path, serverNameOf(endpoint).origin);
      if (target === undefined) return answer;
      if (request.method !== 'GET' || target.origin !== base.origin || redirects === mostRedirects) {
        throw redirectedBy(endpoint, answer.status, target, redirects === mostRedirects);
      }
      path = target.pathname + target.search;
    }
  }

  return {
    get endpoint() {
      return known;
    },
    async request(request) {
      if (closed || request.signal?.aborted) throw canceledFailure();
      const deadline = startRequestDeadline(total, request.signal);
      underWay.add(deadline);
      try {
        return await follow(request, deadline.signal);
      } catch (error) {
        if (deadline.hasPassed()) throw timedOut(reading, total);
        if (deadline.signal.aborted) throw canceledFailure();
        throw describeError(error, waiting);
      } finally {
        deadline.release();
        underWay.delete(deadline);
      }
    },
    async close() {
      closed = true;
      for (const deadline of underWay) deadline.cancel();
      await transport?.connections.close();
    },
  };
}

/** Refuses paths that the server would read in another way: with dot segments, which servers resolve, or `\`. */
function checked(path: string): string {
  const [name = ''] = path.split('?');
  const segments = name.split('/').map((segment) => segment.replace(/%2e/gi, '.'));
  if (!/^\/[\x21\x22\x24-\x5b\x5d-\x7e]*$/.test(path) || segments.includes('.') || segments.includes('..')) {
    throw invalidFailure(l10n.t('This name cannot be part of a URL.'), l10n.t('Use another name.'));
  }
  return path;
}

/**
 * Whether a request on a reused connection that turned out to be closed can be sent again: it was not sent, or sending
 * it twice does no harm. That holds for a GET even if the response had started (RFC 9110, section 9.2.2).
 */
function mayAskAgain(
  { method, repeatable = method === 'GET' }: HttpRequest,
  used: PooledConnection,
  error: unknown,
): boolean {
  const lost = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));
  return used.reused && lost && (repeatable || !used.wasWritten());
}

/** A response without a body may still name an encoding, but an empty body is not valid gzip. */
const isBodiless = (status: number, headers: HttpResponse['headers']): boolean =>
  status === 204 || status === 304 || headers['content-length'] === '0';

/** The length of a request's head. */
function lengthOf(path: string, headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, path.length);
}

function joined(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Longer than browsers accept, and too long to show. */
const longestAddress = 2_000;

/**
 * Where a response redirects to, without credentials and fragment.
 *
 * @param asked the full URL of the request
 * @param named the origin that the request named in its `Host`. The server uses it for itself; requests still go to
 * ours
 * @returns undefined if it is not a redirect, or its address cannot be parsed
 */
export function redirectOf({ status, headers }: HttpResponse, asked: string, named: string): URL | undefined {
  if (!redirectStatuses.has(status) || headers.location === undefined || !URL.canParse(headers.location, asked)) {
    return undefined;
  }
  const target = new URL(headers.location, asked);
  target.username = '';
  target.password = '';
  target.hash = '';
  const here = new URL(asked);
  if (target.origin === named) target.port = here.port;
  // Applies even if the scheme or port differs, as with https.
  if (target.hostname === new URL(named).hostname) target.hostname = here.hostname;
  return target;
}

/** A redirect that is not followed: to another origin, of a request other than GET, or one too many. */
export function redirectedBy(endpoint: Endpoint, status: number, target: URL, tooMany: boolean): RequestFailure {
  const base = new URL(endpoint.url);
  const betterUrl = upgradeOf(base, target);
  return new RequestFailure({
    kind: 'redirected',
    ...(betterUrl !== undefined
      ? {
          sentence: l10n.t('{0} redirects to HTTPS.', base.origin),
          nextStep: changeUrlTo(betterUrl),
          betterUrl,
        }
      : target.origin === base.origin
        ? {
            sentence: tooMany
              ? l10n.t('{0} redirects too many times.', base.origin)
              : l10n.t('{0} redirects a request that cannot be redirected.', base.origin),
            nextStep: l10n.t('Check the path of the URL.'),
          }
        : {
            sentence: l10n.t('{0} redirects to another server, possibly to a login page.', base.origin),
            nextStep: l10n.t(
              'Use an API address that accepts credentials directly, or change the URL of the endpoint.',
            ),
          }),
    status,
    ...(isAddress(target) ? { location: target.href } : {}),
  });
}

/** The endpoint's URL with https, if the same host redirects there. The path stays the endpoint's. */
function upgradeOf(base: URL, target: URL): string | undefined {
  if (base.protocol !== 'http:' || target.protocol !== 'https:' || target.hostname !== base.hostname) return undefined;
  return withoutTrailing(target.origin + base.pathname, '/');
}

const isAddress = ({ protocol, href }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && href.length <= longestAddress;
