import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { EndpointKind } from '../base/endpoints/endpoint';
import type { Failure } from '../base/errors/failure';
import type { HttpResponse } from '../base/http/httpClient';
import { isSuccess } from '../base/http/responseFailures';
import { jsonOrNothing } from '../base/json/parse';
import { versionSchema } from '../proxy/wire/apiSchemas';
import { type EngineFamily, engineOfHeaders, engineOfRoot } from '../search/engine/engineInfo';

/** Traefik is recognized by its version alone. */
export const traefikSchema = z.pick(versionSchema, { Version: true });

/** An engine's response to a search. */
export const searchAnswerSchema = z.object({ hits: z.object({ hits: z.array(z.unknown()) }) });

const refusalSchema = z.object({ error: z.object({ type: z.literal('security_exception') }) });

/** A server whose kind is certain. */
export interface RecognizedServer {
  readonly kind: EndpointKind;
  /** The name of its product; undefined for a search engine that does not report it. */
  readonly product: string | undefined;
  /** The version in its response, if it looks like one. */
  readonly version: string | undefined;
}

export const engineProducts: Readonly<Record<EngineFamily, string | undefined>> = {
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
export function isEnginesRefusal({ body }: HttpResponse): boolean {
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
