import type { Steps } from '../../base/async/steps';
import type { Router } from '../model/model';
import { entryPointsOf } from '../model/model';
import type { Arena, Contender } from './arena';
import { isAlways } from './implication';
import { isServed } from './neverWins';
import type { Said } from './subjects';

/**
 * Routers that get no request which names a host, since on all of their entry points one that takes all such comes before them: mostly a redirect to
 * https. Whoever reads a password or the configuration does not come to them.
 */
export function* behindCatchAlls(arenas: readonly Arena[]): Steps<ReadonlySet<Router>> {
  const hidden = new Map<Router, number>();
  for (const { protocol, contenders } of arenas) {
    if (protocol !== 'http') continue;
    let first: Contender | undefined;
    for (const contender of contenders) {
      yield 1;
      if (!isServed(contender) || !contender.shape.ways?.some((way) => way.every(takesAllNamed))) continue;
      first = contender;
      break;
    }
    for (const { router, priority, family } of contenders) {
      if (first === undefined || priority >= first.priority || family === first.family) continue;
      hidden.set(router, (hidden.get(router) ?? 0) + 1);
    }
  }
  return new Set(
    [...hidden].flatMap(([router, count]) => (count === new Set(entryPointsOf(router)).size ? [router] : [])),
  );
}

function takesAllNamed(literal: Said): boolean {
  const { matcher, isNegated, dialect } = literal;
  if (isAlways(literal)) return true;
  if (isNegated || matcher.name !== 'HostRegexp') return false;
  return matcher.values.some((value) =>
    ANY_NAME.has(dialect.syntax === 'v2' ? (/^\{[^:{}]+:(.*)\}$/.exec(value)?.[1] ?? '') : value),
  );
}

const ANY_NAME: ReadonlySet<string> = new Set(['.+', '^.+', '.+$', '^.+$']);
