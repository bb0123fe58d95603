import type { HitAction, SearchAction } from '../../protocol/actions';
import { Commands } from '../shared/ids';

/** The command for each action on a hit: the page's buttons and its context menu run the same. */
export const hitCommandIds = {
  open: Commands.openHit,
  copyDocument: Commands.copyHit,
  copyId: Commands.copyHitId,
  copyValue: Commands.copyValue,
  copyPath: Commands.copyPath,
  filterFor: Commands.filterForValue,
  filterOut: Commands.filterOutValue,
  selectForCompare: Commands.selectForCompare,
  compareWithSelected: Commands.compareWithSelected,
  revealRouter: Commands.revealRouter,
  whichRouter: Commands.whichRouterOfHit,
  showSurrounding: Commands.showSurroundingHits,
  sameTrace: Commands.showSameTrace,
} as const satisfies Record<HitAction, string>;

/** The command for each action on a search: the page's buttons and the palette run the same. */
export const searchCommandIds = {
  editAsJson: Commands.editAsJson,
  export: Commands.exportHits,
  copyAsCurl: Commands.copyAsCurl,
  copyAsDevTools: Commands.copyAsDevTools,
  save: Commands.saveSearch,
  history: Commands.search,
  goToPage: Commands.goToPage,
  editEndpoint: Commands.editEndpoint,
} as const satisfies Record<SearchAction, string>;
