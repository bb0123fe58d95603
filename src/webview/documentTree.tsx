import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { plural } from '../l10n/plural';
import type { HitAction } from '../protocol/actions';
import type { ActOnValue } from '../protocol/pageView';
import type { HitInFull, HitNode } from '../protocol/resultPage';
import { Button, Icon } from './controls';
import { cellParts, valueContext } from './hitCells';
import { usePage } from './pageContext';
import { beginningOf, cellTitle, exactText } from './valueFormat';

/** Deeper lines are not indented further. */
const deepestIndent = 24;
/** Longer values are truncated until the user expands them: some fill many windows. */
const longestValue = 600;
/** Of a stack trace, the first lines tell most. */
const mostLines = 8;
const lineActions = (): readonly (readonly [HitAction, label: string, codicon: string])[] => [
  ['filterFor', l10n.t('Filter For'), 'add'],
  ['filterOut', l10n.t('Filter Out'), 'remove'],
  ['copyValue', l10n.t('Copy Value'), 'copy'],
];

interface DocumentTreeProps {
  readonly hit: HitInFull;
  readonly label: string;
  readonly act: ActOnValue;
}

/**
 * A hit as a tree of lines. One line at a time is in the tab order; the arrow keys work as in any tree of VS Code. The
 * line with the focus or the pointer has buttons.
 */
export function DocumentTree({ hit: { nodes }, label, act }: DocumentTreeProps) {
  const columns = usePage().view.columns;
  const [folded, setFolded] = useState<ReadonlySet<number>>(() => foldedAtFirst(nodes));
  /** The line with the focus, and the one with the buttons. */
  const [current, setCurrent] = useState(0);
  const [hovered, setHovered] = useState<number>();
  const root = useRef<HTMLDivElement>(null);
  const seen = visibleLines(nodes, folded);
  const withActions = hovered ?? current;

  const fold = (at: number, isFolded: boolean): void => {
    if (nodes[at]?.inside === 0) return;
    const next = new Set(folded);
    if (isFolded) next.add(at);
    else next.delete(at);
    setFolded(next);
  };
  const goTo = (at: number): void => {
    setCurrent(at);
    root.current?.querySelector<HTMLElement>(`[data-line="${at}"]`)?.focus();
  };
  const step = (from: number, by: 1 | -1): void => {
    let at = from + by;
    while (seen[at] === false) at += by;
    if (seen[at] === true) goTo(at);
  };
  const onClick = (event: TargetedMouseEvent<HTMLElement>): void => {
    const at = lineOf(event.target);
    if (at === undefined || getSelection()?.isCollapsed === false) return;
    goTo(at);
    if (event.target instanceof Element && event.target.closest('button') !== null) return;
    fold(at, !folded.has(at));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const { target, key } = event;
    const at = lineOf(target);
    const isLine = target instanceof HTMLElement && target.dataset.line !== undefined;
    if (at === undefined || !isLine || event.ctrlKey || event.altKey || event.metaKey) return;
    const isUnfolded = nodes[at]?.inside !== 0 && !folded.has(at);
    if (key === 'ArrowDown') step(at, 1);
    else if (key === 'ArrowUp') step(at, -1);
    else if (key === 'Home') step(-1, 1);
    else if (key === 'End') step(nodes.length, -1);
    else if (key === 'ArrowRight' && isUnfolded) step(at, 1);
    else if (key === 'ArrowRight') fold(at, false);
    else if (key === 'Enter' || key === ' ') fold(at, isUnfolded);
    else if (key === 'ArrowLeft' && isUnfolded) fold(at, true);
    else if (key === 'ArrowLeft') {
      const owner = ownerLineOf(nodes, at);
      // At the top level, the key belongs to the row of the hit.
      if (owner === undefined) return;
      goTo(owner);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={root}
      class="tree"
      role="tree"
      aria-label={label}
      onFocusIn={({ target }) => setCurrent(lineOf(target) ?? current)}
      onPointerOver={({ target }) => setHovered(lineOf(target))}
      onPointerLeave={() => setHovered(undefined)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {nodes.map(
        (node, at) =>
          seen[at] === true && (
            <Line
              key={at}
              at={at}
              node={node}
              isUnfolded={node.inside === 0 ? undefined : !folded.has(at)}
              isCurrent={at === current}
              hasActions={at === withActions}
              isColumn={columns.includes(node.path)}
              act={act}
            />
          ),
      )}
    </div>
  );
}

function lineOf(target: EventTarget | null): number | undefined {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
  return line === null ? undefined : Number(line.dataset.line);
}

function lineName({ name, cell }: Pick<HitNode, 'name' | 'cell'>): string {
  const texts = [(beginningOf(cell, longestValue, mostLines) ?? cell).text, exactText(cell) ?? []];
  return `${name}: ${texts.flat().join(', ')}`;
}

interface LineProps {
  readonly at: number;
  readonly node: HitNode;
  /** Undefined: there is nothing in it. */
  readonly isUnfolded: boolean | undefined;
  readonly isCurrent: boolean;
  readonly hasActions: boolean;
  readonly isColumn: boolean;
  readonly act: ActOnValue;
}

/** A line, which is drawn again only if one of its properties is another one. */
function Line({ at, node, isUnfolded, isCurrent, hasActions, isColumn, act }: LineProps) {
  const { depth, name, path, start, cell, inside } = node;
  const draw = () => (
    <div
      class="node"
      role="treeitem"
      tabIndex={isCurrent ? 0 : -1}
      data-line={at}
      // What is in it stands below.
      aria-label={isUnfolded === true ? name : lineName(node)}
      aria-level={depth + 1}
      aria-expanded={isUnfolded}
      data-vscode-context={JSON.stringify(valueContext(path, cell, isColumn, start))}
      style={{ '--depth': String(Math.min(depth, deepestIndent)) }}
    >
      {inside > 0 ? <Icon name="chevron-right" /> : <span class="codicon" aria-hidden="true" />}
      <span class="name">{name}</span>
      {isUnfolded !== true && (
        <>
          <span class="colon">: </span>
          <Value node={node} act={act} />
        </>
      )}
      {hasActions && <Actions node={node} act={act} />}
    </div>
  );
  return useMemo(draw, [at, node, isUnfolded, isCurrent, hasActions, isColumn, act]);
}

function Value({ node: { cell }, act }: Pick<LineProps, 'node' | 'act'>) {
  const [isWhole, setWhole] = useState(false);
  const beginning = isWhole ? undefined : beginningOf(cell, longestValue, mostLines);
  const exact = exactText(cell);
  const linesLeft = cell.text.split('\n').length - (beginning?.text.split('\n').length ?? 0);
  return (
    <span class={`value ${cell.kind}`} title={cell.isCut === true || exact !== undefined ? undefined : cellTitle(cell)}>
      {cellParts(beginning ?? cell)}
      {/* Without a mouse, there is no tooltip. */}
      {exact !== undefined && [' ', <span class="exact">{exact}</span>]}
      {beginning !== undefined && [
        ' ',
        <Button
          key="more"
          class="show-all"
          label={
            linesLeft === 0 ? l10n.t('Show More') : plural(linesLeft, { one: '{0} More Line', other: '{0} More Lines' })
          }
          title={plural(cell.text.length, { one: 'Show {0} character here', other: 'Show {0} characters here' })}
          onClick={({ currentTarget }) => {
            const line = currentTarget.closest<HTMLElement>('.node');
            setWhole(true);
            line?.focus();
          }}
        />,
      ]}
      {/* After the text, where the line's own buttons do not cover it. */}
      {beginning === undefined &&
        cell.isCut === true && [
          ' ',
          <Button
            key="all"
            class="show-all"
            label={l10n.t('Show All')}
            title={l10n.t('Open the full document in an editor')}
            press={() => act('open')}
          />,
        ]}
    </span>
  );
}

/** For the mouse: the context menu of the line, which has a key, has the same actions. */
function Actions({ node: { path, start, cell, inside }, act }: Pick<LineProps, 'node' | 'act'>) {
  const isWhole = inside > 0 || cell.kind === 'object' || cell.kind === 'list';
  const hidesFilters = isWhole || cell.noFilter === true;
  return (
    // The focus stays on its line, so that it is not lost when the buttons move to another one.
    <span class="actions" onMouseDown={(event) => event.preventDefault()}>
      {lineActions()
        .filter((_, at) => !hidesFilters || at > 1)
        .map(([action, label, codicon]) => (
          <Button
            key={action}
            label={label}
            icon={codicon}
            isIconOnly
            tabIndex={-1}
            press={() => act(action, { path, ...(start !== undefined && { start }) })}
          />
        ))}
    </span>
  );
}

/** Objects and lists with more lines than this start collapsed. */
const mostUnfolded = 100;

/** The lines that start collapsed: long objects and lists, but not the document itself. */
export function foldedAtFirst(nodes: readonly HitNode[]): Set<number> {
  return new Set(nodes.flatMap(({ depth, inside }, at) => (depth > 0 && inside > mostUnfolded ? [at] : [])));
}

/** Whether each line is visible: those inside a collapsed one are not. */
export function visibleLines(nodes: readonly HitNode[], folded: ReadonlySet<number>): boolean[] {
  let hiddenUpTo = -1;
  return nodes.map(({ inside }, at) => {
    if (at <= hiddenUpTo) return false;
    if (folded.has(at)) hiddenUpTo = at + inside;
    return true;
  });
}

/** Undefined at the top. */
export function ownerLineOf(nodes: readonly HitNode[], at: number): number | undefined {
  const depth = nodes[at]?.depth ?? 0;
  const owner = nodes.findLastIndex((node, before) => before < at && node.depth < depth);
  return owner < 0 ? undefined : owner;
}
