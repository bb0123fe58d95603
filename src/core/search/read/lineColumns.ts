import * as l10n from '@vscode/l10n';
import { type HitColumn, type LinePartKind, linePartKinds, type NamedCell } from '../../../protocol/resultPage';
import { absentCell } from './hitCell';
import type { ReadRow } from './readTable';
import { type CellWriter, longestOf, type TableColumn } from './tableColumns';

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
  time: 32,
  level: 10,
  status: 6,
  method: 7,
  host: 22,
  path: 80,
  duration: 10,
  router: 24,
};
/** The parts that shrink first, and that a narrow window hides, unless a match is in them. */
const secondary: readonly LinePartKind[] = ['host', 'router'];
const leastSecondary = 12;
/** `12 months ago` */
const relativeWidth = 14;
/** The rest of the window is for the path of a request, or else the message. */
const rest = 'minmax(0px, 1fr)';

/**
 * The columns of hits as lines, in reading order. What a request says besides its parts stands behind its path.
 *
 * @param time the date field with the times of the hits
 */
export function lineColumns(rows: readonly ReadRow[], time: HitColumn | undefined, write: CellWriter): TableColumn[] {
  const areRequests = rows.some(({ line = [] }) => line.some(({ kind }) => kind === 'path'));
  return linePartKinds.flatMap((part): TableColumn[] => {
    if (part === 'field' || (part === 'message' && areRequests)) return [];
    const heading = { kind: 'part', title: titles[part](), part } as const;
    if (part === 'message') {
      return [
        {
          heading: { ...heading, width: rest },
          cells: rows.map((row) => ({ ...absentCell, parts: besidesOf(row, write) })),
        },
      ];
    }
    const own = rows.map(({ line = [] }) => line.find(({ kind }) => kind === part));
    if (own.every((each) => each === undefined)) return [];
    const cells = own.map((each) => write(each?.cell ?? absentCell, each?.path));
    // Relative times change, and their column keeps its width.
    const isRelative = cells.some(({ at }) => at !== undefined);
    const title = part === 'time' || part === 'path' ? '' : heading.title;
    const longest = longestOf([title, ...cells.map(({ text }) => text)], widest[part] ?? 0);
    const length = isRelative ? relativeWidth : longest;
    if (part === 'path') {
      return [
        {
          heading: { ...heading, width: rest, chars: length },
          cells: cells.map((cell, at) => ({ ...cell, parts: besidesOf(rows[at], write) })),
        },
      ];
    }
    const canShrink = secondary.includes(part);
    return [
      {
        heading: {
          ...heading,
          width: canShrink ? `minmax(${Math.min(leastSecondary, length)}ch, ${length}ch)` : `${length}ch`,
          ...(canShrink && cells.every(({ marks }) => marks === undefined) && { isSecondary: true }),
          ...(part === 'duration' && { isNumber: true }),
          ...(part === 'time' && { sortField: time?.sortField, type: time?.type }),
        },
        cells,
      },
    ];
  });
}

/** What a line says besides its parts. */
function besidesOf(row: ReadRow | undefined, write: CellWriter): readonly NamedCell[] {
  const parts = row?.line?.filter(({ kind }) => kind === 'message' || kind === 'field') ?? [];
  return parts.map(({ kind, path = '', cell }) => ({
    ...write(cell),
    path,
    ...(kind === 'message' && { isMessage: true }),
  }));
}
