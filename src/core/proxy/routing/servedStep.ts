import type { Version } from '../model/versions';
import { compilePattern, type Pattern } from '../rules/pattern';
import type { Effort } from '../rules/seen';
import type { Passing } from './servedRequest';
import type { ServedSettings } from './servedSettings';
import { type GoUrl, targetText } from './servedUrl';

/** What becomes of a request in one middleware. */
export type Step =
  | {
      readonly kind: 'passes';
      readonly request: Passing;
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
export type Do = (settings: ServedSettings, request: Passing, version: Version | undefined, effort: Effort) => Step;

/** Characters of a target or an address: servers take about 8,000. */
export const LONGEST = 20_000;

export const TOO_LONG = 'what comes of it is longer than servers take';

/** What becomes of a request that goes on with another URL. */
export function passes(request: Passing, url: GoUrl): Step {
  return { kind: 'passes', request: passing(request, url) };
}

/** The request with another URL; of a whole address it keeps what goes into a request's target. */
export function passing(request: Passing, { path, rawPath, query }: GoUrl): Passing {
  const url = { path, rawPath, query };
  return { ...request, url, target: targetText(url) };
}

export function notCertain(why: string): Step {
  return { kind: 'notCertain', why };
}

/** What compiling takes for each instruction, in the unit of `Effort`, and what testing and then replacing takes for each and each character. */
const COMPILING = 250;

const ASKING = 20;

/** A pattern, where it and its use are no more than the effort that is left; undefined also where it cannot be read. */
export function patternWithin(effort: Effort, expression: string, subject: string): Pattern | undefined {
  if (effort.left <= 0) return undefined;
  const pattern = compilePattern(expression);
  const size = pattern?.size ?? expression.length;
  const work = size * (COMPILING + ASKING * subject.length);
  if (work > effort.left) return undefined;
  effort.left -= work;
  return pattern;
}
