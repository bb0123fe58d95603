import * as z from 'zod/mini';
import type { HttpResponse } from '../../base/http/httpClient';
import { jsonOrNothing } from '../../base/json/parse';

/** Which of the families with different calls an engine belongs to; `unknown` where it does not say. */
export type EngineFamily = 'elasticsearch' | 'opensearch' | 'unknown';

/** What answers at a search endpoint, as far as it tells. Server text. */
export interface EngineInfo {
  readonly family: EngineFamily;
  /** `8.19.0`; undefined where it is not told (a user without the right to ask `GET /`, a serverless engine). */
  readonly version: string | undefined;
}

/** `GET /` of Elasticsearch and OpenSearch; only the latter has a `distribution`, only serverless Elasticsearch that flavor. */
const rootSchema = z.object({
  version: z.object({
    number: z.string(),
    distribution: z.optional(z.string()),
    build_flavor: z.optional(z.string()),
  }),
  tagline: z.optional(z.string()),
});

const versionPattern = /^\d{1,4}(?:\.\d{1,9}){1,3}[\w.+-]{0,30}$/;
const opensearchHeader = /^OpenSearch\/(\S{1,40})/;

/**
 * What the header of any answer says of the engine: Elasticsearch signs its from 7.14 on, OpenSearch from 3.0 on
 * (docs/engines.md, "Response headers").
 */
export function engineOfHeaders(headers: HttpResponse['headers']): EngineInfo {
  if (headers['x-elastic-product'] === 'Elasticsearch') return { family: 'elasticsearch', version: undefined };
  const written = headers['x-opensearch-version'];
  if (written === undefined) return { family: 'unknown', version: undefined };
  return { family: 'opensearch', version: versionOf(opensearchHeader.exec(written)?.[1]) };
}

/** What the answer to `GET /` says of the engine; undefined where it is a refusal, or not that of an engine. */
export function engineOfRoot({ headers, body }: HttpResponse): EngineInfo | undefined {
  const root = rootSchema.safeParse(jsonOrNothing(body));
  if (!root.success) return undefined;
  const { version, tagline } = root.data;
  // The number of a serverless engine means nothing.
  const number = version.build_flavor === 'serverless' ? undefined : versionOf(version.number);
  return { family: familyOf(version.distribution, tagline) ?? engineOfHeaders(headers).family, version: number };
}

function familyOf(distribution: string | undefined, tagline: string | undefined): EngineFamily | undefined {
  if (distribution === 'opensearch' || tagline?.startsWith('The OpenSearch Project') === true) return 'opensearch';
  return tagline === 'You Know, for Search' ? 'elasticsearch' : undefined;
}

/** Server text: it counts only if it looks like a version. */
function versionOf(text: string | undefined): string | undefined {
  return text !== undefined && versionPattern.test(text) ? text : undefined;
}
