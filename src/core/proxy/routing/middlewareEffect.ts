import type { TraefikVersion } from '../model/versions';
import { compileGoPattern, type GoPattern } from '../rules/goPattern';
import type { PatternEffort } from '../rules/normalizedRequest';
import { type GoUrl, targetText } from './goUrl';
import type { MiddlewareEffectSettings } from './middlewareSettings';
import type { PassingRequest } from './passingRequest';

/** What becomes of a request in one middleware. */
export type MiddlewareEffect =
  | {
      readonly kind: 'passes';
      readonly request: PassingRequest;
      /** Whether it may be refused after all, by what is not known here. */
      readonly mayRefuse?: boolean | undefined;
    }
  /** The middleware answers itself, and nothing behind it sees the request. */
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly location?: string | undefined;
      /** A part of a sentence; holds server text. */
      readonly why?: string | undefined;
    }
  | { readonly kind: 'notCertain'; readonly why: string };

/** What middlewares of one type do to a request. */
export type EffectOf = (
  settings: MiddlewareEffectSettings,
  request: PassingRequest,
  version: TraefikVersion | undefined,
  effort: PatternEffort,
) => MiddlewareEffect;

/** Characters of a target or an address: servers take about 8,000. */
export const LONGEST_URL_TEXT = 20_000;

export const URL_TOO_LONG = 'what comes of it is longer than servers take';

/** What becomes of a request that goes on with another URL. */
export function passes(request: PassingRequest, url: GoUrl): MiddlewareEffect {
  return { kind: 'passes', request: passing(request, url) };
}

/** The request with another URL; of a whole address it keeps what goes into a request's target. */
export function passing(request: PassingRequest, { path, rawPath, query }: GoUrl): PassingRequest {
  const url = { path, rawPath, query };
  return { ...request, url, target: targetText(url) };
}

export function notCertain(why: string): MiddlewareEffect {
  return { kind: 'notCertain', why };
}

/** What compiling takes for each instruction, in the unit of `Effort`, and what testing and then replacing takes for each and each character. */
const COMPILING = 250;

const ASKING = 20;

/** A pattern, where it and its use are no more than the effort that is left; undefined also where it cannot be read. */
export function patternWithin(effort: PatternEffort, expression: string, subject: string): GoPattern | undefined {
  if (effort.left <= 0) return undefined;
  const pattern = compileGoPattern(expression);
  const size = pattern?.size ?? expression.length;
  const work = size * (COMPILING + ASKING * subject.length);
  if (work > effort.left) return undefined;
  effort.left -= work;
  return pattern;
}
