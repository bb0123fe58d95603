import { parseColumnArgument } from '../../protocol/actions';
import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import type { SearchPanels } from './searchPanels';

/** The user's actions on a column. The page knows the visible columns, so it receives the column to toggle or count. */
export function columnCommands(panels: SearchPanels) {
  const post = (kind: 'toggleColumn' | 'showValues') => (argument: unknown) => {
    const path = parseColumnArgument(argument);
    if (path !== undefined) panels.active?.tell({ kind, path });
  };
  return {
    [Commands.toggleColumn]: post('toggleColumn'),
    [Commands.removeColumn]: post('toggleColumn'),
    [Commands.showTopValues]: post('showValues'),
  } satisfies CommandHandlers;
}
