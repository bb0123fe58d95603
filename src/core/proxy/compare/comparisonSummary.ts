import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';
import { dateTimeText } from '../describe/dates';
import type { Comparison, Difference } from './compare';
import { nameOfOne } from './sections';
import type { ComparedSide } from './side';

/** Differences of a group that are written out. */
const MOST_LISTED = 200;
const LONGEST_NAME = 200;

/**
 * What differs as a Markdown list, for a pull request. All that is not ours stands in code spans: it mentions nobody, links
 * nowhere and is no HTML.
 */
export function comparisonSummary(comparison: Comparison): string {
  const { left, right, added, removed, changed, health, unchanged, notes } = comparison;
  const section = (title: string, list: readonly Difference[]): readonly string[] =>
    list.length === 0
      ? []
      : [
          '',
          `${title} (${numberText(list.length)})`,
          '',
          ...list.slice(0, MOST_LISTED).map(lineOf),
          ...(list.length > MOST_LISTED ? [`- and ${numberText(list.length - MOST_LISTED)} more`] : []),
        ];
  const isSame = added.length + removed.length + changed.length === 0;
  return [
    `From ${sideText(left)} to ${sideText(right)}:`,
    ...(isSame ? ['', 'No differences.'] : []),
    ...section('Added', added),
    ...section('Removed', removed),
    ...section('Changed', changed),
    '',
    `Unchanged: ${numberText(unchanged + health.length)}${health.length === 0 ? '' : `, of which ${numberText(health.length)} differ${health.length === 1 ? 's' : ''} in health only`}.`,
    ...notes.map(({ label }) => `Note: ${label}.`),
    '',
  ].join('\n');
}

function sideText({ name, inventory }: ComparedSide): string {
  return `${code(name)} (read ${dateTimeText(inventory.readAt)})`;
}

function lineOf({ section, label, fields }: Difference): string {
  const what = `- ${nameOfOne(section)} ${code(label)}`;
  return fields.length === 0 ? what : `${what}: ${fields.map(code).join(', ')}`;
}

/** A code span, whatever is in it: its fence is longer than any run of back-ticks there. */
function code(text: string): string {
  const line = plainText(text, LONGEST_NAME) || '(no name)';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}
