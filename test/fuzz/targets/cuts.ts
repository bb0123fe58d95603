import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkConfigGroups } from '../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../src/core/config/files/readConfigFiles';
import type { ReadConfig } from '../../../src/core/config/model/configProblem';
import type { Declaration } from '../../../src/core/config/model/declaration';
import {
  type PlacedText,
  rangeOf,
  type SourceFile,
  type SourceRange,
} from '../../../src/core/config/source/placedText';
import { type DeclaredCase, readDeclaredCases } from '../../declared/cases';
import { checkCase } from '../../declared/checkCase';
import { readCase } from '../../declared/readCase';
import { recordingsFolder } from '../../recordings/read';
import type { Dice } from '../../servers/traefik/dice';
import type { Round, Target } from './target';

/** How many a round makes. */
export const cutsInRound = 10;

let known: readonly DeclaredCase[] | undefined;

/** Declared configurations that are recorded. */
export function cases(): readonly DeclaredCase[] {
  const folder = join(recordingsFolder(), 'declared');
  known ??= readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readDeclaredCases(readFileSync(join(folder, name), 'utf8')));
  return known;
}

/** Declared configurations as somebody leaves them in the middle of typing: nothing throws, and every place is in the text. */
export const cuts: Target = async (round) => {
  for (let times = 0; times < cutsInRound; times++) await cutOne(round);
};

async function cutOne({ dice, watch }: Round): Promise<void> {
  const one = dice.pick(cases());
  const chosen = dice.below(one.files.length);
  const files = one.files.map((file, index) => (index === chosen ? { ...file, text: cut(file.text, dice) } : file));
  const changed: DeclaredCase = { ...one, files };
  const others = one.context.otherFiles ?? [];
  const read = await watch.call(`${one.source} of ${one.id}`, () =>
    checkCase(changed, readCase(changed, dice.pick(['knowing', 'blind']))),
  );
  const told = await watch.call(`readConfigFiles of ${one.id}`, () => {
    const groups = readConfigFiles(files);
    return {
      declarations: groups.flatMap(({ declarations }) => declarations),
      problems: checkConfigGroups(groups, {}),
    };
  });
  for (const [what, result] of [
    ['reader', read],
    ['files', told],
  ] as const) {
    const wrong = result === undefined ? undefined : wrongRange(result, [...files, ...others]);
    if (wrong === undefined) continue;
    watch.say({ kind: 'protocol', what: `a place of the ${what} of ${one.id}`, told: JSON.stringify(wrong) });
  }
}

/** Its beginning, its end, or both without what is between them. */
export function cut(text: string, dice: Dice): string {
  const [one, other] = [dice.below(text.length + 1), dice.below(text.length + 1)];
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  return dice.pick([text.slice(0, from), text.slice(from), text.slice(from, to), text.slice(0, from) + text.slice(to)]);
}

/** A place that is not in its file. */
export function wrongRange(
  { declarations, problems }: ReadConfig,
  files: readonly SourceFile[],
): SourceRange | undefined {
  const lengths = new Map(files.map(({ path, text }) => [path, text.length] as const));
  const told = problems.flatMap(({ range, fix }) => (fix === undefined ? [range] : [range, fix.range]));
  const ranges = [...told, ...declarations.flatMap(textsOf).map(rangeOf)];
  return ranges.find(({ path, start, end }) => {
    // What a case adds to the cluster stands in no file of it.
    const length = lengths.get(path) ?? (path === 'alsoInCluster.yml' ? Number.MAX_SAFE_INTEGER : -1);
    return !(start >= 0 && start <= end && end <= length);
  });
}

function textsOf({ at, router, service, middleware, checked = [] }: Declaration): readonly PlacedText[] {
  const texts = [
    ...[at, router?.rule, router?.service, router?.ruleSyntax, router?.tls?.options, middleware?.service],
    ...(router?.middlewares ?? []),
    ...(router?.entryPoints ?? []),
    ...(router?.parentRefs ?? []),
    ...(service?.servers ?? []),
    ...(service?.children ?? []),
    ...(service?.middlewares ?? []),
    ...(middleware?.middlewares ?? []),
    ...checked.map(({ text }) => text),
  ];
  return texts.filter((text) => text !== undefined);
}
