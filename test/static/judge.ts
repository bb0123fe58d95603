import { whyAbsent } from '../../src/core/config/absence/whyAbsent';
import type { ConfigProblem } from '../../src/core/config/model/configProblem';
import { staticVersionsOf } from '../../src/core/config/static/optionTypes';
import { readStaticOf } from '../../src/core/config/static/readStatic';
import type { AbsentCase, StaticCase } from './cases';
import { questionOf } from './questionOf';
import { composedOf, worldOf } from './worldOf';

/** What is told of a case. */
export interface Told {
  readonly id: string;
  readonly starts: boolean | null;
  readonly reason: string | null;
  readonly problems: readonly ConfigProblem[];
}

/** What is told of a static case, from its input alone. */
export function tellStatic({ id, traefik, input }: Pick<StaticCase, 'id' | 'traefik' | 'input'>): Told {
  const refused = composedOf(input)?.problems ?? [];
  if (refused.length > 0) return { id, starts: false, reason: null, problems: refused };
  const reading = readStaticOf(worldOf(input), staticVersionsOf(traefik));
  return { id, starts: reading?.starts ?? null, reason: null, problems: reading?.problems ?? [] };
}

/** What is told of an absent object, from the input and the object that was declared. */
export function tellAbsent(one: Pick<AbsentCase, 'id' | 'traefik' | 'declared' | 'input'>): Told {
  const question = questionOf(one);
  const versions = staticVersionsOf(one.traefik);
  const [version] = versions;
  const reason = version === undefined ? undefined : whyAbsent(question, version);
  const reading = readStaticOf(question.world, versions);
  return {
    id: one.id,
    starts: reading?.starts ?? null,
    reason: reason?.code ?? null,
    problems: reading?.problems ?? [],
  };
}

/** The errors that are told although Traefik starts and logs none. */
export function criesOf(
  { problems }: Told,
  starts: boolean,
  log: readonly { readonly level: string }[] = [],
): readonly ConfigProblem[] {
  if (!starts || log.some(({ level }) => level === 'error')) return [];
  return problems.filter(({ severity }) => severity === 'error');
}
