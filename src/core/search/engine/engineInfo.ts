import * as z from 'zod/mini';
import type { HttpResponse } from '../../base/http/httpClient';
import { jsonOrNothing } from '../../base/json/parse';

/** The family of an engine, which determines its calls; `unknown` if the engine does not report it. */
export type EngineFamily = 'elasticsearch' | 'opensearch' | 'unknown';

/** The engine at a search endpoint, as far as it reports. Server text. */
export interface EngineInfo {
  readonly family: EngineFamily;
  /** `8.19.0`; undefined if not reported (a user without permission for `GET /`, a serverless engine). */
  readonly version: string | undefined;
}

/** `GET /`: only OpenSearch has a `distribution`, only serverless Elasticsearch has that flavor. */
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
 * The engine by the headers of any response: Elasticsearch has its own since 7.14, OpenSearch since 3.0
 * (docs/engines.md, "Response headers").
 */
export function engineOfHeaders(headers: HttpResponse['headers']): EngineInfo {
  if (headers['x-elastic-product'] === 'Elasticsearch') return { family: 'elasticsearch', version: undefined };
  const written = headers['x-opensearch-version'];
  if (written === undefined) return { family: 'unknown', version: undefined };
  return { family: 'opensearch', version: versionOf(opensearchHeader.exec(written)?.[1]) };
}

/** The engine by its response to `GET /`; undefined for a refusal, or a response of another server. */
export function engineOfRoot({ headers, body }: HttpResponse): EngineInfo | undefined {
  const root = rootSchema.safeParse(jsonOrNothing(body));
  if (!root.success) return undefined;
  const { version, tagline } = root.data;
  // The version of a serverless engine has no meaning.
  const number = version.build_flavor === 'serverless' ? undefined : versionOf(version.number);
  return { family: familyOf(version.distribution, tagline) ?? engineOfHeaders(headers).family, version: number };
}

function familyOf(distribution: string | undefined, tagline: string | undefined): EngineFamily | undefined {
  if (distribution === 'opensearch' || tagline?.startsWith('The OpenSearch Project') === true) return 'opensearch';
  return tagline === 'You Know, for Search' ? 'elasticsearch' : undefined;
}

/** Server text, which counts only if it looks like a version. */
function versionOf(text: string | undefined): string | undefined {
  return text !== undefined && versionPattern.test(text) ? text : undefined;
}
