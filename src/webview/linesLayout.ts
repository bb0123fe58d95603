import * as l10n from '@vscode/l10n';
import { type HitTable, type LinePart, type LinePartKind, linePartKinds } from '../protocol/resultPage';
import type { HitLayout } from '../protocol/savedState';
import { button, element } from './dom';
import type { Dispatch, PageState } from './pageState';
import { longestOf, type TableHeading } from './tableLayout';
import { cellText } from './valueFormat';

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
  host: 26,
  duration: 10,
  router: 30,
};
/** The parts that a narrow window hides, unless a match is in them. */
const secondary: readonly LinePartKind[] = ['host', 'router'];
/** `12 months ago` */
const relativeWidth = 14;
/** The length of the day in a moment, with the space after it: `2026-11-20 ` */
export const dayLength = 11;

/**
 * The columns of hits as lines, in reading order. Widths come from the longest text; path and message share the rest.
 */
export function lineHeadings(table: HitTable, areTimesRelative: boolean): readonly TableHeading[] {
  const rank: TableHeading = { kind: 'rank', title: '#', width: '26px' };
  const parts = table.rows.flatMap(({ line = [] }) => line);
  return [
    rank,
    ...linePartKinds.flatMap((part) => (part === 'field' ? [] : headingOf(part, table, parts, areTimesRelative))),
  ];
}

function headingOf(
  part: Exclude<LinePartKind, 'field'>,
  table: HitTable,
  all: readonly LinePart[],
  areTimesRelative: boolean,
): TableHeading[] {
  const parts = all.filter(({ kind }) => kind === part || (kind === 'field' && part === 'message'));
  // A line without any parts still shows that it is empty.
  if (parts.length === 0 && part !== 'message') return [];
  const hasAccess = all.some(({ kind }) => kind === 'path');
  if (parts.length === 0 && hasAccess) return [];
  const title = titles[part]();
  const heading = { kind: 'part', title, part } as const;
  switch (part) {
    case 'time':
      return [{ ...heading, ...timeHeading(table, parts, areTimesRelative) }];
    case 'path':
      return [{ ...heading, width: 'minmax(14ch, 2fr)' }];
    case 'message':
      return [{ ...heading, width: hasAccess ? 'minmax(14ch, 3fr)' : 'minmax(0px, 1fr)', isBelow: hasAccess }];
    default: {
      const texts = parts.map(({ cell }) => cellText(cell));
      const width = longestOf([title, ...texts], widest[part] ?? 0);
      const canShrink = secondary.includes(part);
      const isLeftOut = canShrink && parts.every(({ cell }) => cell.marks === undefined);
      return [
        {
          ...heading,
          width: canShrink ? `minmax(8ch, ${width}ch)` : `${width}ch`,
          isSecondary: isLeftOut,
          ...(part === 'duration' && { isNumber: true }),
        },
      ];
    }
  }
}

function timeHeading({ time }: HitTable, parts: readonly LinePart[], areRelative: boolean) {
  const texts = parts.map(({ cell }) => cellText(cell));
  const days = new Set(texts.filter((text) => text !== '').map((text) => text.slice(0, dayLength)));
  const width = areRelative ? relativeWidth : longestOf(texts, 32);
  return {
    width: `${width}ch`,
    ...(!areRelative && days.size === 1 && { narrowWidth: `${width - dayLength}ch` }),
    sortField: time?.sortField,
    type: time?.type,
  };
}

/** The key in package.json, which is also VS Code's for editors. */
const wrapKey = navigator.userAgent.includes('Mac') ? '⌥Z' : 'Alt+Z';

/** The layout of the hits: lines of a log instead of a table, wrapped or not. */
export function layoutView(dispatch: Dispatch) {
  let state: PageState | undefined;
  const lines = button(
    l10n.t('Lines'),
    { icon: 'output', title: l10n.t('Show hits as lines of a log'), class: 'view' },
    () => dispatch({ kind: 'layoutChosen', to: { kind: state?.layout.kind === 'lines' ? 'table' : 'lines' } }),
  );
  const wrap = button(
    l10n.t('Wrap'),
    { icon: 'word-wrap', isIconOnly: true, title: l10n.t('Wrap lines ({0})', wrapKey), class: 'view' },
    () => dispatch({ kind: 'layoutChosen', to: { isWrapped: state?.layout.isWrapped !== true } }),
  );
  const root = element('div', { class: 'group' }, lines, wrap);

  return {
    root,
    update(next: PageState): void {
      state = next;
      const { kind, isWrapped } = next.layout;
      const areLines = kind === 'lines';
      root.hidden = next.shown === undefined;
      lines.setAttribute('aria-pressed', String(areLines));
      wrap.setAttribute('aria-pressed', String(isWrapped));
      if (!areLines && document.activeElement === wrap) lines.focus();
      wrap.hidden = !areLines;
    },
  };
}

/** The layout in which the hits can be drawn: the one that the host described them for. */
export function drawnLayout({ shown, layout }: PageState): HitLayout {
  const rows = shown?.page.table.rows ?? [];
  const areLines = rows.length > 0 && rows.every(({ line }) => line !== undefined);
  return { ...layout, kind: areLines ? 'lines' : 'table' };
}

/** Whether the hits look the same in both layouts: a table does not wrap. */
export function areDrawnAlike(one: HitLayout, other: HitLayout): boolean {
  return (
    one.kind === other.kind &&
    one.areTimesRelative === other.areTimesRelative &&
    (one.kind === 'table' || one.isWrapped === other.isWrapped)
  );
}
