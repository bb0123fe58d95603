import * as vscode from 'vscode';

/** Puts the name of a router, service or middleware on the clipboard, as the API gives it. */
export async function copyName(node: unknown): Promise<void> {
  if (typeof node !== 'object' || node === null || !('name' in node) || typeof node.name !== 'string') return;
  await vscode.env.clipboard.writeText(node.name);
}
