import * as vscode from 'vscode';
import { Settings } from '../shared/ids';

/** Offers to search for the ID under the pointer, in any editor, while the setting is on. Loaded at the first hover. */
export function registerIdHovers(): vscode.Disposable {
  let hovers: vscode.Disposable | undefined;
  const follow = (): void => {
    const isOn = vscode.workspace.getConfiguration(Settings.section).get(Settings.hover) === true;
    if (isOn === (hovers !== undefined)) return;
    hovers?.dispose();
    hovers = isOn
      ? vscode.languages.registerHoverProvider('*', {
          provideHover: async (document, position) => (await import('./idHover')).idHover(document, position),
        })
      : undefined;
  };
  follow();
  return vscode.Disposable.from(vscode.workspace.onDidChangeConfiguration(follow), {
    dispose: () => hovers?.dispose(),
  });
}
