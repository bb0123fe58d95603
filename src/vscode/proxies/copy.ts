import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { maskText, secretMask } from '../../core/base/secrets/secretsInText';
import { serverHealthNames } from '../../core/proxy/describe/labels';
import { healthOfServer } from '../../core/proxy/model/health';
import type { Item } from '../../core/proxy/model/model';
import { shownUrl } from '../../core/proxy/secrets/secrets';
import type { ClientRegistry } from '../shared/clientRegistry';
import { findSubject } from '../shared/findSubject';
import { Commands } from '../shared/ids';
import { pickValue, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

/** Copies the name of a router, service or middleware as the API has it. */
export async function copyName(node: unknown): Promise<void> {
  if (typeof node !== 'object' || node === null || !('name' in node) || typeof node.name !== 'string') return;
  await vscode.env.clipboard.writeText(node.name);
}

/** Copies a part of an item that the user selects, or the only one: its rule, a server's address, or its JSON. */
export async function copyPart(clients: ClientRegistry, argument: unknown): Promise<void> {
  const server = serverOf(argument);
  if (server !== undefined) return copyServer(server);
  const subject = (await findSubject(clients, argument))?.subject;
  if (subject === undefined) return;
  const json = async (): Promise<void> => void (await vscode.commands.executeCommand(Commands.copyAsJson, argument));
  const choices: readonly QuickChoice<() => Promise<void>>[] = [
    ...(subject.type === 'item' ? partsOf(subject.item) : []),
    { label: `$(json) ${l10n.t('JSON')}`, value: json },
  ];
  const title = l10n.t('Copy');
  const copy =
    choices.length === 1 ? json : await pickValue({ title, placeholder: l10n.t('Select what to copy'), choices });
  await copy?.();
}

function partsOf(item: Item): readonly QuickChoice<() => Promise<void>>[] {
  if (item.kind === 'services') {
    return (item.loadBalancer?.servers ?? []).map((server) => {
      const url = server.url ?? server.address ?? '';
      return {
        label: `$(server) ${escapeForLabel(shownUrl(url))}`,
        description: serverHealthNames[healthOfServer(item, server)](),
        value: () => copyServer(url),
      };
    });
  }
  const rule = item.kind === 'routers' ? item.rule : undefined;
  if (rule === undefined) return [];
  return [
    { label: `$(symbol-string) ${l10n.t('Rule: {0}', escapeForLabel(maskText(rule)))}`, value: () => copyRule(rule) },
  ];
}

/** Copies a router's rule as it is shown, and warns if secrets are masked in it. */
async function copyRule(rule: string): Promise<void> {
  const shown = maskText(rule);
  await vscode.env.clipboard.writeText(shown);
  if (shown === rule) return;
  void vscode.window.showInformationMessage(
    l10n.t(
      'The rule was copied with its secrets masked as {0}. To see the secrets, run Reveal Secrets… on the router.',
      secretMask,
    ),
  );
}

/** Copies the URL or address of a server, without credentials. */
async function copyServer(url: string): Promise<void> {
  await vscode.env.clipboard.writeText(shownUrl(url));
}

function serverOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('url' in argument)) return undefined;
  return typeof argument.url === 'string' ? argument.url : undefined;
}
