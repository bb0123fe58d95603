import * as vscode from 'vscode';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import { ContextKeys } from './ids';

/** Characters of a selection that may be a URL, or a curl command with one. */
const longestUrl = 4_000;
/** The beginning of a URL, a path, or a host with a dot in it, perhaps quoted; or a curl command. */
const urlLike = /^["'`(<[]*(?:https?:\/\/\S|\/|curl\s|[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?"'`)>\],;]|$))/i;

/** Follows the selection in editors once there is a proxy that the user could ask about it. */
let watching: vscode.Disposable | undefined;

/** Sets the context keys for kinds of endpoints. Before that, the palette has all commands, the editor's menu none. */
export function setKnownEndpoints(stored: readonly Pick<StoredEndpoint, 'hint'>[]): void {
  const has = (kind: 'proxy' | 'search'): boolean => stored.some(({ hint }) => hint.kind === kind);
  const [proxies, searches] = [has('proxy'), has('search')];
  set(ContextKeys.hasProxies, proxies);
  set(ContextKeys.noProxies, !proxies);
  set(ContextKeys.hasSearchEndpoints, searches);
  set(ContextKeys.noSearchEndpoints, !searches);
  if (proxies) watchSelection();
}

function watchSelection(): void {
  if (watching !== undefined) return;
  let wasUrl: boolean | undefined;
  const followSelection = (editor: vscode.TextEditor | undefined): void => {
    const isUrl = editor !== undefined && isUrlSelected(editor);
    if (isUrl !== wasUrl) set(ContextKeys.selectionIsUrl, isUrl);
    wasUrl = isUrl;
  };
  watching = vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => followSelection(textEditor)),
    vscode.window.onDidChangeActiveTextEditor(followSelection),
  );
  followSelection(vscode.window.activeTextEditor);
}

function isUrlSelected({ document, selection }: vscode.TextEditor): boolean {
  if (selection.isEmpty || document.offsetAt(selection.end) - document.offsetAt(selection.start) > longestUrl) {
    return false;
  }
  return urlLike.test(document.getText(selection).trim());
}

function set(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
