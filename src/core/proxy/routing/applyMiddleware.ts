import { numberText } from '../../../l10n/numbers';
import { deniedEscapes } from '../api/encodedCharacters';
import type { Middleware } from '../model/model';
import type { TraefikVersion } from '../model/versions';
import { escapedPath } from '../rules/goPath';
import { ipBlockOf, isInIpBlock } from '../rules/hosts';
import type { PatternEffort } from '../rules/normalizedRequest';
import { bytesOf } from '../rules/requestTarget';
import { type EffectOf, LONGEST_URL_TEXT, type MiddlewareEffect, notCertain, URL_TOO_LONG } from './middlewareEffect';
import { type MiddlewareEffectSettings, middlewareEffectSettings } from './middlewareSettings';
import type { PassingRequest } from './passingRequest';
import { redirects } from './redirectEffects';
import { rewrites } from './rewriteEffects';

/**
 * What a middleware does to a request, as far as path, host and scheme go, and whether it answers itself, as far as that is known: what
 * authentication says is not.
 *
 * @param effort what regular expressions may still do for this request
 * @see https://github.com/traefik/traefik/tree/v3.7/pkg/middlewares
 */
export function applyMiddleware(
  middleware: Middleware,
  request: PassingRequest,
  version: TraefikVersion | undefined,
  effort: PatternEffort,
): MiddlewareEffect {
  const { type, isPlugin } = middleware;
  if (isPlugin) return notCertain('it is a plugin, which may change anything');
  if (type === undefined) return notCertain('nothing is known of what it does');
  if (LEAVE_THE_PATH.has(type)) return { kind: 'passes', request, mayRefuse: GUARDS.has(type) };
  const step = steps.get(type);
  const settings = middlewareEffectSettings(middleware);
  if (step === undefined) return notCertain(`what ${type} does is not worked out here`);
  if (settings === undefined || middleware.unread.length > 0) return notCertain('its settings are not understood');
  const next = step(settings, request, version, effort);
  const isLong = next.kind === 'passes' && next.request.target.length + next.request.host.length > LONGEST_URL_TEXT;
  return isLong ? notCertain(URL_TOO_LONG) : next;
}

/** Middlewares that let a request pass as it is, if they let it pass. */
const LEAVE_THE_PATH: ReadonlySet<string> = new Set([
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

/** Of these what asks who somebody is. */
const GUARDS: ReadonlySet<string> = new Set(['basicAuth', 'digestAuth', 'forwardAuth']);

/** Middlewares that refuse a request, or change its headers. */
const others: Readonly<Record<string, EffectOf>> = {
  encodedCharacters: ({ encodedCharacters: allowed }, request) => {
    if (allowed === undefined) return notCertain('its settings are not understood');
    const path = escapedPath(request.url).toUpperCase();
    const denied = deniedEscapes(allowed).filter((text) => path.includes(text));
    if (denied.length === 0) return { kind: 'passes', request };
    return { kind: 'answers', status: 400, why: `it denies ${denied.join(' and ')} in paths` };
  },
  ipAllowList: ({ ipAllowList }, request) => throughList(ipAllowList, request),
  ipWhiteList: ({ ipWhiteList }, request) =>
    throughList(ipWhiteList && { ...ipWhiteList, rejectStatusCode: 403 }, request),
  headers: ({ headers }, request) => {
    if (headers === undefined) return notCertain('its settings are not understood');
    if (headers.sslRedirect || headers.sslTemporaryRedirect || headers.sslForceHost || headers.sslHost !== '') {
      return notCertain('it may redirect to https');
    }
    const answersPreflights =
      headers.accessControlAllowMethods.length > 0 ||
      headers.accessControlAllowHeaders.length > 0 ||
      headers.accessControlAllowOriginList.length > 0 ||
      headers.accessControlAllowOriginListRegex.length > 0;
    if (answersPreflights && request.method === 'OPTIONS') return notCertain('it may answer it as a CORS preflight');
    let { host, proto } = request;
    for (const [name, value] of Object.entries(headers.customRequestHeaders)) {
      if (name.toLowerCase() === 'host' && value !== '') host = bytesOf(value);
      if (name.toLowerCase() === 'x-forwarded-proto') proto = value;
    }
    return { kind: 'passes', request: { ...request, host, proto } };
  },
};

/** Ranges of addresses that are told where one refuses. */
const MOST_RANGES = 3;

/** A list of addresses that are let in. It looks at what a proxy in front says of the client where it is set to. */
function throughList(list: MiddlewareEffectSettings['ipAllowList'], request: PassingRequest): MiddlewareEffect {
  if (list === undefined) return notCertain('its settings are not understood');
  const { sourceRange, rejectStatusCode, ipStrategy = {} } = list;
  const blocks = sourceRange.map(ipBlockOf);
  const { client } = request;
  const isAsConnected = Object.keys(ipStrategy).length === 0;
  if (client === undefined || !isAsConnected || blocks.length === 0 || blocks.includes(undefined)) {
    return { kind: 'passes', request, mayRefuse: true };
  }
  if (blocks.some((block) => block !== undefined && isInIpBlock(block, client))) return { kind: 'passes', request };
  const shown = sourceRange.slice(0, MOST_RANGES).join(', ');
  const more = sourceRange.length > MOST_RANGES ? ` and ${numberText(sourceRange.length - MOST_RANGES)} more` : '';
  return { kind: 'answers', status: rejectStatusCode, why: `it lets only ${shown}${more} in` };
}

/** The names of types are the server's: they may be those of an object's own members. */
const steps: ReadonlyMap<string, EffectOf> = new Map(Object.entries({ ...rewrites, ...redirects, ...others }));
