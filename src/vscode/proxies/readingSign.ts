import * as vscode from 'vscode';
import { ContextKeys, Views } from '../shared/ids';

/** Shows in the view of the proxies that something is being read, and lets Stop Refresh take the place of Refresh meanwhile. */
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
