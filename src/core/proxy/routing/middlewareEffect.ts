import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { jsonOrNothing } from '../../base/json/parse';
import type { Middleware, Service } from '../model/model';
import type { TraefikVersion } from '../model/versions';
import { compileGoPattern, type GoPattern } from '../rules/goPattern';
import type { PatternEffort } from '../rules/normalizedRequest';
import { type GoUrl, type PassingRequest, targetText } from './normalizeRequest';

/** The result of a request in one middleware. */
export type MiddlewareEffect =
  | {
      readonly kind: 'passes';
      readonly request: PassingRequest;
      /** Whether the middleware may still refuse the request, because of data that is unknown here. */
      readonly mayRefuse?: boolean | undefined;
    }
  /** The middleware responds itself, and the following ones get no request. */
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly location?: string | undefined;
      /** A sentence; contains server text. */
      readonly why?: string | undefined;
    }
  /** `why` is a sentence. */
  | { readonly kind: 'notCertain'; readonly why: string };

/** Computes the effect of middlewares of one type on a request. */
export type EffectOf = (
  settings: MiddlewareEffectSettings,
  request: PassingRequest,
  version: TraefikVersion | undefined,
  effort: PatternEffort,
) => MiddlewareEffect;

/** Characters of a target or an address: servers take about 8,000. */
export const longestUrlText = 20_000;

export function urlTooLong(): string {
  return l10n.t('The resulting URL is too long.');
}

/** The result of a request that continues with another URL. */
export function passedOn(request: PassingRequest, url: GoUrl): MiddlewareEffect {
  return { kind: 'passes', request: withUrl(request, url) };
}

/** The request with another URL. Only path and query change, because a request's target has no other parts. */
export function withUrl(request: PassingRequest, { path, rawPath, query }: GoUrl): PassingRequest {
  const url = { path, rawPath, query };
  return { ...request, url, target: targetText(url) };
}

export function notCertain(why: string): MiddlewareEffect {
  return { kind: 'notCertain', why };
}

/** The effort of compiling, for each instruction. */
const stepsOfCompiling = 250;
/** The effort of testing and then replacing, for each instruction and character. */
const stepsOfMatching = 20;

/** A compiled pattern; undefined if it cannot be read, or if compiling and using it takes more than the effort left. */
export function patternWithin(effort: PatternEffort, expression: string, subject: string): GoPattern | undefined {
  if (effort.left <= 0) return undefined;
  const pattern = compileGoPattern(expression);
  const size = pattern?.size ?? expression.length;
  const work = size * (stepsOfCompiling + stepsOfMatching * subject.length);
  if (work > effort.left) return undefined;
  effort.left -= work;
  return pattern;
}

/** The sentence for the case that `patternWithin` returns no pattern. */
export function unreadPattern(): string {
  return l10n.t('The regular expression could not be evaluated.');
}

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
