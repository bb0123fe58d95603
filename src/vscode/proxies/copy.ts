import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { maskText, secretMask } from '../../core/base/secrets/secretsInText';
import { serverHealthNames } from '../../core/proxy/describe/labels';
import { healthOfServer } from '../../core/proxy/model/health';
import { shownUrl } from '../../core/proxy/secrets/secrets';
import type { ClientRegistry } from '../shared/clientRegistry';
import { findSubject } from '../shared/findSubject';
import { pickValue } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

/** Copies the name of a router, service or middleware as the API has it. */
export async function copyName(node: unknown): Promise<void> {
  if (typeof node !== 'object' || node === null || !('name' in node) || typeof node.name !== 'string') return;
  await vscode.env.clipboard.writeText(node.name);
}

/** Copies a router's rule as it is shown, and warns if secrets are masked in it. */
export async function copyRule(clients: ClientRegistry, argument: unknown): Promise<void> {
  const subject = (await findSubject(clients, argument))?.subject;
  if (subject?.type !== 'item' || subject.item.kind !== 'routers') return;
  const { rule } = subject.item;
  if (rule === undefined) {
    void vscode.window.showInformationMessage(l10n.t('This router has no rule.'));
    return;
  }
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

/** Copies the URL or address of one of a service's servers, without credentials. */
export async function copyServerUrl(clients: ClientRegistry, argument: unknown): Promise<void> {
  const url = serverOf(argument) ?? (await chooseServer(clients, argument));
  if (url === undefined) return;
  await vscode.env.clipboard.writeText(shownUrl(url));
}

function serverOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('url' in argument)) return undefined;
  return typeof argument.url === 'string' ? argument.url : undefined;
}

async function chooseServer(clients: ClientRegistry, argument: unknown): Promise<string | undefined> {
  const subject = (await findSubject(clients, argument))?.subject;
  if (subject?.type !== 'item' || subject.item.kind !== 'services') return undefined;
  const service = subject.item;
  const servers = service.loadBalancer?.servers ?? [];
  const [only, ...others] = servers.map((server) => ({
    url: server.url ?? server.address ?? '',
    health: serverHealthNames[healthOfServer(service, server)](),
  }));
  if (only === undefined) {
    void vscode.window.showInformationMessage(l10n.t('This service has no servers of its own.'));
    return undefined;
  }
  if (others.length === 0) return only.url;
  return pickValue({
    title: l10n.t('Copy Server URL'),
    placeholder: l10n.t('Select a server'),
    choices: [only, ...others].map(({ url, health }) => ({
      label: escapeForLabel(shownUrl(url)),
      description: health,
      value: url,
    })),
  });
}
