import { numberText } from '../../../l10n/numbers';
import { deniedEscapes } from '../api/encodedCharacters';
import type { Middleware } from '../model/model';
import type { Version } from '../model/versions';
import { hasChange, versionChanges } from '../model/versions';
import { escapedPath, hasControls, unescaped } from '../rules/goPath';
import { blockOf, isIn } from '../rules/hosts';
import { compilePattern, type Pattern } from '../rules/pattern';
import type { Effort } from '../rules/seen';
import { bytesOf, textOf } from '../rules/target';
import type { Passing } from './servedRequest';
import { type ServedSettings, settingsOf } from './servedSettings';
import { addressText, cleaned, type GoUrl, parseAddress, targetText } from './servedUrl';

/** What becomes of a request in one middleware. */
type Step =
  | {
      readonly kind: 'passes';
      readonly request: Passing;
      /** Whether it may be refused after all, by what is not known here. */
      readonly mayRefuse?: boolean | undefined;
    }
  /** The middleware answers itself, and nothing behind it sees the request. */
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly location?: string | undefined;
      /** A part of a sentence; holds server text. */
      readonly why?: string | undefined;
    }
  | { readonly kind: 'notCertain'; readonly why: string };

/**
 * What a middleware does to a request, as far as path, host and scheme go, and whether it answers itself, as far as that is known: what
 * authentication says is not.
 *
 * @param effort what regular expressions may still do for this request
 * @see https://github.com/traefik/traefik/tree/v3.7/pkg/middlewares
 */
export function stepThrough(
  middleware: Middleware,
  request: Passing,
  version: Version | undefined,
  effort: Effort,
): Step {
  const { type, isPlugin } = middleware;
  if (isPlugin) return notCertain('it is a plugin, which may change anything');
  if (type === undefined) return notCertain('nothing is known of what it does');
  if (LEAVE_THE_PATH.has(type)) return { kind: 'passes', request, mayRefuse: GUARDS.has(type) };
  const step = steps.get(type);
  const settings = settingsOf(middleware);
  if (step === undefined) return notCertain(`what ${type} does is not worked out here`);
  if (settings === undefined || middleware.unread.length > 0) return notCertain('its settings are not understood');
  const next = step(settings, request, version, effort);
  const isLong = next.kind === 'passes' && next.request.target.length + next.request.host.length > LONGEST;
  return isLong ? notCertain(TOO_LONG) : next;
}

/** Characters of a target or an address: servers take about 8,000. */
const LONGEST = 20_000;
const TOO_LONG = 'what comes of it is longer than servers take';

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

type Do = (settings: ServedSettings, request: Passing, version: Version | undefined, effort: Effort) => Step;

const doing: Readonly<Record<string, Do>> = {
  addPrefix: ({ addPrefix }, request) => {
    const prefix = bytesOf(addPrefix?.prefix ?? '');
    if (prefix === '') return notCertain('it has no prefix');
    const { path, rawPath, query } = request.url;
    return passes(request, {
      path: slashed(prefix + path),
      rawPath: rawPath === '' ? '' : slashed(prefix + rawPath),
      query,
    });
  },
  stripPrefix: ({ stripPrefix }, request, version) => {
    const written = stripPrefix?.prefixes ?? [];
    const found = (prefixes: readonly string[]) =>
      prefixes.map(bytesOf).find((one) => request.url.path.startsWith(one));
    const [asWritten, trimmed] = [found(written), found(written.map((prefix) => prefix.trim()))];
    const trims = hasChange(version, versionChanges.cleansStripped);
    if (trims === undefined && asWritten !== trimmed) return notCertain(UNKNOWN_VERSION);
    const prefix = trims === false ? asWritten : trimmed;
    if (prefix === undefined) return { kind: 'passes', request };
    return withoutPrefix(request, prefix, { forceSlash: stripPrefix?.forceSlash === true }, version);
  },
  stripPrefixRegex: ({ stripPrefixRegex }, request, version, effort) => {
    const path = textOf(request.url.path);
    if (path === undefined) return notCertain('the path is no UTF-8');
    for (const expression of stripPrefixRegex?.regex ?? []) {
      const pattern = patternWithin(effort, expression.trim(), path);
      if (pattern === undefined) return notCertain('its regular expression is not understood');
      const prefix = pattern.find(path);
      if (prefix === undefined || prefix === '' || !path.startsWith(prefix)) continue;
      return withoutPrefix(request, bytesOf(prefix), { isMatched: true }, version);
    }
    return { kind: 'passes', request };
  },
  replacePath: ({ replacePath }, request) => replaced(request, bytesOf(replacePath?.path ?? '')),
  replacePathRegex: ({ replacePathRegex }, request, version, effort) => {
    const current = textOf(request.url.rawPath || escapedPath(request.url));
    const pattern = patternWithin(effort, (replacePathRegex?.regex ?? '').trim(), current ?? '');
    if (pattern === undefined || current === undefined) return notCertain('its regular expression is not understood');
    if (!pattern.test(current)) return { kind: 'passes', request };
    const replacement = (replacePathRegex?.replacement ?? '').trim();
    if (replacement === '') {
      const replaces = hasChange(version, versionChanges.replacesWithNothing);
      if (replaces === false) return { kind: 'passes', request };
    }
    const written = pattern.replace(current, replacement, LONGEST);
    if (written === undefined) return notCertain(TOO_LONG);
    const step = replaced(request, bytesOf(written));
    if (step.kind !== 'passes') return step;
    const refuses = hasChange(version, versionChanges.refusesReplaced);
    const checked = checkedAfter(step.request, refuses, refuses);
    // The target was written before the path is cleaned.
    return checked.kind === 'passes'
      ? { kind: 'passes', request: { ...checked.request, target: step.request.target } }
      : checked;
  },
  redirectScheme: ({ redirectScheme }, request) => {
    const { scheme = '', port = '', permanent = false, forcePermanentRedirect = false } = redirectScheme ?? {};
    if (scheme === '') return notCertain('it has no scheme');
    const isUsual = (scheme === 'http' && port === '80') || (scheme === 'https' && port === '443');
    const newPort = port === '' || isUsual ? '' : `:${port}`;
    // A bracketed IPv6 address with a port loses its brackets in Traefik: what comes of that is not worked out here.
    const [, host, oldPort] = /^([^:[\]]*)(:\d*)?$/.exec(request.host) ?? [];
    if (host === undefined) return notCertain('the host is an IPv6 address');
    const go = (proto: string | undefined): Step => {
      const from = protoOf(proto) ?? (request.isTls ? 'https' : 'http');
      const isNeedless = (from === 'http' && oldPort === ':80') || (from === 'https' && oldPort === ':443');
      const old = `${from}://${host}${isNeedless ? '' : (oldPort ?? '')}${request.target}`;
      const [, , name = '', , rest = ''] = URI_PATTERN.exec(old) ?? [];
      const location = `${bytesOf(scheme)}://${name}${newPort}${rest}`;
      return redirected(request, old, location, statusOf(request, permanent, forcePermanentRedirect ? 308 : undefined));
    };
    if (request.proto !== undefined) return go(request.proto);
    const [trusted, other] = [go('https'), go('http')];
    return trusted.kind === other.kind ? trusted : notCertain('it depends on whether X-Forwarded-Proto is trusted');
  },
  redirectRegex: ({ redirectRegex }, request, _version, effort) => {
    const { regex = '', replacement = '', permanent = false, statusCode } = redirectRegex ?? {};
    const old = textOf(`${request.isTls ? 'https' : 'http'}://${request.host}${request.target}`);
    const pattern = patternWithin(effort, regex, old ?? '');
    if (pattern === undefined || old === undefined) return notCertain('its regular expression is not understood');
    if (!pattern.test(old)) return { kind: 'passes', request };
    const location = pattern.replace(old, replacement, LONGEST);
    if (location === undefined) return notCertain(TOO_LONG);
    return redirected(request, bytesOf(old), bytesOf(location), statusOf(request, permanent, statusCode));
  },
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
function throughList(list: ServedSettings['ipAllowList'], request: Passing): Step {
  if (list === undefined) return notCertain('its settings are not understood');
  const { sourceRange, rejectStatusCode, ipStrategy = {} } = list;
  const blocks = sourceRange.map(blockOf);
  const { client } = request;
  const isAsConnected = Object.keys(ipStrategy).length === 0;
  if (client === undefined || !isAsConnected || blocks.length === 0 || blocks.includes(undefined)) {
    return { kind: 'passes', request, mayRefuse: true };
  }
  if (blocks.some((block) => block !== undefined && isIn(block, client))) return { kind: 'passes', request };
  const shown = sourceRange.slice(0, MOST_RANGES).join(', ');
  const more = sourceRange.length > MOST_RANGES ? ` and ${numberText(sourceRange.length - MOST_RANGES)} more` : '';
  return { kind: 'answers', status: rejectStatusCode, why: `it lets only ${shown}${more} in` };
}

/** The names of types are the server's: they may be those of an object's own members. */
const steps: ReadonlyMap<string, Do> = new Map(Object.entries(doing));

/** What compiling takes for each instruction, in the unit of `Effort`, and what testing and then replacing takes for each and each character. */
const COMPILING = 250;
const ASKING = 20;

/** A pattern, where it and its use are no more than the effort that is left; undefined also where it cannot be read. */
function patternWithin(effort: Effort, expression: string, subject: string): Pattern | undefined {
  if (effort.left <= 0) return undefined;
  const pattern = compilePattern(expression);
  const size = pattern?.size ?? expression.length;
  const work = size * (COMPILING + ASKING * subject.length);
  if (work > effort.left) return undefined;
  effort.left -= work;
  return pattern;
}

/** As redirectScheme takes an address apart; what it is given is written by us, so a hostile text cannot hold it up. */
const URI_PATTERN = /^(https?:\/\/)?(\[[\w:.]+\]|[\w._-]+)?(:\d+)?(.*)$/s;

function protoOf(proto: string | undefined): 'http' | 'https' | undefined {
  switch (proto?.toLowerCase()) {
    case 'http':
    case 'ws':
      return 'http';
    case 'https':
    case 'wss':
      return 'https';
    default:
      return undefined;
  }
}

function statusOf({ method }: Passing, permanent: boolean, own: number | undefined): number {
  if (own !== undefined) return own;
  if (method === 'GET') return permanent ? 301 : 302;
  return permanent ? 308 : 307;
}

function redirected(request: Passing, old: string, location: string, status: number): Step {
  const address = parseAddress(location);
  if (address === 'error') return { kind: 'answers', status: 502 };
  if (address === 'unsure') return notCertain('where it redirects to is not worked out here');
  if (location !== old) return { kind: 'answers', status, location: addressText(address) };
  return passes(request, address);
}

function replaced(request: Passing, rawPath: string): Step {
  const path = unescaped(rawPath);
  if (path === undefined) return { kind: 'answers', status: 500 };
  return passes(request, { path, rawPath, query: request.url.query });
}

/**
 * The request without a prefix, decoded, of its path.
 *
 * @param isMatched whether a regular expression found the prefix: older versions cut encoded paths each in their way
 */
function withoutPrefix(
  request: Passing,
  prefix: string,
  { forceSlash = false, isMatched = false }: { readonly forceSlash?: boolean; readonly isMatched?: boolean },
  version: Version | undefined,
): Step {
  // It goes on in a header, in which Go sends no such characters: its proxy then answers 500, unless something else answers before.
  if (hasControls(prefix.replaceAll('\t', ''))) {
    return notCertain('what it cuts out cannot be sent on in X-Forwarded-Prefix');
  }
  const { path, rawPath, query } = request.url;
  const rest = (text: string): string => (forceSlash ? `/${text.replace(/^\//, '')}` : slashed(text));
  const measures = hasChange(version, versionChanges.measuresEncodedPrefix);
  const cut = (isMeasured: boolean): string => {
    if (isMeasured) return rawPath.slice(encodedLength(rawPath, prefix.length));
    return isMatched || rawPath.startsWith(prefix) ? rawPath.slice(prefix.length) : rawPath;
  };
  if (measures === undefined && cut(true) !== cut(false)) return notCertain(UNKNOWN_VERSION);
  const url: GoUrl = {
    path: rest(path.slice(prefix.length)),
    rawPath: rawPath === '' ? '' : rest(cut(measures !== false)),
    query,
  };
  return checkedAfter(
    passing(request, url),
    hasChange(version, versionChanges.cleansStripped),
    hasChange(version, versionChanges.refusesStripped),
  );
}

/**
 * What becomes of a path that a middleware made: versions pass it on as it is, or clean it, or answer 400 where that changes it. Undefined where
 * this one's way is not known.
 */
function checkedAfter(request: Passing, cleans: boolean | undefined, refuses: boolean | undefined): Step {
  if (request.url.path === '') return { kind: 'passes', request };
  const url = cleaned(request.url);
  const isClean = url.path === request.url.path;
  if (cleans === false) return { kind: 'passes', request };
  if (refuses === true && !isClean) return { kind: 'answers', status: 400 };
  const isKnown = cleans !== undefined && refuses !== undefined;
  return isKnown || (isClean && targetText(url) === request.target)
    ? passes(request, url)
    : notCertain(UNKNOWN_VERSION);
}

const UNKNOWN_VERSION = 'versions of Traefik differ in how they treat such a path, and which one this is, is not known';

/** How many bytes of a written path stand for that many decoded ones. */
function encodedLength(rawPath: string, decoded: number): number {
  let at = 0;
  for (let count = 0; at < rawPath.length && count < decoded; count++) {
    at += rawPath[at] === '%' && at + 2 < rawPath.length ? 3 : 1;
  }
  return at;
}

function passes(request: Passing, url: GoUrl): Step {
  return { kind: 'passes', request: passing(request, url) };
}

/** Also an address becomes what is left of it in a request's target. */
function passing(request: Passing, { path, rawPath, query }: GoUrl): Passing {
  const url = { path, rawPath, query };
  return { ...request, url, target: targetText(url) };
}

function slashed(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

function notCertain(why: string): Step {
  return { kind: 'notCertain', why };
}
