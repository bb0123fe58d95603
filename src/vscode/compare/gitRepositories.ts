import * as vscode from 'vscode';

/** The repositories of VS Code's Git extension, of any shape; undefined if it is not active, and it stays so. */
export function gitRepositories(): unknown {
  const git: vscode.Extension<unknown> | undefined = vscode.extensions.getExtension('vscode.git');
  if (git?.isActive !== true) return undefined;
  const { exports } = git;
  if (typeof exports !== 'object' || exports === null || !('getAPI' in exports)) return undefined;
  if (typeof exports.getAPI !== 'function') return undefined;
  try {
    // `getAPI` throws if Git is disabled.
    const api: unknown = exports.getAPI(1);
    return typeof api === 'object' && api !== null && 'repositories' in api ? api.repositories : undefined;
  } catch {
    return undefined;
  }
}
