import * as l10n from '@vscode/l10n';
import type { TraefikVersion } from '../model/versions';
import { compileGoPattern, type GoPattern } from '../rules/goPattern';
import type { PatternEffort } from '../rules/normalizedRequest';
import { type GoUrl, targetText } from './goUrl';
import type { MiddlewareEffectSettings } from './middlewareSettings';
import type { PassingRequest } from './passingRequest';

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
