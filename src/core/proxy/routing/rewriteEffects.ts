import * as l10n from '@vscode/l10n';
import { hasChange, type TraefikVersion, versionChanges } from '../model/versions';
import { bytesOf, decodedPercents, escapedPath, hasControls, utf8TextOf } from '../rules/requestTarget';
import {
  type EffectOf,
  longestUrlText,
  type MiddlewareEffect,
  notCertain,
  passedOn,
  patternWithin,
  unreadPattern,
  urlTooLong,
  withUrl,
} from './middlewareEffect';
import { addressText, cleanedUrl, type GoUrl, type PassingRequest, parseAddress, targetText } from './normalizeRequest';

/** Middlewares that rewrite the path of a request. */
export const rewriteEffects: Readonly<Record<string, EffectOf>> = {
  addPrefix: ({ addPrefix }, request) => {
    const prefix = bytesOf(addPrefix?.prefix ?? '');
    if (prefix === '') return notCertain(l10n.t('The prefix is empty.'));
    const { path, rawPath, query } = request.url;
    return passedOn(request, {
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
    if (trims === undefined && asWritten !== trimmed) return notCertain(unknownVersion());
    const prefix = trims === false ? asWritten : trimmed;
    if (prefix === undefined) return { kind: 'passes', request };
    return withoutPrefix(request, prefix, { forceSlash: stripPrefix?.forceSlash === true }, version);
  },
  stripPrefixRegex: ({ stripPrefixRegex }, request, version, effort) => {
    const path = utf8TextOf(request.url.path);
    if (path === undefined) return notCertain(l10n.t('The path is not valid UTF-8.'));
    for (const expression of stripPrefixRegex?.regex ?? []) {
      const pattern = patternWithin(effort, expression.trim(), path);
      if (pattern === undefined) return notCertain(unreadPattern());
      const prefix = pattern.find(path);
      if (prefix === undefined || prefix === '' || !path.startsWith(prefix)) continue;
      return withoutPrefix(request, bytesOf(prefix), { isMatched: true }, version);
    }
    return { kind: 'passes', request };
  },
  replacePath: ({ replacePath }, request) => replaced(request, bytesOf(replacePath?.path ?? '')),
  replacePathRegex: ({ replacePathRegex }, request, version, effort) => {
    const current = utf8TextOf(request.url.rawPath || escapedPath(request.url));
    const pattern = patternWithin(effort, (replacePathRegex?.regex ?? '').trim(), current ?? '');
    if (pattern === undefined || current === undefined) return notCertain(unreadPattern());
    if (!pattern.test(current)) return { kind: 'passes', request };
    const replacement = (replacePathRegex?.replacement ?? '').trim();
    if (replacement === '') {
      const replaces = hasChange(version, versionChanges.replacesWithNothing);
      if (replaces === false) return { kind: 'passes', request };
    }
    const written = pattern.replace(current, replacement, longestUrlText);
    if (written === undefined) return notCertain(urlTooLong());
    const step = replaced(request, bytesOf(written));
    if (step.kind !== 'passes') return step;
    const refuses = hasChange(version, versionChanges.refusesReplaced);
    const checked = checkedAfter(step.request, refuses, refuses);
    // The target was written before the path is cleaned.
    return checked.kind === 'passes'
      ? { kind: 'passes', request: { ...checked.request, target: step.request.target } }
      : checked;
  },
};

function replaced(request: PassingRequest, rawPath: string): MiddlewareEffect {
  const path = decodedPercents(rawPath);
  if (path === undefined) return { kind: 'answers', status: 500 };
  return passedOn(request, { path, rawPath, query: request.url.query });
}

/**
 * The request without a prefix of its decoded path.
 *
 * @param isMatched whether a regular expression found the prefix: older versions differ in how they cut encoded paths
 */
function withoutPrefix(
  request: PassingRequest,
  prefix: string,
  { forceSlash = false, isMatched = false }: { readonly forceSlash?: boolean; readonly isMatched?: boolean },
  version: TraefikVersion | undefined,
): MiddlewareEffect {
  // The prefix is sent on in a header, where Go allows no such characters: its proxy responds with 500, unless a
  // middleware responds first.
  if (hasControls(prefix.replaceAll('\t', ''))) {
    return notCertain(l10n.t('The removed prefix contains characters that X-Forwarded-Prefix cannot contain.'));
  }
  const { path, rawPath, query } = request.url;
  const rest = (text: string): string => (forceSlash ? `/${text.replace(/^\//, '')}` : slashed(text));
  const measures = hasChange(version, versionChanges.measuresEncodedPrefix);
  const cut = (isMeasured: boolean): string => {
    if (isMeasured) return rawPath.slice(encodedLength(rawPath, prefix.length));
    return isMatched || rawPath.startsWith(prefix) ? rawPath.slice(prefix.length) : rawPath;
  };
  if (measures === undefined && cut(true) !== cut(false)) return notCertain(unknownVersion());
  const url: GoUrl = {
    path: rest(path.slice(prefix.length)),
    rawPath: rawPath === '' ? '' : rest(cut(measures !== false)),
    query,
  };
  return checkedAfter(
    withUrl(request, url),
    hasChange(version, versionChanges.cleansStripped),
    hasChange(version, versionChanges.refusesStripped),
  );
}

/**
 * The result for a path that a middleware made: depending on its version, Traefik passes it on unchanged, cleans it, or
 * responds with 400 if cleaning changes it. `cleans` and `refuses` are undefined if that is unknown.
 */
function checkedAfter(
  request: PassingRequest,
  cleans: boolean | undefined,
  refuses: boolean | undefined,
): MiddlewareEffect {
  if (request.url.path === '') return { kind: 'passes', request };
  const url = cleanedUrl(request.url);
  const isClean = url.path === request.url.path;
  if (cleans === false) return { kind: 'passes', request };
  if (refuses === true && !isClean) return { kind: 'answers', status: 400 };
  const isKnown = cleans !== undefined && refuses !== undefined;
  return isKnown || (isClean && targetText(url) === request.target)
    ? passedOn(request, url)
    : notCertain(unknownVersion());
}

function unknownVersion(): string {
  return l10n.t('Traefik versions treat this path differently, and the version is unknown.');
}

/** The number of bytes of an encoded path that represent that many decoded ones. */
function encodedLength(rawPath: string, decoded: number): number {
  let at = 0;
  for (let count = 0; at < rawPath.length && count < decoded; count++) {
    at += rawPath[at] === '%' && at + 2 < rawPath.length ? 3 : 1;
  }
  return at;
}

function slashed(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

/** Middlewares that respond with a redirect. */
export const redirectEffects: Readonly<Record<string, EffectOf>> = {
  redirectScheme: ({ redirectScheme }, request) => {
    const { scheme = '', port = '', permanent = false, forcePermanentRedirect = false } = redirectScheme ?? {};
    if (scheme === '') return notCertain(l10n.t('The redirect has no scheme.'));
    const isUsual = (scheme === 'http' && port === '80') || (scheme === 'https' && port === '443');
    const newPort = port === '' || isUsual ? '' : `:${port}`;
    // Traefik drops the brackets of an IPv6 address with a port: the result is not evaluated here.
    const [, host, oldPort] = /^([^:[\]]*)(:\d*)?$/.exec(request.host) ?? [];
    if (host === undefined) return notCertain(l10n.t('Redirects for IPv6 addresses are not evaluated.'));
    const go = (proto: string | undefined): MiddlewareEffect => {
      const from = protoOf(proto) ?? (request.isTls ? 'https' : 'http');
      const isNeedless = (from === 'http' && oldPort === ':80') || (from === 'https' && oldPort === ':443');
      const old = `${from}://${host}${isNeedless ? '' : (oldPort ?? '')}${request.target}`;
      const [, , name = '', , rest = ''] = uriPattern.exec(old) ?? [];
      const location = `${bytesOf(scheme)}://${name}${newPort}${rest}`;
      return redirected(request, old, location, statusOf(request, permanent, forcePermanentRedirect ? 308 : undefined));
    };
    if (request.proto !== undefined) return go(request.proto);
    const [trusted, other] = [go('https'), go('http')];
    return trusted.kind === other.kind
      ? trusted
      : notCertain(l10n.t('The redirect depends on whether Traefik trusts X-Forwarded-Proto.'));
  },
  redirectRegex: ({ redirectRegex }, request, _version, effort) => {
    const { regex = '', replacement = '', permanent = false, statusCode } = redirectRegex ?? {};
    const old = utf8TextOf(`${request.isTls ? 'https' : 'http'}://${request.host}${request.target}`);
    const pattern = patternWithin(effort, regex, old ?? '');
    if (pattern === undefined || old === undefined) return notCertain(unreadPattern());
    if (!pattern.test(old)) return { kind: 'passes', request };
    const location = pattern.replace(old, replacement, longestUrlText);
    if (location === undefined) return notCertain(urlTooLong());
    return redirected(request, bytesOf(old), bytesOf(location), statusOf(request, permanent, statusCode));
  },
};

/** How redirectScheme splits an address. The address is ours, so hostile text cannot make this slow. */
const uriPattern = /^(https?:\/\/)?(\[[\w:.]+\]|[\w._-]+)?(:\d+)?(.*)$/s;

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

function statusOf({ method }: PassingRequest, permanent: boolean, own: number | undefined): number {
  if (own !== undefined) return own;
  if (method === 'GET') return permanent ? 301 : 302;
  return permanent ? 308 : 307;
}

function redirected(request: PassingRequest, old: string, location: string, status: number): MiddlewareEffect {
  const address = parseAddress(location);
  if (address === 'error') return { kind: 'answers', status: 502 };
  if (address === 'unsure') return notCertain(l10n.t('The redirect target could not be evaluated.'));
  if (location !== old) return { kind: 'answers', status, location: addressText(address) };
  return passedOn(request, address);
}
