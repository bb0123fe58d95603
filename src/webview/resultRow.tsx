import * as l10n from '@vscode/l10n';
import { plural } from '../l10n/plural';
import type { PageView } from '../protocol/pageView';
import { ColumnsPopup } from './columnsPopup';
import { Button } from './controls';
import { FilterChips } from './filterChips';
import { moreActions, pagingKeys } from './moreActions';
import { usePage } from './pageContext';
import { Menu } from './popup';
import { pageCost } from './valueFormat';

/** The result on one line: where the page is in it, its filters, and how it is shown. */
export function ResultRow({ areFieldsSeen }: { readonly areFieldsSeen: boolean }) {
  const { view, dispatch } = usePage();
  const { canRestore, busy, shown } = view;
  const page = shown?.page;
  const isAround = page?.around !== undefined;
  return (
    <div class="toolbar" role="toolbar" aria-label={l10n.t('Paging')}>
      <TurnButton to="previous" />
      <TurnButton to="next" />
      <Range />
      <FilterChips />
      <span class="middle">
        {canRestore && (
          <Button label={l10n.t('Restore Previous Search')} class="link" press={() => dispatch('restoreForm')} />
        )}
        {busy !== undefined && (
          <Button
            label={l10n.t('Cancel')}
            title={l10n.t('Cancel ({0})', 'Escape')}
            icon="debug-stop"
            class="cancel"
            press={() => dispatch('cancelRequest')}
          />
        )}
      </span>
      {page !== undefined && !isAround && <Follow />}
      {page !== undefined && <LayoutButton />}
      {page !== undefined && (
        <Button
          label={l10n.t('Fields')}
          title={l10n.t('Show or hide the fields and their values')}
          icon="list-tree"
          isIconOnly
          id="fields-button"
          aria-controls="fields"
          aria-expanded={areFieldsSeen}
          press={() => dispatch('showFields', !areFieldsSeen)}
        />
      )}
      <Menu
        id="more-menu"
        label={l10n.t('More Actions')}
        button={{ label: l10n.t('More Actions'), icon: 'ellipsis', isIconOnly: true }}
        groups={() => moreActions(view, dispatch)}
      />
      <ColumnsPopup />
      <span class="for-screen-readers" role="status">
        {spoken(view)}
      </span>
    </div>
  );
}

/** Goes to a page, or adds hits to an end of the hits around a hit, by the same keys. */
function TurnButton({ to }: { readonly to: 'previous' | 'next' }) {
  const { view, dispatch } = usePage();
  const page = view.shown?.page;
  const key = pagingKeys[to];
  const [label, title] =
    page?.around === undefined
      ? to === 'next'
        ? [l10n.t({ message: 'Next', args: [], comment: 'page' }), l10n.t('Next page ({0})', key)]
        : [l10n.t({ message: 'Previous', args: [], comment: 'page' }), l10n.t('Previous page ({0})', key)]
      : to === 'next'
        ? [l10n.t('Older'), l10n.t('Show more older hits ({0})', key)]
        : [l10n.t('Newer'), l10n.t('Show more newer hits ({0})', key)];
  const isThere = to === 'next' ? page?.hasNext : page?.hasPrevious;
  return (
    <Button
      label={label}
      title={title}
      icon={to === 'next' ? 'chevron-right' : 'chevron-left'}
      isIconOnly
      isOff={view.busy?.what === 'search' || isThere !== true}
      press={() => dispatch('turnPage', to)}
    />
  );
}

/** Which hits these are, and what they cost. */
function Range() {
  const { view } = usePage();
  const { busy, failure, isCanceled, shown } = view;
  const page = shown?.page;
  const isEmpty = view.isWithoutHits;
  // Beside a failure, the user would take it for the result of the failed search.
  if (failure?.isOfSearch === true && isEmpty) return null;
  const origin = hitsOrigin(view);
  const canceled = isCanceled ? [l10n.t('canceled')] : [];
  // What stands in place of the hits says that there are none.
  const range = busy?.progress ?? (isEmpty && page?.from === 0 ? '' : page?.range);
  const title = page && [
    ...(origin ? [origin.sentence] : []),
    [...pageCost(page), ...canceled].join(' · '),
    howAsked[page.asked](),
  ];
  return (
    <span class="range" title={title?.join('\n') ?? ''}>
      {[range, origin?.words, ...canceled].filter(Boolean).join(' · ')}
    </span>
  );
}

/** The search of the hits, if it is not the one in the form. */
export function hitsOrigin(view: PageView): { readonly words: string; readonly sentence: string } | undefined {
  if (view.isWithoutHits) return undefined;
  if (view.shown !== undefined && view.isRemoved)
    return { words: l10n.t('removed endpoint'), sentence: l10n.t('Results of the removed endpoint') };
  if (!view.arePrevious) return undefined;
  return { words: l10n.t('previous search'), sentence: l10n.t('Results of the previous search') };
}

const howAsked = {
  'from/size': () => l10n.t('Time on the server and size of the response. Paged with from and size.'),
  'point in time': () =>
    l10n.t('Time on the server and size of the response. Paged in a point in time, unaffected by later changes.'),
} as const;

/** The text for screen readers about the request in progress, or after it has ended. */
function spoken({ busy, shown, isCanceled, failure, follow }: PageView): string {
  if (busy !== undefined)
    return busy.progress === undefined ? l10n.t('Searching…') : l10n.t('Searching: {0}', busy.progress);
  if (isCanceled) return l10n.t('Search canceled.');
  // The failure bar is announced by itself.
  if (failure !== undefined || shown === undefined) return '';
  const isFollowing = follow?.state === 'following' || follow?.state === 'starting';
  return [
    shown.page.range,
    shown.page.partial.length > 0 && l10n.t('Partial results'),
    isFollowing && l10n.t('Following'),
    // Without their number, which would be announced every few seconds.
    isFollowing && follow.came > 0 && follow.isTaking !== true && l10n.t('New hits'),
  ]
    .filter((text) => text !== false)
    .join('. ');
}

/** Follows the search, or says that it does. Hits that wait while the user reads have a button of their own. */
function Follow() {
  const { view, dispatch } = usePage();
  const { follow, followEvery } = view;
  const isOn = follow?.state === 'following' || follow?.state === 'starting';
  const isPaused = follow?.state === 'paused';
  return (
    <>
      {follow !== undefined && follow.came > 0 && follow.isTaking !== true && (
        <Button
          label={plural(follow.came, { one: '{0} new hit', other: '{0} new hits' })}
          title={l10n.t('Show the new hits ({0})', 'N')}
          icon="arrow-up"
          class="came"
          press={() => dispatch('takeNewHits')}
        />
      )}
      <Button
        label={
          isOn
            ? l10n.t('Following, every {0} s', followEvery)
            : isPaused
              ? l10n.t('Following is paused')
              : l10n.t('Follow')
        }
        title={isPaused ? l10n.t('Resume ({0})', 'F') : l10n.t('Follow: show new hits as they come ({0})', 'F')}
        icon={isPaused ? 'debug-pause' : 'pulse'}
        class={`follow${isOn ? '' : ' off'}`}
        aria-pressed={isOn}
        press={() => dispatch('pressFollow')}
      />
    </>
  );
}

/** The layout of the hits: a table, or lines of a log, wrapped or not. */
function LayoutButton() {
  const { view, dispatch } = usePage();
  const { kind, isWrapped } = view.layout;
  const areLines = kind === 'lines';
  return (
    <Menu
      id="layout-menu"
      label={l10n.t('Layout')}
      button={{
        label: l10n.t('Layout'),
        title: l10n.t('Layout of the hits: table or lines'),
        icon: areLines ? 'output' : 'table',
        isIconOnly: true,
      }}
      groups={() => [
        [
          { label: l10n.t('Table'), isOn: !areLines, press: () => dispatch('chooseLayout', { kind: 'table' }) },
          { label: l10n.t('Lines'), isOn: areLines, press: () => dispatch('chooseLayout', { kind: 'lines' }) },
        ],
        [
          {
            label: l10n.t('Wrap Lines'),
            shortcut: pagingKeys.wrap,
            isOn: isWrapped,
            isOff: !areLines,
            press: () => dispatch('chooseLayout', { isWrapped: !isWrapped }),
          },
        ],
      ]}
    />
  );
}
