import { hasChange, type TraefikVersion, versionChanges } from '../model/versions';
import { escapedPath, hasControls, unescaped } from '../rules/goPath';
import { bytesOf, textOf } from '../rules/requestTarget';
import { cleanedUrl, type GoUrl, targetText } from './goUrl';
import {
  type EffectOf,
  LONGEST_URL_TEXT,
  type MiddlewareEffect,
  notCertain,
  passes,
  passing,
  patternWithin,
  URL_TOO_LONG,
} from './middlewareEffect';
import type { PassingRequest } from './passingRequest';

/** Middlewares that rewrite the path of a request. */
export const rewrites: Readonly<Record<string, EffectOf>> = {
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
    const written = pattern.replace(current, replacement, LONGEST_URL_TEXT);
    if (written === undefined) return notCertain(URL_TOO_LONG);
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
  request: PassingRequest,
  prefix: string,
  { forceSlash = false, isMatched = false }: { readonly forceSlash?: boolean; readonly isMatched?: boolean },
  version: TraefikVersion | undefined,
): MiddlewareEffect {
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

function slashed(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}
