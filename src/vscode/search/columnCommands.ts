import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import type { SearchPanel } from './searchPanel';

/** The page with the focus, whose context menu it was. */
interface ColumnCommandsDeps {
  readonly panels: { readonly active: Pick<SearchPanel, 'tell'> | undefined };
}

/** What a person does with a column. The page knows which columns are seen, so it is told which one to add or remove, or to count. */
export function columnCommands({ panels }: ColumnCommandsDeps) {
  const post = (kind: 'toggleColumn' | 'showValues') => async (argument: unknown) => {
    const { parseColumnArgument } = await loadCore();
    const path = parseColumnArgument(argument);
    if (path !== undefined) panels.active?.tell({ kind, path });
  };
  return {
    [Commands.toggleColumn]: post('toggleColumn'),
    [Commands.removeColumn]: post('toggleColumn'),
    [Commands.showTopValues]: post('showValues'),
  } satisfies CommandHandlers;
}
