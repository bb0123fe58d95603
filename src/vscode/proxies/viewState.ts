import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ProxyNode } from '../../core/proxy/tree/nodes';
import { ContextKeys, Views } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { escapeForNotification } from '../shared/sanitize';
import type { EndpointRoots } from './endpointRoots';
import type { ProxySessions } from './proxySessions';

/**
 * Shows the filters above the rows, and beside the view's title how old its oldest rows are.
 *
 * @param trouble shown instead of the filters
 */
export async function tellState(
  view: vscode.TreeView<ProxyNode>,
  roots: EndpointRoots,
  sessions: ProxySessions,
  trouble: string | undefined,
): Promise<void> {
  const { clockText, filterText } = await loadCore();
  const filtered = [...roots.all.values()].flatMap(({ endpointId, label }) => {
    const model = sessions.get(endpointId)?.model;
    return model === undefined || model.viewOptions.filter === '' ? [] : [filterText(label, model)];
  });
  view.message = trouble ?? escapeForNotification(filtered.join('; '), 500);
  const times = [...sessions.all.values()].flatMap(({ known }) =>
    known.inventory === undefined || known.failure !== undefined ? [] : [known.inventory.readAt],
  );
  view.description = times.length === 0 ? '' : l10n.t('as of {0}', clockText(Math.min(...times), 'minutes'));
}

/** Shows progress in the Proxies view while something is read, and Stop Refresh in place of Refresh. */
export function readingSign(): (reading: Promise<unknown>) => void {
  let reads = 0;
  const tell = (reading: boolean): void => {
    void vscode.commands.executeCommand('setContext', ContextKeys.refreshing, reading);
  };
  return (reading) => {
    reads += 1;
    if (reads === 1) tell(true);
    const ended = reading.then(
      () => undefined,
      () => undefined,
    );
    void vscode.window.withProgress({ location: { viewId: Views.proxies } }, () => ended);
    void ended.then(() => {
      reads -= 1;
      if (reads === 0) tell(false);
    });
  };
}
