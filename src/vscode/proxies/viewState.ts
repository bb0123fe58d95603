import * as vscode from 'vscode';
import type { ProxyNode } from '../../core/proxy/tree/nodes';
import { ContextKeys, Settings, Views } from '../shared/ids';
import type { ProxySessions } from '../shared/proxySessions';

/**
 * Shows the problem of the view above the rows, and the number of known errors on its icon.
 *
 * @param trouble a sentence
 */
export async function showViewState(
  view: vscode.TreeView<ProxyNode>,
  sessions: ProxySessions,
  trouble: string | undefined,
): Promise<void> {
  const { errorBadge } = await import('../../core/proxy/tree/errorBadge');
  view.message = trouble ?? '';
  const isWanted = vscode.workspace.getConfiguration(Settings.section).get(Settings.badge) !== false;
  const counts = [...sessions.all.values()].flatMap(({ known: { troubles } }) =>
    troubles === undefined ? [] : troubles,
  );
  view.badge = isWanted ? errorBadge(counts) : undefined;
}

/** Shows progress in the Proxies view during a read, and Stop Refresh in place of Refresh. */
export function progressWhileReading(): (reading: Promise<unknown>) => void {
  let reads = 0;
  const setRefreshing = (reading: boolean): void => {
    void vscode.commands.executeCommand('setContext', ContextKeys.refreshing, reading);
  };
  return (reading) => {
    reads += 1;
    if (reads === 1) setRefreshing(true);
    const ended = reading.then(
      () => undefined,
      () => undefined,
    );
    void vscode.window.withProgress({ location: { viewId: Views.proxies } }, () => ended);
    void ended.then(() => {
      reads -= 1;
      if (reads === 0) setRefreshing(false);
    });
  };
}
