import * as l10n from '@vscode/l10n';
import { type HitTable, type LinePart, type LinePartKind, linePartKinds } from '../protocol/resultPage';
import type { HitLayout } from '../protocol/savedState';
import { longestOf, rankHeading, type TableHeading } from './tableLayout';
import { cellText, localTime } from './valueFormat';

const titles: Readonly<Record<Exclude<LinePartKind, 'field'>, () => string>> = {
  time: () => l10n.t('Time'),
  level: () => l10n.t('Level'),
  status: () => l10n.t('Status'),
  method: () => l10n.t('Method'),
  host: () => l10n.t('Host'),
  path: () => l10n.t('Path'),
  duration: () => l10n.t('Duration'),
  router: () => l10n.t('Router'),
  message: () => l10n.t('Message'),
};

/** The most characters of a column that does not take the rest of the window. */
const widest: Partial<Readonly<Record<LinePartKind, number>>> = {
  level: 10,
  status: 6,
  method: 7,
  host: 22,
  duration: 10,
  router: 24,
};
/** The parts that shrink first, and that a narrow window hides, unless a match is in them. */
const secondary: readonly LinePartKind[] = ['host', 'router'];
/** The most characters for which others shrink. */
const longestPath = 80;
/** `12 months ago` */
const relativeWidth = 14;
/** The length of the day in a moment, with the space after it: `2026-11-20 ` */
export const dayLength = 11;

/**
 * The columns of hits as lines, in reading order. Widths come from the longest text; the path of a request, or else the
 * message, takes the rest. What a request says besides stands behind its path.
 */
export function lineHeadings(table: HitTable, layout: HitLayout): readonly TableHeading[] {
  const parts = table.rows.flatMap(({ line = [] }) => line);
  const hasAccess = parts.some(({ kind }) => kind === 'path');
  return [
    rankHeading(table, layout.areRanksShown),
    ...linePartKinds.flatMap((part) =>
      part === 'field' || (part === 'message' && hasAccess) ? [] : headingOf(part, table, parts, layout),
    ),
  ];
}

function headingOf(
  part: Exclude<LinePartKind, 'field'>,
  table: HitTable,
  all: readonly LinePart[],
  { areTimesRelative }: HitLayout,
): TableHeading[] {
  const parts = all.filter(({ kind }) => kind === part);
  // A line without any parts still shows that it is empty.
  if (parts.length === 0 && part !== 'message') return [];
  const title = titles[part]();
  const texts = parts.map(({ cell }) => cellText(cell));
  const heading = { kind: 'part', title, part } as const;
  switch (part) {
    case 'time':
      return [{ ...heading, ...timeHeading(table, parts, areTimesRelative) }];
    case 'path':
      return [{ ...heading, width: 'minmax(0px, 1fr)', chars: longestOf(texts, longestPath) }];
    case 'message':
      return [{ ...heading, width: 'minmax(0px, 1fr)' }];
    default: {
      const width = longestOf([title, ...texts], widest[part] ?? 0);
      const canShrink = secondary.includes(part);
      const isLeftOut = canShrink && parts.every(({ cell }) => cell.marks === undefined);
      return [
        {
          ...heading,
          width: canShrink ? `minmax(${Math.min(12, width)}ch, ${width}ch)` : `${width}ch`,
          isSecondary: isLeftOut,
          ...(part === 'duration' && { isNumber: true }),
        },
      ];
    }
  }
}

function timeHeading({ time }: HitTable, parts: readonly LinePart[], areRelative: boolean) {
  const texts = parts.map(({ cell }) => cellText(cell));
  const today = localTime(Date.now())?.slice(0, dayLength);
  const dated = texts.filter((text) => text !== '');
  const isOneDay = !areRelative && dated.length > 0 && dated.every((text) => text.slice(0, dayLength) === today);
  const width = areRelative ? relativeWidth : longestOf(texts, 32);
  return {
    width: `${isOneDay ? width - dayLength : width}ch`,
    ...(isOneDay && { isOneDay }),
    sortField: time?.sortField,
    type: time?.type,
  };
}
