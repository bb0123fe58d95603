import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../l10n/plural';
import { healthSummary } from '../describe/itemSummary';
import { statusName } from '../describe/labels';
import { healthOfServers } from '../model/health';
import type { ItemDifference } from './compare';
import type { ComparedThing } from './sections';

/** The ways in which a thing can differ between two sides, in the order of rows. */
const differenceKinds = ['changed', 'added', 'removed', 'health'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** The ways that are shown. Differences in health only are hidden by default. */
export function shownDifferenceKinds(showsHealth: boolean): readonly DifferenceKind[] {
  return showsHealth ? differenceKinds : differenceKinds.filter((way) => way !== 'health');
}

const counts: Readonly<Record<DifferenceKind, PluralForms>> = {
  changed: { one: '{0} changed', other: '{0} changed' },
  added: { one: '{0} added', other: '{0} added' },
  removed: { one: '{0} removed', other: '{0} removed' },
  health: { one: '{0} in health', other: '{0} in health' },
};

/** The number of differences of each way: `3 changed, 2 added`; empty if there are none. */
export function countsText(countOf: (way: DifferenceKind) => number): string {
  return differenceKinds.flatMap((way) => (countOf(way) === 0 ? [] : [plural(countOf(way), counts[way])])).join(', ');
}

/** The same text for a list of ways. */
export function differenceCountsText(ways: readonly DifferenceKind[]): string {
  const count = new Map<DifferenceKind, number>();
  for (const way of ways) count.set(way, (count.get(way) ?? 0) + 1);
  return countsText((way) => count.get(way) ?? 0);
}

/** The description of a difference's row: the fields that changed, `added`, `removed`, or `3 of 3 up → 1 of 3 up`. */
export function differenceText(way: DifferenceKind, { left, right, fields }: ItemDifference): string {
  switch (way) {
    case 'changed':
      return fields.join(', ');
    case 'added':
      return l10n.t('added');
    case 'removed':
      return l10n.t('removed');
    case 'health': {
      const [before, after] = [stateText(left), stateText(right)];
      return before === undefined || after === undefined || before === after
        ? l10n.t('health')
        : `${before} → ${after}`;
    }
  }
}

function stateText(thing: ComparedThing | undefined): string | undefined {
  if (thing === undefined) return undefined;
  if ('kind' in thing && thing.kind === 'services') return healthSummary(healthOfServers(thing));
  return 'sans' in thing ? statusName(thing.status) : undefined;
}
