import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { plural } from '../../../l10n/plural';
import { deniedEscapes } from '../api/entryPoints';
import type { Middleware } from '../model/model';
import type { TraefikVersion } from '../model/versions';
import { ipBlockOf, isInIpBlock } from '../rules/hosts';
import type { PatternEffort } from '../rules/normalizedRequest';
import { bytesOf, escapedPath } from '../rules/requestTarget';
import {
  type EffectOf,
  longestUrlText,
  type MiddlewareEffect,
  type MiddlewareEffectSettings,
  middlewareEffectSettings,
  notCertain,
  urlTooLong,
} from './middlewareEffect';
import type { PassingRequest } from './normalizeRequest';
import { redirectEffects, rewriteEffects } from './rewriteEffects';

/**
 * The effect of a middleware on the path, host and scheme of a request, and whether it responds itself, as far as that
 * is known: the outcome of authentication is not.
 *
 * @param effort the effort left for regular expressions for this request
 * @see https://github.com/traefik/traefik/tree/v3.7/pkg/middlewares
 */
export function applyMiddleware(
  middleware: Middleware,
  request: PassingRequest,
  version: TraefikVersion | undefined,
  effort: PatternEffort,
): MiddlewareEffect {
  const { type, isPlugin } = middleware;
  if (isPlugin) return notCertain(l10n.t('This middleware is a plugin, which can change anything.'));
  if (type === undefined) return notCertain(l10n.t('The type of this middleware is unknown.'));
  if (leaveThePath.has(type)) return { kind: 'passes', request, mayRefuse: guards.has(type) };
  const step = steps.get(type);
  const settings = middlewareEffectSettings(middleware);
  if (step === undefined) return notCertain(l10n.t('Middlewares of type {0} are not evaluated.', type));
  if (settings === undefined || middleware.unread.length > 0) return notCertain(unreadSettings());
  const next = step(settings, request, version, effort);
  const isLong = next.kind === 'passes' && next.request.target.length + next.request.host.length > longestUrlText;
  return isLong ? notCertain(urlTooLong()) : next;
}

function unreadSettings(): string {
  return l10n.t('The settings of this middleware could not be read.');
}

/** Middlewares that pass a request on unchanged, if they pass it on at all. */
const leaveThePath: ReadonlySet<string> = new Set([
  'basicAuth',
  'buffering',
  'circuitBreaker',
  'compress',
  'contentType',
  'digestAuth',
  'errors',
  'forwardAuth',
  'grpcWeb',
  'inFlightReq',
  'passTLSClientCert',
  'rateLimit',
  'responseHeaderModifier',
  'retry',
]);

/** Those of them that authenticate. */
const guards: ReadonlySet<string> = new Set(['basicAuth', 'digestAuth', 'forwardAuth']);

/** Middlewares that refuse a request, or change its headers. */
const others: Readonly<Record<string, EffectOf>> = {
  encodedCharacters: ({ encodedCharacters: allowed }, request) => {
    if (allowed === undefined) return notCertain(unreadSettings());
    const path = escapedPath(request.url).toUpperCase();
    const denied = deniedEscapes(allowed).filter((text) => path.includes(text));
    if (denied.length === 0) return { kind: 'passes', request };
    return { kind: 'answers', status: 400, why: l10n.t('This middleware denies {0} in paths.', allOf(denied)) };
  },
  ipAllowList: ({ ipAllowList }, request) => throughList(ipAllowList, request),
  ipWhiteList: ({ ipWhiteList }, request) =>
    throughList(ipWhiteList && { ...ipWhiteList, rejectStatusCode: 403 }, request),
  headers: ({ headers }, request) => {
    if (headers === undefined) return notCertain(unreadSettings());
    if (headers.sslRedirect || headers.sslTemporaryRedirect || headers.sslForceHost || headers.sslHost !== '') {
      return notCertain(l10n.t('This middleware may redirect to HTTPS.'));
    }
    const answersPreflights =
      headers.accessControlAllowMethods.length > 0 ||
      headers.accessControlAllowHeaders.length > 0 ||
      headers.accessControlAllowOriginList.length > 0 ||
      headers.accessControlAllowOriginListRegex.length > 0;
    if (answersPreflights && request.method === 'OPTIONS') {
      return notCertain(l10n.t('This middleware may answer the request as a CORS preflight.'));
    }
    let { host, proto } = request;
    for (const [name, value] of Object.entries(headers.customRequestHeaders)) {
      if (name.toLowerCase() === 'host' && value !== '') host = bytesOf(value);
      if (name.toLowerCase() === 'x-forwarded-proto') proto = value;
    }
    return { kind: 'passes', request: { ...request, host, proto } };
  },
};

/** The most allowed ranges that a sentence names. */
const mostRanges = 3;

/** A list of allowed addresses. With `ipStrategy` it checks the client's address as reported by a proxy in front. */
function throughList(list: MiddlewareEffectSettings['ipAllowList'], request: PassingRequest): MiddlewareEffect {
  if (list === undefined) return notCertain(unreadSettings());
  const { sourceRange, rejectStatusCode, ipStrategy = {} } = list;
  const blocks = sourceRange.map(ipBlockOf);
  const { client } = request;
  const isAsConnected = Object.keys(ipStrategy).length === 0;
  if (client === undefined || !isAsConnected || blocks.length === 0 || blocks.includes(undefined)) {
    return { kind: 'passes', request, mayRefuse: true };
  }
  if (blocks.some((block) => block !== undefined && isInIpBlock(block, client))) return { kind: 'passes', request };
  const shown = sourceRange.slice(0, mostRanges).join(', ');
  const more = sourceRange.length - mostRanges;
  const why =
    more > 0
      ? plural(
          more,
          { one: 'Allowed addresses: {1}, and {0} more range.', other: 'Allowed addresses: {1}, and {0} more ranges.' },
          shown,
        )
      : l10n.t('Allowed addresses: {0}.', shown);
  return { kind: 'answers', status: rejectStatusCode, why };
}

/** A map, because types are server text: a type may have the name of a member of every object. */
const steps: ReadonlyMap<string, EffectOf> = new Map(
  Object.entries({ ...rewriteEffects, ...redirectEffects, ...others }),
);
