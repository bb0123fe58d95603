import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { findSubject } from '../shared/findSubject';
import { loadCore } from '../shared/loadCore';
import { pickOne } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

/** Puts the name of a router, service or middleware on the clipboard, as the API gives it. */
export async function copyName(node: unknown): Promise<void> {
  if (typeof node !== 'object' || node === null || !('name' in node) || typeof node.name !== 'string') return;
  await vscode.env.clipboard.writeText(node.name);
}

/** Puts a router's rule on the clipboard, as it is shown: with what is secret in it masked, and a word about that. */
export async function copyRule(clients: ClientRegistry, argument: unknown): Promise<void> {
  const subject = (await findSubject(clients, argument))?.subject;
  if (subject?.type !== 'item' || subject.item.kind !== 'routers') return;
  const { rule } = subject.item;
  if (rule === undefined) {
    void vscode.window.showInformationMessage('This router has no rule.');
    return;
  }
  const { MASK, maskText } = await loadCore();
  const shown = maskText(rule);
  await vscode.env.clipboard.writeText(shown);
  if (shown === rule) return;
  void vscode.window.showInformationMessage(
    `The rule was copied with its secrets as ${MASK}. “Reveal Secrets…” shows the router with them.`,
  );
}

/** Puts the URL or address of one of a service's servers on the clipboard, without credentials. */
export async function copyServerUrl(clients: ClientRegistry, argument: unknown): Promise<void> {
  const url = serverOf(argument) ?? (await chooseServer(clients, argument));
  if (url === undefined) return;
  const { shownUrl } = await loadCore();
  await vscode.env.clipboard.writeText(shownUrl(url));
}

/** The URL that a server's own row carries. */
function serverOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('url' in argument)) return undefined;
  return typeof argument.url === 'string' ? argument.url : undefined;
}

async function chooseServer(clients: ClientRegistry, argument: unknown): Promise<string | undefined> {
  const subject = (await findSubject(clients, argument))?.subject;
  if (subject?.type !== 'item' || subject.item.kind !== 'services') return undefined;
  const service = subject.item;
  const { healthOfServer, shownUrl } = await loadCore();
  const servers = service.loadBalancer?.servers ?? [];
  const [only, ...others] = servers.map((server) => ({
    url: server.url ?? server.address ?? '',
    health: healthOfServer(service, server),
  }));
  if (only === undefined) {
    void vscode.window.showInformationMessage('This service has no servers of its own.');
    return undefined;
  }
  if (others.length === 0) return only.url;
  const answer = await pickOne({
    title: 'Copy Server URL',
    placeholder: 'Which server?',
    choices: [only, ...others].map(({ url, health }) => ({
      label: escapeForLabel(shownUrl(url)),
      description: health,
      value: url,
    })),
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}
