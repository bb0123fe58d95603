import * as l10n from '@vscode/l10n';
import { plural } from '../l10n/plural';
import type { SearchAction } from '../protocol/actions';
import { pageSizes } from '../protocol/question';
import { followIntervals } from '../protocol/savedState';
import { ColumnsPopup } from './columnsPopup';
import { Button } from './controls';
import { FilterChips } from './filterChips';
import { columnsToFetch } from './pageFields';
import {
  areHitsPrevious,
  chosenLayout,
  type Dispatch,
  isEndpointRemoved,
  isWithoutHits,
  type PageState,
  sizeOfBody,
} from './pageState';
import { Menu, type MenuChoice, type MenuItem, openPopup } from './popup';
import { isScored } from './questionForm';
import { pageCost } from './valueFormat';

const isMac = navigator.userAgent.includes('Mac');

/** The keys in package.json. On macOS, Option with an arrow key moves by words. */
const keys = isMac
  ? { first: '⌥Home', previous: '⌘[', next: '⌘]', wrap: '⌥Z' }
  : { first: 'Alt+Home', previous: 'Alt+Left', next: 'Alt+Right', wrap: 'Alt+Z' };

/** Around a hit, the same buttons and keys add hits to both ends. */
const directions = {
  previous: () => ({
    label: l10n.t({ message: 'Previous', args: [], comment: 'page' }),
    title: l10n.t('Previous page ({0})', keys.previous),
  }),
  next: () => ({
    label: l10n.t({ message: 'Next', args: [], comment: 'page' }),
    title: l10n.t('Next page ({0})', keys.next),
  }),
  newer: () => ({ label: l10n.t('Newer'), title: l10n.t('Show more newer hits ({0})', keys.previous) }),
  older: () => ({ label: l10n.t('Older'), title: l10n.t('Show more older hits ({0})', keys.next) }),
} as const;

interface ResultRowProps {
  readonly state: PageState;
  readonly dispatch: Dispatch;
  readonly areFieldsSeen: boolean;
}

/** The result on one line: where the page is in it, its filters, and how it is shown. */
export function ResultRow({ state, dispatch, areFieldsSeen }: ResultRowProps) {
  const { busy, shown, isCanceled } = state;
  const page = shown?.page;
  const isSearching = busy?.what === 'search';
  const isAround = page?.around !== undefined;
  const words = [...(page === undefined ? [] : pageCost(page)), ...(isCanceled ? [l10n.t('canceled')] : [])];
  // Beside a failure, the user would take it for the result of the failed search.
  const isOfOther = state.failure?.isOfSearch === true && isWithoutHits(state);
  const origin = hitsOrigin(state);
  // What stands in place of the hits says that there are none.
  const isSaidBelow = isWithoutHits(state) && page?.from === 0;
  return (
    <div class="toolbar" role="toolbar" aria-label={l10n.t('Paging')}>
      <Button
        {...(isAround ? directions.newer() : directions.previous())}
        icon="chevron-left"
        isIconOnly
        isOff={isSearching || page?.hasPrevious !== true}
        press={() => dispatch({ kind: 'turned', to: 'previous' })}
      />
      <Button
        {...(isAround ? directions.older() : directions.next())}
        icon="chevron-right"
        isIconOnly
        isOff={isSearching || page?.hasNext !== true}
        press={() => dispatch({ kind: 'turned', to: 'next' })}
      />
      {!isOfOther && (
        <span
          class="range"
          title={
            page === undefined
              ? ''
              : [...(origin === undefined ? [] : [origin.sentence]), words.join(' · '), howAsked[page.asked]()].join(
                  '\n',
                )
          }
        >
          {[busy?.progress ?? (isSaidBelow ? '' : page?.range), origin?.words, isCanceled ? l10n.t('canceled') : []]
            .flatMap((text) => text || [])
            .join(' · ')}
        </span>
      )}
      <FilterChips state={state} dispatch={dispatch} />
      <span class="middle">
        {state.before.length > 0 && (
          <Button
            label={l10n.t('Restore Previous Search')}
            class="link"
            press={() => dispatch({ kind: 'backToTyped' })}
          />
        )}
        {busy !== undefined && (
          <Button
            label={l10n.t('Cancel')}
            title={l10n.t('Cancel ({0})', 'Escape')}
            icon="debug-stop"
            class="cancel"
            press={() => dispatch({ kind: 'cancelPressed' })}
          />
        )}
      </span>
      {page !== undefined && !isAround && <Follow state={state} dispatch={dispatch} />}
      {page !== undefined && <LayoutButton state={state} dispatch={dispatch} />}
      {page !== undefined && (
        <Button
          label={l10n.t('Fields')}
          title={l10n.t('Show or hide the fields and their values')}
          icon="list-tree"
          isIconOnly
          id="fields-button"
          aria-controls="fields"
          aria-expanded={areFieldsSeen}
          press={() => dispatch({ kind: 'fieldsToggled', areShown: !areFieldsSeen })}
        />
      )}
      <Button
        label={l10n.t('More Actions')}
        icon="ellipsis"
        isIconOnly
        id="more-button"
        popovertarget="more-menu"
        aria-haspopup="menu"
      />
      <Menu id="more-menu" label={l10n.t('More Actions')} groups={() => moreItems(state, dispatch)} />
      <ColumnsPopup state={state} dispatch={dispatch} />
      <span class="for-screen-readers" role="status">
        {spoken(state)}
      </span>
    </div>
  );
}

/** The search of the hits, if it is not the one in the form. */
export function hitsOrigin(state: PageState): { readonly words: string; readonly sentence: string } | undefined {
  if (isWithoutHits(state)) return undefined;
  if (state.shown !== undefined && isEndpointRemoved(state))
    return { words: l10n.t('removed endpoint'), sentence: l10n.t('Results of the removed endpoint') };
  if (!areHitsPrevious(state)) return undefined;
  return { words: l10n.t('previous search'), sentence: l10n.t('Results of the previous search') };
}

const howAsked = {
  'from/size': () => l10n.t('Time on the server and size of the response. Paged with from and size.'),
  'point in time': () =>
    l10n.t('Time on the server and size of the response. Paged in a point in time, unaffected by later changes.'),
} as const;

/** The text for screen readers about the request in progress, or after it has ended. */
function spoken({ busy, shown, isCanceled, failure, follow }: PageState): string {
  if (busy !== undefined)
    return busy.progress === undefined ? l10n.t('Searching…') : l10n.t('Searching: {0}', busy.progress);
  if (isCanceled) return l10n.t('Search canceled.');
  // The failure bar is announced by itself.
  if (failure !== undefined || shown === undefined) return '';
  const isFollowing = follow?.state === 'following' || follow?.state === 'starting';
  return [
    shown.page.range,
    ...(shown.page.partial.length > 0 ? [l10n.t('Partial results')] : []),
    ...(isFollowing ? [l10n.t('Following')] : []),
    // Without their number, which would be announced every few seconds.
    ...(isFollowing && follow.came > 0 && follow.isTaking !== true ? [l10n.t('New hits')] : []),
  ].join('. ');
}

/** Follows the search, or says that it does. Hits that wait while the user reads have a button of their own. */
function Follow({ state, dispatch }: Omit<ResultRowProps, 'areFieldsSeen'>) {
  const { follow, followEvery } = state;
  const isOn = follow?.state === 'following' || follow?.state === 'starting';
  const isPaused = follow?.state === 'paused';
  const label = isOn
    ? l10n.t('Following, every {0} s', followEvery)
    : isPaused
      ? l10n.t('Following is paused')
      : l10n.t('Follow');
  return (
    <>
      {follow !== undefined && follow.came > 0 && follow.isTaking !== true && (
        <Button
          label={plural(follow.came, { one: '{0} new hit', other: '{0} new hits' })}
          title={l10n.t('Show the new hits ({0})', 'N')}
          icon="arrow-up"
          class="came"
          press={() => dispatch({ kind: 'newHitsWanted' })}
        />
      )}
      <Button
        label={label}
        title={isPaused ? l10n.t('Resume ({0})', 'F') : l10n.t('Follow: show new hits as they come ({0})', 'F')}
        icon={isPaused ? 'debug-pause' : 'pulse'}
        class={`follow${isOn ? '' : ' off'}`}
        aria-pressed={isOn}
        press={() => dispatch({ kind: 'followPressed' })}
      />
    </>
  );
}

/** The layout of the hits: a table, or lines of a log, wrapped or not. */
function LayoutButton({ state, dispatch }: Omit<ResultRowProps, 'areFieldsSeen'>) {
  const { kind, isWrapped } = chosenLayout(state);
  const areLines = kind === 'lines';
  const items = (): readonly (readonly MenuItem[])[] => [
    [
      {
        label: l10n.t('Table'),
        isOn: !areLines,
        press: () => dispatch({ kind: 'layoutChosen', to: { kind: 'table' } }),
      },
      {
        label: l10n.t('Lines'),
        isOn: areLines,
        press: () => dispatch({ kind: 'layoutChosen', to: { kind: 'lines' } }),
      },
    ],
    [
      {
        label: l10n.t('Wrap Lines'),
        key: keys.wrap,
        isOn: isWrapped,
        isOff: !areLines,
        press: () => dispatch({ kind: 'layoutChosen', to: { isWrapped: !isWrapped } }),
      },
    ],
  ];
  return (
    <>
      <Button
        label={l10n.t('Layout')}
        title={l10n.t('Layout of the hits: table or lines')}
        icon={areLines ? 'output' : 'table'}
        isIconOnly
        popovertarget="layout-menu"
        aria-haspopup="menu"
      />
      <Menu id="layout-menu" label={l10n.t('Layout')} groups={items} />
    </>
  );
}

/** All that a search has besides what is in sight: each is two steps away. */
function moreItems(state: PageState, dispatch: Dispatch): readonly (readonly (MenuItem | MenuChoice)[])[] {
  const { form, layout, shown, busy, timeBar } = state;
  const page = shown?.page;
  const act = (action: SearchAction) => () => dispatch({ kind: 'acted', action });
  const isBody = form.body !== undefined;
  const isAround = page?.around !== undefined;
  const isByScore = form.sort.length === 1 && form.sort[0]?.field === '_score';
  const isCountable = page !== undefined && !isAround && page.isFollowed !== true;
  const mayCount = isCountable && page.table.rows.length > 0 && page.total?.isExact !== true;
  const paging: readonly (MenuItem | MenuChoice)[] = [
    ...(isAround
      ? []
      : [
          {
            label: l10n.t('First Page'),
            key: keys.first,
            isOff: busy?.what === 'search' || page?.hasPrevious !== true,
            press: () => dispatch({ kind: 'turned', to: 'first' }),
          },
          { label: l10n.t('Go to Page…'), press: act('goToPage') },
        ]),
    ...(mayCount
      ? [
          {
            label: l10n.t('Count All Hits'),
            isOff: busy !== undefined,
            press: () => dispatch({ kind: 'countPressed' }),
          },
        ]
      : []),
    sizeChoice(state, dispatch),
  ];
  const searches: readonly MenuItem[] = [
    ...(isBody ? [] : [{ label: l10n.t('Edit as JSON'), press: act('editAsJson') }]),
    { label: l10n.t('Search History…'), press: act('history') },
    { label: l10n.t('Save Search…'), press: act('save') },
    { label: l10n.t('Export Hits…'), press: act('export') },
    ...(page === undefined
      ? []
      : [
          {
            label: l10n.t('Show Request'),
            isOn: state.isRequestShown,
            press: () => dispatch({ kind: 'requestToggled' }),
          },
        ]),
    { label: l10n.t('Copy as curl'), press: act('copyAsCurl') },
    { label: l10n.t('Copy as Kibana Console Request'), press: act('copyAsDevTools') },
  ];
  const view: readonly MenuItem[] = [
    // Lines have fixed parts in place of columns.
    ...(page === undefined || chosenLayout(state).kind === 'lines'
      ? []
      : [{ label: l10n.t('Columns…'), press: () => openPopup('columns', document.getElementById('more-button')) }]),
    {
      label: l10n.t('Relative Times'),
      isOn: layout.areTimesRelative,
      press: () => dispatch({ kind: 'layoutChosen', to: { areTimesRelative: !layout.areTimesRelative } }),
    },
    {
      label: l10n.t('Highlight Matches'),
      isOn: form.highlight,
      isOff: isBody,
      press: () => dispatch({ kind: 'arranged', to: { highlight: !form.highlight } }),
    },
    {
      label: l10n.t('Best Matches First'),
      isOn: isByScore,
      // Words in one field are in this order in any case.
      isOff: !isScored(form) || isBody || form.field.trim() !== '',
      press: () => dispatch({ kind: 'arranged', to: { sort: isByScore ? [] : [{ field: '_score', order: 'desc' }] } }),
    },
    {
      label: l10n.t('Fetch Only Displayed Columns'),
      isOn: form.onlyFields.length > 0,
      isOff: isBody || (form.onlyFields.length === 0 && columnsToFetch(state).length === 0),
      press: () => dispatch({ kind: 'fetchToggled' }),
    },
  ];
  const stacks = timeBar.histogram?.stackFields ?? [];
  const stack = timeBar.stack ?? timeBar.histogram?.stackField ?? '';
  const bars: readonly (MenuItem | MenuChoice)[] = [
    {
      label: l10n.t('Hits over Time'),
      isOn: !timeBar.isFolded,
      press: () => dispatch({ kind: 'timeBarFolded', isFolded: !timeBar.isFolded }),
    },
    ...(timeBar.isFolded || stacks.length === 0
      ? []
      : [
          {
            label: l10n.t('Divide by'),
            options: ['', ...stacks].map((field) => ({
              label: field === '' ? l10n.t('Nothing') : field.replace(/\.keyword$/, ''),
              isOn: field === stack,
              press: () => dispatch({ kind: 'stackChosen', field }),
            })),
          },
        ]),
    ...(isAround
      ? []
      : [
          {
            label: l10n.t('Follow every'),
            options: followIntervals.map((seconds) => ({
              label: l10n.t('{0} s', seconds),
              isOn: seconds === state.followEvery,
              press: () => dispatch({ kind: 'intervalChosen', seconds }),
            })),
          },
        ]),
  ];
  return [paging, searches, view, bars];
}

function sizeChoice(state: PageState, dispatch: Dispatch): MenuChoice {
  const own = sizeOfBody(state);
  const current = own ?? state.form.size;
  const sizes = own === undefined ? [...new Set<number>([...pageSizes, current])].sort((a, b) => a - b) : [own];
  const isAround = state.shown?.page.around !== undefined;
  return {
    label: isAround ? l10n.t('Hits on each side') : l10n.t('Hits per page'),
    options: sizes.map((size) => ({
      label: String(size),
      isOn: size === current,
      // A size in a body is the only option.
      isOff: sizes.length === 1,
      press: () => dispatch({ kind: 'arranged', to: { size } }),
    })),
  };
}
