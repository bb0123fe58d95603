import type { DeclaredCase } from './cases';
import { checkCase } from './checkCase';
import { judge } from './judge';
import { readCase } from './readCase';

interface UnmetCase {
  readonly id: string;
  readonly about: string;
  readonly differences: readonly string[];
}

/** The three figures of a set of cases, and what is behind them. */
export interface CasesJudgement {
  readonly count: number;
  readonly unmet: readonly UnmetCase[];
  readonly foretold: number;
  readonly toForetell: number;
  readonly missed: readonly string[];
  readonly cries: readonly string[];
}

export function judgeCases(cases: readonly DeclaredCase[]): CasesJudgement {
  const judged = cases.map((one) => {
    const blind = one.source === 'compose' ? readCase(one, 'blind') : undefined;
    return { one, ...judge(one, checkCase(one, readCase(one, 'knowing')), blind) };
  });
  return {
    count: cases.length,
    unmet: judged
      .filter(({ differences }) => differences.length > 0)
      .map(({ one: { id, about }, differences }) => ({ id, about, differences })),
    foretold: judged.reduce((sum, { foretold }) => sum + foretold, 0),
    toForetell: cases.reduce((sum, { expected }) => sum + (expected.apiErrors?.length ?? 0), 0),
    missed: judged.flatMap(({ one, missed }) => missed.map((line) => `${one.id} ${line}`)),
    cries: judged.flatMap(({ one, cries }) => cries.map((line) => `${one.id} ${line}`)),
  };
}
