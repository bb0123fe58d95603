import * as z from 'zod/mini';
import type { HttpClient, HttpResponse } from '../base/http/httpClient';
import { failureOfStatus, isSuccess, parseJson } from '../base/http/responseFailures';
import { jsonOrNothing } from '../base/json/parse';
import { versionSchema } from '../proxy/wire/apiSchemas';
import type { EngineFamily } from '../search/engine/engineInfo';
import { engineOfHeaders, engineOfRoot } from '../search/engine/engineInfo';
import { openSearchClient } from '../search/engine/searchClient';
import { failureOf } from '../search/wire/searchFailure';

/** A Traefik tells itself by its version, whatever else it says there. */
const traefikSchema = z.pick(versionSchema, { Version: true });

/** What answers at an endpoint, in one sentence of our own words (a version number aside, which is checked). */
interface Probe {
  readonly sentence: string;
  /** Whether it is what the endpoint is configured as. */
  readonly usable: boolean;
}

/**
 * Finds out what answers at an endpoint: `GET /api/version` for a proxy, `GET /` for a search engine.
 *
 * @throws RequestFailure where nothing answers, credentials are refused or something else than an API answers
 */
export function probeEndpoint(client: HttpClient, signal: AbortSignal): Promise<Probe> {
  return client.endpoint.kind === 'proxy' ? probeProxy(client, signal) : probeSearch(client, signal);
}

const searchAnswerSchema = z.object({ hits: z.object({ hits: z.array(z.unknown()) }) });

const refusalSchema = z.object({ error: z.object({ type: z.literal('security_exception') }) });

async function probeProxy(client: HttpClient, signal: AbortSignal): Promise<Probe> {
  const answer = await client.request({ method: 'GET', path: '/api/version', signal });
  if (answer.status === 404) {
    return {
      usable: false,
      sentence:
        '404: answered, but the API is not routed here. Check the port and path, and the host name that its router wants.',
    };
  }
  if (!isSuccess(answer)) throw failureOfStatus(answer, client.endpoint);
  const json = parseJson(answer, client.endpoint);
  const traefik = traefikSchema.safeParse(json);
  if (!traefik.success) {
    const engine = nameOfEngine(answer);
    return engine === undefined
      ? { usable: false, sentence: 'Something answers with JSON, but it is not the Traefik API. Check the address.' }
      : { usable: false, sentence: `${engine}, which is a search engine. Add it as a search endpoint.` };
  }
  const name = named('Traefik', traefik.data.Version);
  return /^v?1\./.test(traefik.data.Version)
    ? { usable: false, sentence: `${name}, which is too old. Version 2.0 or newer is needed.` }
    : { usable: true, sentence: name };
}

async function probeSearch(client: HttpClient, signal: AbortSignal): Promise<Probe> {
  const answer = await client.request({ method: 'GET', path: '/', signal });
  if (answer.status === 401) throw failureOf(answer, client.endpoint);
  const engine = isSuccess(answer) ? nameOfEngine(answer) : undefined;
  if (engine !== undefined) return { usable: true, sentence: engine };
  // Some engines do not serve their root (recorded: 405), or a proxy before them has a page of its own there: a search
  // is what must work.
  return probeBySearching(client, signal);
}

async function probeBySearching(client: HttpClient, signal: AbortSignal): Promise<Probe> {
  // By POST where a GET will not do, as searches are.
  const way = openSearchClient(async () => client);
  const answer = await way.search({ path: '/_search', body: '{"size":0}', signal });
  const engine = productOf(answer) ?? 'A search engine';
  if (isSuccess(answer)) {
    return searchAnswerSchema.safeParse(parseJson(answer, client.endpoint)).success
      ? { usable: true, sentence: `${engine}, which does not tell its version` }
      : { usable: false, sentence: 'Something answers with JSON, but it is not a search engine. Check the address.' };
  }
  if (answer.status === 403 && isEnginesRefusal(answer)) {
    return {
      usable: true,
      sentence: `${engine}. These credentials cannot search everything: name an index they may read`,
    };
  }
  if (answer.status === 404) {
    return {
      usable: false,
      sentence: '404: answered, but no search engine is routed here. Check the host, port and path.',
    };
  }
  throw failureOf(answer, client.endpoint);
}

/** Elasticsearch does not sign its refusals (recorded), but they have a form of their own. */
function isEnginesRefusal({ body }: HttpResponse): boolean {
  return refusalSchema.safeParse(jsonOrNothing(body)).success;
}

function nameOfEngine(answer: HttpResponse): string | undefined {
  const engine = engineOfRoot(answer);
  if (engine === undefined) return undefined;
  const product = products[engine.family] ?? 'A search engine';
  return engine.version === undefined ? product : `${product} ${engine.version}`;
}

const products: Readonly<Record<EngineFamily, string | undefined>> = {
  elasticsearch: 'Elasticsearch',
  opensearch: 'OpenSearch',
  unknown: undefined,
};

const productOf = ({ headers }: HttpResponse): string | undefined => products[engineOfHeaders(headers).family];

/** The version is the server's text: it is only repeated if it looks like one. */
function named(product: string, version: string): string {
  return /^[\w.+-]{1,40}$/.test(version) ? `${product} ${version}` : product;
}
