import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { EndpointKind } from '../../core/base/endpoints/endpoint';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import { type ClientRegistry, endpointGone } from './clientRegistry';
import { offerCommand } from './confirm';
import { Commands } from './ids';
import { pickValue } from './quickInput';
import { escapeForLabel, escapeForNotification } from './sanitize';

interface Wanted {
  readonly placeholder: string;
  readonly kind?: EndpointKind;
  /** The endpoints that fit the command, if not all: others are not offered, and a single one is taken. */
  readonly fits?: (stored: StoredEndpoint) => boolean;
  /** The id of the endpoint that is initially selected in the list. */
  readonly proposed?: string | undefined;
}

/** Like `chooseEndpoint`, for commands that need the endpoint's stored data. */
export async function chooseReadyEndpoint(
  clients: ClientRegistry,
  argument: unknown,
  wanted: Wanted,
): Promise<Extract<StoredEndpoint, { state: 'ready' }> | undefined> {
  const stored = await chooseEndpoint(clients, argument, wanted);
  if (stored === undefined || stored.state === 'ready') return stored;
  if (stored.workspace !== undefined) {
    await vscode.commands.executeCommand(Commands.allowRequests, stored.hint.id);
    return undefined;
  }
  const name = escapeForNotification(stored.hint.name);
  void vscode.window.showWarningMessage(
    l10n.t('The stored data of “{0}” cannot be read. Edit the endpoint to enter it again.', name),
  );
  return undefined;
}

/**
 * The endpoint for a command: that of its row, or, from the palette, one that the user chooses. Any extension may call
 * a command with any argument, so `argument` is checked.
 */
export async function chooseEndpoint(
  clients: ClientRegistry,
  argument: unknown,
  wanted: Wanted,
): Promise<StoredEndpoint | undefined> {
  const all = (await (await clients.store()).list()).filter(
    ({ hint }) => wanted.kind === undefined || hint.kind === wanted.kind,
  );
  const named = endpointIdOf(argument);
  if (named !== undefined) {
    const found = all.find(({ hint }) => hint.id === named);
    if (found === undefined) void vscode.window.showWarningMessage(endpointGone());
    return found;
  }
  const fitting = wanted.fits === undefined ? all : all.filter(wanted.fits);
  if (fitting.length === 0) return showNoEndpoint(wanted.kind);
  if (fitting.length === 1 && (wanted.kind ?? wanted.fits) !== undefined) return fitting[0];
  const proposed = fitting.find(({ hint }) => hint.id === wanted.proposed);
  return pickValue({
    title: 'Proxy Scout',
    placeholder: wanted.placeholder,
    choices: fitting.map((stored) => ({
      label: `$(${stored.hint.kind === 'proxy' ? 'server' : 'search'}) ${escapeForLabel(stored.hint.name)}`,
      value: stored,
    })),
    ...(proposed !== undefined && { active: proposed }),
  });
}

/** Shows that there are no endpoints, and offers to add one. */
async function showNoEndpoint(kind: EndpointKind | undefined): Promise<undefined> {
  const [text, button, command] = {
    proxy: [l10n.t('No proxy endpoints yet.'), l10n.t('Add Proxy Endpoint…'), Commands.addProxyEndpoint] as const,
    search: [l10n.t('No search endpoints yet.'), l10n.t('Add Search Endpoint…'), Commands.addSearchEndpoint] as const,
    any: [l10n.t('No endpoints yet.'), l10n.t('Add Endpoint…'), Commands.addEndpoint] as const,
  }[kind ?? 'any'];
  await offerCommand(text, button, command);
  return undefined;
}

/** The endpoint id of a row of our trees. */
export function endpointIdOf(argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  if (typeof argument !== 'object' || argument === null || !('endpointId' in argument)) return undefined;
  return typeof argument.endpointId === 'string' ? argument.endpointId : undefined;
}
