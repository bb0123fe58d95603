import assert from 'node:assert/strict';
import { openOutput } from '../../../src/check/output';
import type { PlanReport } from '../../../src/check/planReport';
import type { ReportedProblem } from '../../../src/check/report';
import { writePlan } from '../../../src/check/writePlan';

const nothing: PlanReport = {
  ...{
    proxy: 'edge',
    base: { revision: 'HEAD', commit: '' },
    refusals: [],
    drifted: [],
    moves: [],
    silenced: [],
    unansweredHosts: [],
  },
  problems: { introduced: [], fixed: [], unchanged: 0 },
  ...{ objects: [], notKnown: [], isWhole: true, notes: [], unreadable: [] },
};

function problem(path: string, line: number, message: string): ReportedProblem {
  return { code: 'ref.unknown', severity: 'error', path, line, column: 1, endLine: line, endColumn: 2, message };
}

/** The lines that are written for GitHub's runner. */
async function linesOf(report: Partial<PlanReport>): Promise<readonly string[]> {
  const written: string[] = [];
  const output = openOutput(async (descriptor, lines) => {
    if (descriptor === 1) written.push(...lines);
    return undefined;
  });
  writePlan({ ...nothing, ...report }, '', 'github', output);
  await output.end(0);
  return written;
}

describe('planAnnotations: a plan as annotations of GitHub', () => {
  const introduced = (count: number, message = 'Broken.') => ({
    introduced: Array.from({ length: count }, (_, at) => problem(`${at % 2}.yml`, at + 1, message)),
    ...{ fixed: [], unchanged: 0 },
  });

  it('are all that fit, however many they are', async () => {
    const lines = await linesOf({ problems: introduced(1_500), notes: ['A link is left out.'] });
    assert.equal(lines.length, 1_501);
    assert.equal(lines.at(-1), '::warning title=proxy-scout::A link is left out.');
  });

  it('say how many were left out, and hide no other file and no note', async () => {
    const problems = introduced(1_500, 'x'.repeat(5_000));
    const refusals = [problem('2.yml', 1, 'Not YAML.')];
    const lines = await linesOf({ refusals, problems, notes: ['A link is left out.'], unreadable: ['b: not read.'] });
    assert.ok(lines.join('\n').length < 2_000_000);
    const [errors = [], warnings] = ['error', 'warning'].map((level) =>
      lines.filter((line) => line.startsWith(`::${level} `)),
    );
    assert.deepEqual(warnings, [
      `::warning title=proxy-scout::… and ${(1_501 - errors.length).toLocaleString('en')} more problems are not printed.`,
      '::warning title=proxy-scout::A link is left out.',
      '::warning title=proxy-scout::b: not read.',
    ]);
    assert.ok(errors.some((line) => line.includes('file=2.yml,line=1,col=1,title=Traefik would refuse this file::')));
    for (const path of ['0.yml', '1.yml']) assert.ok(errors.some((line) => line.includes(`file=${path},`)));
  });

  it('say how many notes were left out', async () => {
    const notes = Array.from({ length: 3_000 }, (_, at) => `${at}: ${'y'.repeat(100)}`);
    const lines = await linesOf({ notes });
    assert.match(lines.at(-1) ?? '', /^::warning title=proxy-scout::… and [\d,]+ more notes are not printed\.$/);
  });
});
