import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { EndpointKind } from '../base/endpoints/endpoint';
import type { Failure } from '../base/errors/failure';
import type { HttpClient, HttpResponse } from '../base/http/httpClient';
import { failureOfStatus, isSuccess, parseJson } from '../base/http/responseFailures';
import { jsonOrNothing } from '../base/json/parse';
import { versionSchema } from '../proxy/wire/apiSchemas';
import { type EngineFamily, type EngineInfo, engineOfHeaders, engineOfRoot } from '../search/engine/engineInfo';
import { openSearchClient } from '../search/engine/searchClient';
import { failureOf } from '../search/wire/searchFailure';

/** The server at an endpoint, in our own words (except for a version number, which is checked). */
interface Probe {
  readonly sentence: string;
  /** Whether it is the configured kind of server. */
  readonly usable: boolean;
}

/**
 * Finds out which server responds at an endpoint: `GET /api/version` for a proxy, `GET /` for a search engine.
 *
 * @throws RequestFailure if no server responds, credentials are refused, or the response is not JSON
 */
export function probeEndpoint(client: HttpClient, signal: AbortSignal): Promise<Probe> {
  return client.endpoint.kind === 'proxy' ? probeProxy(client, signal) : probeSearch(client, signal);
}

async function probeProxy(client: HttpClient, signal: AbortSignal): Promise<Probe> {
  const answer = await client.request({ method: 'GET', path: '/api/version', signal });
  if (answer.status === 404) {
    return {
      usable: false,
      sentence: l10n.t(
        'The server responded, but the Traefik API is not at this URL (status 404). Check the port and path, and the host name that its router expects.',
      ),
    };
  }
  if (!isSuccess(answer)) throw failureOfStatus(answer, client.endpoint);
  const json = parseJson(answer, client.endpoint);
  const traefik = traefikSchema.safeParse(json);
  if (!traefik.success) {
    return { usable: false, sentence: notTraefik(engineOfRoot(answer)) };
  }
  const version = shownVersion(traefik.data.Version);
  const name = version === undefined ? 'Traefik' : `Traefik ${version}`;
  const tooOld = whyTooOld(traefik.data.Version, name);
  return tooOld === undefined
    ? { usable: true, sentence: name }
    : { usable: false, sentence: `${tooOld.sentence} ${tooOld.nextStep}` };
}

function notTraefik(engine: EngineInfo | undefined): string {
  if (engine === undefined) return l10n.t('The server returned JSON, but it is not the Traefik API. Check the URL.');
  return engine.family === 'unknown'
    ? l10n.t('This is a search engine. Add it as a search endpoint.')
    : l10n.t('{0} is a search engine. Add it as a search endpoint.', engineText(engine));
}

async function probeSearch(client: HttpClient, signal: AbortSignal): Promise<Probe> {
  const answer = await client.request({ method: 'GET', path: '/', signal });
  if (answer.status === 401) throw failureOf(answer, client.endpoint);
  const engine = isSuccess(answer) ? engineOfRoot(answer) : undefined;
  if (engine !== undefined) return { usable: true, sentence: engineText(engine) };
  // Some engines do not serve their root (recorded: 405), or a proxy in front of them has its own page there. Only a
  // search must work.
  return probeBySearching(client, signal);
}

async function probeBySearching(client: HttpClient, signal: AbortSignal): Promise<Probe> {
  // By POST if GET does not work, as for searches.
  const way = openSearchClient(async () => client);
  const answer = await way.search({ path: '/_search', body: '{"size":0}', signal });
  const product = engineProducts[engineOfHeaders(answer.headers).family];
  if (isSuccess(answer)) {
    return searchAnswerSchema.safeParse(parseJson(answer, client.endpoint)).success
      ? { usable: true, sentence: withoutVersion(product) }
      : {
          usable: false,
          sentence: l10n.t('The server returned JSON, but it is not a search engine. Check the URL.'),
        };
  }
  if (answer.status === 403 && isEnginesRefusal(answer)) {
    const limited = l10n.t('These credentials cannot search all indices. Search an index that they can read.');
    return { usable: true, sentence: `${withoutVersion(product)}. ${limited}` };
  }
  if (answer.status === 404) {
    return {
      usable: false,
      sentence: l10n.t(
        'The server responded, but no search engine is at this URL (status 404). Check the host, port, and path.',
      ),
    };
  }
  throw failureOf(answer, client.endpoint);
}

function engineText({ family, version }: EngineInfo): string {
  const product = engineProducts[family];
  if (version === undefined) return product ?? l10n.t('Search engine');
  return product === undefined ? l10n.t('Search engine {0}', version) : `${product} ${version}`;
}

function withoutVersion(product: string | undefined): string {
  return product === undefined ? l10n.t('Search engine (unknown version)') : l10n.t('{0} (unknown version)', product);
}

/** Traefik is recognized by its version alone. */
const traefikSchema = z.pick(versionSchema, { Version: true });

/** An engine's response to a search. */
const searchAnswerSchema = z.object({ hits: z.object({ hits: z.array(z.unknown()) }) });

const refusalSchema = z.object({ error: z.object({ type: z.literal('security_exception') }) });

/** A server whose kind is certain. */
export interface RecognizedServer {
  readonly kind: EndpointKind;
  /** The name of its product; undefined for a search engine that does not report it. */
  readonly product: string | undefined;
  /** The version in its response, if it looks like one. */
  readonly version: string | undefined;
}

const engineProducts: Readonly<Record<EngineFamily, string | undefined>> = {
  elasticsearch: 'Elasticsearch',
  opensearch: 'OpenSearch',
  unknown: undefined,
};

/** The server that sent a response to a GET of this path: `/api/version`, `/`, or a search. */
export function recognizeServer(path: string, answer: HttpResponse): RecognizedServer | undefined {
  if (path === '/api/version') return isSuccess(answer) ? traefikIn(answer) : undefined;
  if (path !== '/') return searchIn(answer);
  const engine = isSuccess(answer) ? engineOfRoot(answer) : undefined;
  return engine && { kind: 'search', product: engineProducts[engine.family], version: engine.version };
}

function traefikIn({ body }: HttpResponse): RecognizedServer | undefined {
  const traefik = traefikSchema.safeParse(jsonOrNothing(body));
  if (!traefik.success) return undefined;
  return { kind: 'proxy', product: 'Traefik', version: shownVersion(traefik.data.Version) };
}

function searchIn(answer: HttpResponse): RecognizedServer | undefined {
  const isEngine = isSuccess(answer)
    ? searchAnswerSchema.safeParse(jsonOrNothing(answer.body)).success
    : answer.status === 403 && isEnginesRefusal(answer);
  if (!isEngine) return undefined;
  return { kind: 'search', product: engineProducts[engineOfHeaders(answer.headers).family], version: undefined };
}

/** Elasticsearch does not send its product header with refusals (recorded), but they have a distinct form. */
function isEnginesRefusal({ body }: HttpResponse): boolean {
  return refusalSchema.safeParse(jsonOrNothing(body)).success;
}

/** The version of a Traefik, which is the server's text: undefined if it does not look like one. */
export function shownVersion(version: string): string | undefined {
  return /^[\w.+-]{1,40}$/.test(version) ? version : undefined;
}

/**
 * The reason why a Traefik cannot be used: its API is older than version 2. Undefined if it can.
 *
 * @param version the version in its response
 * @param name the name in the sentence
 */
export function whyTooOld(version: string, name: string): Pick<Failure, 'sentence' | 'nextStep'> | undefined {
  if (!/^v?1\./.test(version)) return undefined;
  return {
    sentence: l10n.t('{0} is not supported.', name),
    nextStep: l10n.t('Version 2.0 or later is required.'),
  };
}
