import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { jsonOrNothing } from '../base/json/parse';
import { arrayItems, objectMembers } from '../base/json/scan';
import { jobOf } from '../base/worker/job';
import type { LoggedLine, RememberedRouteQuestion } from '../proxy/routing/rememberedQuestions';
import { readAskedUrl } from '../proxy/routing/urlText';
import { dateOf } from '../search/read/hitDate';
import { documentValuesAt, sourceOf } from '../search/read/hitValues';
import { routersMeant } from './accessLogNames';
import { knownNamings, type LogNaming, namingOf, type RequestNaming, shippedTimes } from './logNamings';

/** The request of an access log's line, as a question about its router without the proxy. */
type LoggedRequest = Omit<RememberedRouteQuestion, 'endpointId'> & {
  readonly logged: LoggedLine;
  /** The names that the line's router may be listed by; empty if it names none. */
  readonly routers: readonly string[];
};

/** The most headers of a question, and their length: longer ones would not be remembered. */
const mostHeaders = 100;
const longestHeader = 10_000;

/** Shippers write these texts for a masked parameter. For headers, Traefik writes only the first. */
const maskedPattern = /REDACTED|\*{3}|x{4,}|%2A%2A%2A/i;

/** Traefik adds these itself before it writes the line. */
const added = /^(?:x-forwarded-|x-real-ip$|x-scheme$)/i;

/** The syntax of names of headers: RFC 9110, 5.1. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The request of an access log's hit. Undefined if the hit has no host or no path, and a sentence if they are not a
 * valid URL. Missing values are left out, never guessed.
 *
 * @param hit as received: JSON
 * @param paths the paths of routers' names that the user has chosen
 */
function requestInHit(hit: string, paths: readonly string[]): LoggedRequest | { readonly problem: string } | undefined {
  const source = sourceOf(hit);
  if (source === undefined) return undefined;
  const text = (path: string): string | undefined => textAt(source, path);
  for (const naming of [...paths.map(namingOf), ...knownNamings]) {
    const url = urlOf(naming.request, text);
    if (url === undefined) continue;
    const read = readAskedUrl(url);
    if ('problem' in read) return read;
    const { request } = naming;
    const [method, entryPoint, clientIp] = [text(request.method), text(request.entryPoint), clientOf(request, text)];
    const router = routerInHit(hit, paths);
    return {
      url,
      ...(method !== undefined && token.test(method) && { method }),
      ...(entryPoint !== undefined && { entryPoint }),
      ...(clientIp !== undefined && { clientIp }),
      headers: headersOf(source, request),
      alpn: [],
      logged: loggedLine(source, naming, url, router),
      routers: router === undefined ? [] : routersMeant(router),
    };
  }
  return undefined;
}

/** The first value at a path, as `textOf` reads it. */
function textAt(source: string, path: string): string | undefined {
  const [value] = documentValuesAt(source, path);
  return value === undefined ? undefined : textOf(value);
}

/** A value that is not masked; of a list the first. */
function textOf(json: string): string | undefined {
  const value = json.startsWith('[') ? arrayItems(json)[0] : json;
  const read = value === undefined ? undefined : jsonOrNothing(value);
  const text = typeof read === 'number' ? String(read) : read;
  // Traefik writes a minus for a missing value.
  return typeof text !== 'string' || text === '' || text === '-' || text === 'REDACTED' ? undefined : text;
}

function urlOf(naming: RequestNaming, text: (path: string) => string | undefined): string | undefined {
  const path = text(naming.path);
  const host = naming.host.map(text).find((one) => one !== undefined);
  if (host === undefined || path?.startsWith('/') !== true) return undefined;
  const port = text(naming.port);
  const hasPort = /:\d+$/.test(host) && (host.startsWith('[') || host.indexOf(':') === host.lastIndexOf(':'));
  const name = isIP(host) === 6 ? `[${host}]` : host;
  const written = text(naming.scheme)?.toLowerCase();
  const scheme = written === 'http' || written === 'https' ? written : text(naming.tls) && 'https';
  return `${scheme === undefined ? '' : `${scheme}://`}${name}${hasPort || port === undefined ? '' : `:${port}`}${path}`;
}

/** Only with a port is it certain that this is the address of the connection, which rules check. */
function clientOf({ client }: RequestNaming, text: (path: string) => string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+)):\d+$/.exec(text(client) ?? '') ?? [];
  const [address] = (bracketed ?? plain)?.split('%', 1) ?? [];
  return address !== undefined && isIP(address) > 0 ? address : undefined;
}

function headersOf(source: string, { headers, ownHeaders }: RequestNaming): [string, string][] {
  const own = ownHeaders.map(([name, field]) => [name, textAt(source, field)] as const);
  const holders = headers.in === '' ? [source] : [...documentValuesAt(source, headers.in), source];
  const found = holders.flatMap((holder) => {
    // A shipper may have stored the whole path as one name.
    const begin = holder === source && headers.in !== '' ? `${headers.in}.${headers.begin}` : headers.begin;
    return objectMembers(holder).flatMap(([name, value]) =>
      name.startsWith(begin) ? [[name.slice(begin.length), textOf(value)] as const] : [],
    );
  });
  const seen = new Set<string>();
  return [...found, ...own]
    .flatMap(([name, value]): [string, string][] => {
      if (value === undefined || value.length > longestHeader) return [];
      if (!token.test(name) || name.length > longestHeader || added.test(name) || /\p{Cc}/u.test(value)) return [];
      if (seen.has(name.toLowerCase())) return [];
      seen.add(name.toLowerCase());
      return [[name, value]];
    })
    .slice(0, mostHeaders);
}

const statusSchema = z.coerce.number().check(z.gte(100), z.lte(999));

function loggedLine(source: string, naming: LogNaming, url: string, router: string | undefined): LoggedLine {
  const times = [...shippedTimes, ...naming.times].map((path) => textAt(source, path));
  const at = times.flatMap((time) => (time === undefined ? [] : (dateOf(time) ?? []))).at(0);
  const status = statusSchema.safeParse(textAt(source, naming.status)).data;
  const question = url.indexOf('?');
  const query = question < 0 ? 'none' : maskedPattern.test(url.slice(question)) ? 'masked' : 'there';
  return {
    ...(at !== undefined && { at }),
    ...(status !== undefined && { status }),
    // The innermost of nested routers handled the request.
    ...(router !== undefined && { router: routersMeant(router).at(-1) ?? router }),
    query,
  };
}

export const requestInHitJob = jobOf('requestInHit', 2 ** 20, requestInHit);

const nameSchema = z.string().check(z.minLength(1));

/**
 * The router that a hit names, as logged: `web@docker`, or `parent@file -> child@file`. Searched at the given paths,
 * then at the paths of known shippers. Undefined if the hit names none. Server text as received.
 *
 * @param hit as received: JSON
 * @param paths the paths of routers' names that the user has chosen
 */
export function routerInHit(hit: string, paths: readonly string[]): string | undefined {
  const source = sourceOf(hit);
  if (source === undefined) return undefined;
  for (const place of [...paths, ...knownRouterPaths]) {
    for (const value of documentValuesAt(source, place)) {
      const name = nameSchema.safeParse(jsonOrNothing(value));
      if (name.success) return name.data;
    }
  }
  return undefined;
}

const knownRouterPaths: readonly string[] = knownNamings.map(({ router }) => router);

export const routerInHitJob = jobOf('routerInHit', 2 ** 20, routerInHit);
