import * as l10n from '@vscode/l10n';
import { type Inventory, type InventoryGroup, inventoryGroups, listingFailure } from '../model/inventory';
import { clockText } from './dateTexts';
import { listingNames } from './labels';

/** The first words of a listing's row if the listing is incomplete or out of date; undefined otherwise. */
export function staleMark(group: InventoryGroup<unknown> | undefined): string | undefined {
  switch (group?.state) {
    case 'failed':
      return l10n.t('not read');
    case 'stale':
      return l10n.t('stale since {0}', clockText(group.readAt, 'minutes'));
    case 'cut':
      return l10n.t('incomplete');
    default:
      return undefined;
  }
}

/**
 * Sentences about each listing of an inventory that is incomplete or out of date.
 *
 * @param paths below `/api/`: only these listings
 */
export function staleSentences(inventory: Inventory, paths?: readonly string[]): readonly string[] {
  return inventoryGroups(inventory)
    .filter(({ path, group }) => listingFailure(group) !== undefined && (paths === undefined || paths.includes(path)))
    .map(({ path, group }) => `${listingNames[path]()}: ${whyUnread(group)}`);
}

function whyUnread(group: InventoryGroup<unknown>): string {
  switch (group.state) {
    case 'stale': {
      const time = clockText(group.readAt, 'seconds');
      return group.wasWhole
        ? l10n.t('Could not be refreshed. Last read at {0}.', time)
        : l10n.t('Could not be refreshed. Last read at {0}, incompletely.', time);
    }
    case 'cut':
      return l10n.t('Could not be read completely.');
    default:
      return l10n.t('Could not be read.');
  }
}
