import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';
import { dateTimeText } from '../describe/dateTexts';
import type { Comparison, ItemDifference } from './compare';
import { nameOfOne } from './sections';
import type { ComparedSide } from './side';

const mostListed = 200;
const longestName = 200;

/** The differences as a Markdown list, for a pull request. Server text is in code spans: no mentions, links or HTML. */
export function comparisonSummary(comparison: Comparison): string {
  const { left, right, added, removed, changed, health, unchanged, notes } = comparison;
  const section = (title: string, list: readonly ItemDifference[]): readonly string[] =>
    list.length === 0
      ? []
      : [
          '',
          title,
          '',
          ...list.slice(0, mostListed).map(lineOf),
          ...(list.length > mostListed ? [`- ${l10n.t('and {0} more', numberText(list.length - mostListed))}`] : []),
        ];
  const isSame = added.length + removed.length + changed.length === 0;
  return [
    l10n.t('From {0} (read {1}) to {2} (read {3}):', ...sideTexts(left), ...sideTexts(right)),
    ...(isSame ? ['', l10n.t('No differences.')] : []),
    ...section(l10n.t('Added ({0})', numberText(added.length)), added),
    ...section(l10n.t('Removed ({0})', numberText(removed.length)), removed),
    ...section(l10n.t('Changed ({0})', numberText(changed.length)), changed),
    '',
    health.length === 0
      ? l10n.t('Unchanged: {0}', numberText(unchanged))
      : l10n.t(
          'Unchanged: {0}, including {1} with different health',
          numberText(unchanged + health.length),
          numberText(health.length),
        ),
    ...notes.map(({ label }) => `- ${label}`),
    '',
  ].join('\n');
}

function sideTexts({ name, inventory }: ComparedSide): readonly [name: string, readAt: string] {
  return [code(name), dateTimeText(inventory.readAt)];
}

function lineOf({ section, label, fields }: ItemDifference): string {
  const what = `- ${nameOfOne(section)} ${code(label)}`;
  return fields.length === 0 ? what : `${what}: ${fields.map(({ path }) => code(path)).join(', ')}`;
}

/** A code span around any text: its fence is longer than any run of backticks in it. */
function code(text: string): string {
  const line = plainText(text, longestName) || l10n.t('(no name)');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}
