import {
  type Inventory,
  type InventoryGroup,
  inventoryGroups,
  listingFailure,
  type PlacedInventoryGroup,
} from '../model/inventory';
import { clockText } from './dates';

/** What the row of a listing says first where it is not known whole and as it is now; undefined where it is. */
export function staleMark(group: InventoryGroup<unknown> | undefined): string | undefined {
  switch (group?.state) {
    case 'failed':
      return 'not read';
    case 'stale':
      return `stale since ${clockText(group.readAt, 'minutes')}`;
    case 'cut':
      return 'not all read';
    default:
      return undefined;
  }
}

/** The same of a whole inventory: what of it is not as it is now. Paths below `/api/` leave it at these listings. */
export function staleSentences(inventory: Inventory, paths?: readonly string[]): readonly string[] {
  return unreadGroups(inventory)
    .filter(({ path }) => paths === undefined || paths.includes(path))
    .map(unreadSentence);
}

/** The listings of an inventory that are not known whole and as they are now. */
function unreadGroups(inventory: Inventory): readonly PlacedInventoryGroup[] {
  return inventoryGroups(inventory).filter(({ group }) => listingFailure(group) !== undefined);
}

function unreadSentence({ what, group }: PlacedInventoryGroup): string {
  const capital = what.replace(/^t/, 'T');
  switch (group.state) {
    case 'stale':
      return `${capital} could not be read again: they are as they were at ${clockText(group.readAt, 'seconds')}${group.wasWhole ? '' : ', and not all'}.`;
    case 'cut':
      return `Not all of ${what} were read.`;
    default:
      return `${capital} could not be read.`;
  }
}
