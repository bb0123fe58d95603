import * as vscode from 'vscode';

/**
 * The repositories that VS Code's Git extension knows, as it gives them; undefined unless it is active already: it is not
 * activated for this.
 */
export function gitRepositories(): unknown {
  const git: vscode.Extension<unknown> | undefined = vscode.extensions.getExtension('vscode.git');
  if (git?.isActive !== true) return undefined;
  const { exports } = git;
  if (typeof exports !== 'object' || exports === null || !('getAPI' in exports)) return undefined;
  if (typeof exports.getAPI !== 'function') return undefined;
  try {
    // It throws where Git is switched off.
    const api: unknown = exports.getAPI(1);
    return typeof api === 'object' && api !== null && 'repositories' in api ? api.repositories : undefined;
  } catch {
    return undefined;
  }
}
