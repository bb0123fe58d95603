import * as z from 'zod/mini';
import { jsonOrNothing } from '../../base/json/parse';
import type { Middleware, Service } from '../model/model';

/**
 * The settings of middlewares that can change a request. Go leaves out false, 0 and empty texts and lists.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/config/dynamic/middlewares.go
 */
const text = z._default(z.string(), '');
const texts = z._default(z.array(z.string()), []);
const flag = z._default(z.boolean(), false);

const addressListSchema = z.object({
  sourceRange: texts,
  rejectStatusCode: z._default(z.number(), 403),
  ipStrategy: z.optional(z.record(z.string(), z.unknown())),
});

const settingsSchema = z.object({
  addPrefix: z.optional(z.object({ prefix: text })),
  stripPrefix: z.optional(z.object({ prefixes: texts, forceSlash: flag })),
  stripPrefixRegex: z.optional(z.object({ regex: texts })),
  replacePath: z.optional(z.object({ path: text })),
  replacePathRegex: z.optional(z.object({ regex: text, replacement: text })),
  redirectScheme: z.optional(z.object({ scheme: text, port: text, permanent: flag, forcePermanentRedirect: flag })),
  redirectRegex: z.optional(
    z.object({ regex: text, replacement: text, permanent: flag, statusCode: z.optional(z.number()) }),
  ),
  encodedCharacters: z.optional(
    z.object({
      allowEncodedSlash: flag,
      allowEncodedBackSlash: flag,
      allowEncodedNullCharacter: flag,
      allowEncodedSemicolon: flag,
      allowEncodedPercent: flag,
      allowEncodedQuestionMark: flag,
      allowEncodedHash: flag,
    }),
  ),
  ipAllowList: z.optional(addressListSchema),
  ipWhiteList: z.optional(addressListSchema),
  headers: z.optional(
    z.object({
      customRequestHeaders: z._default(z.record(z.string(), z.string()), {}),
      accessControlAllowMethods: texts,
      accessControlAllowHeaders: texts,
      accessControlAllowOriginList: texts,
      accessControlAllowOriginListRegex: texts,
      sslRedirect: flag,
      sslTemporaryRedirect: flag,
      sslForceHost: flag,
      sslHost: text,
    }),
  ),
});
export type MiddlewareEffectSettings = z.infer<typeof settingsSchema>;

/** The settings of a middleware; undefined if they are not as Traefik documents them. */
export function middlewareEffectSettings({ text }: Middleware): MiddlewareEffectSettings | undefined {
  return settingsSchema.safeParse(jsonOrNothing(text)).data;
}

const balancerSchema = z.object({
  loadBalancer: z.optional(
    z.object({
      /** On unless it is false. */
      passHostHeader: z._default(z.boolean(), true),
      servers: z._default(z.array(z.object({ url: text, preservePath: flag })), []),
    }),
  ),
});

/** The settings of a service for passing requests on; undefined if they are not as Traefik documents them. */
export function balancerSettings({ text }: Service): z.infer<typeof balancerSchema> | undefined {
  return balancerSchema.safeParse(jsonOrNothing(text)).data;
}
