import * as l10n from '@vscode/l10n';
import type { ConfigProblem } from '../model/configProblem';
import { type ConfigNode, type ConfigScalar, listItemsIn, valueIn } from '../source/configNode';
import { doubledTitle } from './dollarFixes';

/** A pair, which stands for one, or a sign that begins no variable. */
const dollars = /\$\$|\$(?![_A-Za-z{])/g;
const label = /^traefik\./i;
/** Longer values are not checked. */
const longest = 20_000;

/**
 * A `$` in the labels of a stack that begins no variable, such as in `$1` or at the end of a regular expression: Docker
 * Compose keeps it, but `docker stack deploy` refuses the file (docker/cli, cli/compose/template).
 */
export function reportLoneDollars(deploy: ConfigNode | undefined, problems: ConfigProblem[]): void {
  const labels = valueIn(deploy, 'labels');
  const values =
    labels?.kind === 'map'
      ? labels.entries.flatMap(({ key, value }) => (label.test(key.text) && value.kind === 'scalar' ? [value] : []))
      : listItemsIn(labels).flatMap((item) => (item.kind === 'scalar' && label.test(item.text) ? [item] : []));
  for (const value of values) {
    if (value.text.length <= longest && hasLoneDollar(value)) problems.push(problemAt(value));
  }
}

function doubled(text: string): string {
  return text.replace(dollars, '$$$$');
}

function hasLoneDollar({ text }: ConfigScalar): boolean {
  return doubled(text) !== text;
}

function problemAt({ file, start, end }: ConfigScalar): ConfigProblem {
  const message = l10n.t('“docker stack deploy” refuses a “$” that begins no variable. Write “$$” for a dollar sign.');
  const range = { path: file.path, start, end };
  const fix = { range, text: doubled(file.text.slice(start, end)), title: doubledTitle() };
  return { code: 'compose.dollar', severity: 'warning', message, range, fix };
}
