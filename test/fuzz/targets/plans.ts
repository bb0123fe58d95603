import { planMarkdown } from '../../../src/check/planMarkdown';
import { planReport } from '../../../src/check/planReport';
import { changePlan } from '../../../src/core/changePlan/changePlan';
import { planPage } from '../../../src/core/changePlan/planPage';
import { envPathBeside } from '../../../src/core/config/compose/composeFiles';
import { readConfigFiles } from '../../../src/core/config/files/readConfigFiles';
import type { SourceFile } from '../../../src/core/config/source/placedText';
import { itemsOfKinds } from '../../../src/core/proxy/model/inventory';
import { itemKinds } from '../../../src/core/proxy/model/model';
import type { Dice } from '../../servers/traefik/dice';
import { listed } from '../../unit/core/changePlan/plans';
import { countingInputs } from '../counting/inputs';
import { cases, cut } from './cuts';
import type { Target } from './target';

/** What stands in every value of a variable, and must stand in a plan only where the proxy lists it, too. */
const secretStem = 'zq7xsecret';
const secret = new RegExp(`${secretStem}\\d*`, 'gi');
const mostLines = 60;
// Longer ones take about the second of processor time that a call may have.
const hostileSizes = [2_000, 10_000, 20_000];

/**
 * Plans of files that are cut anywhere, on either side, and of hostile ones: nothing throws or takes long, whatever the
 * proxy lists, and no value of a variable is shown.
 */
export const plans: Target = async ({ dice, watch }) => {
  const [what, files] = chosenFiles(dice);
  const variables = environmentsOf(files);
  const groups = (texts: readonly SourceFile[]) => readConfigFiles([...texts, ...variables]);
  const sides = [files, files].map((texts) => (dice.chance(0.3) ? texts : cutOne(texts, dice)));
  const [before = [], after = []] = sides;
  const none = listed([], []);
  const first = await watch.call(`the listing of ${what}`, () => changePlan(none, [], groups(before)));
  // A proxy has read what was committed, or something else.
  const live = dice.pick([none, first?.after ?? none]);
  const plan = await watch.call(`changePlan of ${what}`, () =>
    changePlan(live, groups(before), groups(after), undefined, after),
  );
  if (plan === undefined) return;
  const textOf = (path: string): string | undefined => after.find((one) => one.path === path)?.text;
  const page = await watch.call(`planPage of ${what}`, () => planPage(plan, { proxy: 'p', base: 'b', textOf }));
  const report = await watch.call(`planReport of ${what}`, () => {
    const [one, other] = sides.map((texts) => ({ files: texts, groups: groups(texts), others: [] }));
    if (one === undefined || other === undefined) throw new Error('There are two sides.');
    return planReport(
      plan,
      { before: one, after: other, commit: '', notes: [], unreadable: [] },
      { proxy: 'p', revision: 'b' },
    );
  });
  const lines = report && (await watch.call(`planMarkdown of ${what}`, () => planMarkdown(report)));
  const shown = `${page?.text}${JSON.stringify(report)}`;
  // A plan shows what the proxy lists in the open: names, and hosts in rules.
  const listedOnes = JSON.stringify(
    itemsOfKinds(live, ...itemKinds).map((item) => [item.name, 'rule' in item && item.rule]),
  );
  const [value] = [...shown.matchAll(secret)].filter(([one]) => !listedOnes.toLowerCase().includes(one.toLowerCase()));
  if (value !== undefined) {
    const told = shown.slice(Math.max(0, value.index - 80), value.index + 80);
    watch.say({ kind: 'protocol', what: `a value in the plan of ${what}`, told });
  }
  if ((lines?.length ?? 0) > mostLines)
    watch.say({ kind: 'protocol', what: `lines of ${what}`, told: `${lines?.length}` });
};

function chosenFiles(dice: Dice): readonly [what: string, files: readonly SourceFile[]] {
  if (dice.chance(0.7)) {
    const { id, files } = dice.pick(cases());
    return [id, files];
  }
  const [name, input] = dice.pick(Object.entries(countingInputs));
  const size = dice.pick(hostileSizes);
  return [`${name} of ${size}`, [input(size)]];
}

function cutOne(files: readonly SourceFile[], dice: Dice): readonly SourceFile[] {
  const chosen = dice.below(files.length);
  return files.map((file, at) => (at === chosen ? { ...file, text: cut(file.text, dice) } : file));
}

/** Files with values for all variables that files use. */
function environmentsOf(files: readonly SourceFile[]): readonly SourceFile[] {
  const names = new Set(
    files.flatMap(({ text }) => [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name)),
  );
  const text = [...names].map((name, at) => `${name}=${secretStem}${at}\n`).join('');
  const paths = new Set(files.map(({ path }) => envPathBeside(path)));
  return text === '' ? [] : [...paths].map((path) => ({ path, text }));
}
