import * as l10n from '@vscode/l10n';
import type { SearchAction } from '../protocol/actions';
import type { PageView } from '../protocol/pageView';
import { hasWords, pageSizes } from '../protocol/question';
import { followIntervals } from '../protocol/savedState';
import type { Dispatch } from './pageStore';
import { type MenuEntry, openPopup } from './popup';
import { pathText } from './valueFormat';

/** The keys in package.json. On macOS, Option with an arrow key moves by words. */
export const pagingKeys = navigator.userAgent.includes('Mac')
  ? { first: '⌥Home', previous: '⌘[', next: '⌘]', wrap: '⌥Z' }
  : { first: 'Alt+Home', previous: 'Alt+Left', next: 'Alt+Right', wrap: 'Alt+Z' };

/** All that a search has besides what is in sight: each is two steps away. */
export function moreActions(view: PageView, dispatch: Dispatch): readonly (readonly (MenuEntry | false)[])[] {
  const { form, layout, shown, busy, timeBar } = view;
  const page = shown?.page;
  const act = (label: string, action: SearchAction) => ({ label, press: () => dispatch('actOnSearch', action) });
  const isBody = form.body !== undefined;
  const isAround = page?.around !== undefined;
  const isByScore = form.sort.length === 1 && form.sort[0]?.field === '_score';
  const isCountable = page !== undefined && !isAround && page.isFollowed !== true;
  const { stacks, stack } = timeBar;
  return [
    [
      !isAround && {
        label: l10n.t('First Page'),
        shortcut: pagingKeys.first,
        isOff: busy?.what === 'search' || page?.hasPrevious !== true,
        press: () => dispatch('turnPage', 'first'),
      },
      !isAround && act(l10n.t('Go to Page…'), 'goToPage'),
      isCountable &&
        page.table.rows.length > 0 &&
        page.total?.isExact !== true && {
          label: l10n.t('Count All Hits'),
          isOff: busy !== undefined,
          press: () => dispatch('countAllHits'),
        },
      sizeChoice(view, dispatch),
    ],
    [
      !isBody && act(l10n.t('Edit as JSON'), 'editAsJson'),
      act(l10n.t('Search History…'), 'history'),
      act(l10n.t('Save Search…'), 'save'),
      act(l10n.t('Export Hits…'), 'export'),
      page !== undefined && {
        label: l10n.t('Show Request'),
        isOn: view.isRequestShown,
        press: () => dispatch('changeView', { isRequestShown: !view.isRequestShown }),
      },
      act(l10n.t('Copy as curl'), 'copyAsCurl'),
      act(l10n.t('Copy as Kibana Console Request'), 'copyAsDevTools'),
    ],
    [
      // Lines have fixed parts in place of columns.
      page !== undefined &&
        layout.kind !== 'lines' && {
          label: l10n.t('Columns…'),
          press: () => openPopup('columns', 'more-menu-button'),
        },
      {
        label: l10n.t('Relative Times'),
        isOn: layout.areTimesRelative,
        press: () => dispatch('chooseLayout', { areTimesRelative: !layout.areTimesRelative }),
      },
      {
        label: l10n.t('Highlight Matches'),
        isOn: form.highlight,
        isOff: isBody,
        press: () => dispatch('changeQuestion', { highlight: !form.highlight }),
      },
      {
        label: l10n.t('Best Matches First'),
        isOn: isByScore,
        // Words in one field are in this order in any case.
        isOff: !hasWords(form) || isBody || form.field.trim() !== '',
        press: () => dispatch('changeQuestion', { sort: isByScore ? [] : [{ field: '_score', order: 'desc' }] }),
      },
      {
        label: l10n.t('Fetch Only Displayed Columns'),
        isOn: form.onlyFields.length > 0,
        isOff: isBody || (form.onlyFields.length === 0 && !view.canFetchColumns),
        press: () => dispatch('toggleFetch'),
      },
    ],
    [
      {
        label: l10n.t('Hits over Time'),
        isOn: !timeBar.isFolded,
        press: () => dispatch('changeBars', { isFolded: !timeBar.isFolded }),
      },
      stacks.length > 0 && {
        label: l10n.t('Divide by'),
        options: ['', ...stacks].map((field) => ({
          label: field === '' ? l10n.t('Nothing') : pathText(field.replace(/\.keyword$/, '')),
          isOn: field === stack,
          press: () => dispatch('changeBars', { stack: field }),
        })),
      },
      !isAround && {
        label: l10n.t('Follow every'),
        options: followIntervals.map((seconds) => ({
          label: l10n.t('{0} s', seconds),
          isOn: seconds === view.followEvery,
          press: () => dispatch('followEvery', seconds),
        })),
      },
    ],
  ];
}

function sizeChoice(view: PageView, dispatch: Dispatch): MenuEntry {
  const own = view.bodySize;
  const current = own ?? view.form.size;
  const sizes = own === undefined ? [...new Set<number>([...pageSizes, current])].sort((a, b) => a - b) : [own];
  return {
    label: view.shown?.page.around === undefined ? l10n.t('Hits per page') : l10n.t('Hits on each side'),
    options: sizes.map((size) => ({
      label: String(size),
      isOn: size === current,
      // A size in a body is the only option.
      isOff: sizes.length === 1,
      press: () => dispatch('changeQuestion', { size }),
    })),
  };
}
