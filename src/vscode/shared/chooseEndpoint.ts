import * as vscode from 'vscode';
import type { EndpointKind } from '../../core/base/endpoints/endpoint';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import type { ClientRegistry } from './clientRegistry';
import { Commands } from './ids';
import { pickOne } from './quickInput';
import { escapeForLabel, escapeForNotification } from './sanitize';

interface Wanted {
  readonly placeholder: string;
  readonly kind?: EndpointKind;
  /** The id of the endpoint to begin at in the list, where there is one. */
  readonly proposed?: string | undefined;
}

/** The same for a command that can do nothing with an endpoint whose record is gone or cannot be read. */
export async function chooseReadyEndpoint(
  clients: ClientRegistry,
  argument: unknown,
  wanted: Wanted,
): Promise<Extract<StoredEndpoint, { state: 'ready' }> | undefined> {
  const stored = await chooseEndpoint(clients, argument, wanted);
  if (stored === undefined || stored.state === 'ready') return stored;
  const name = escapeForNotification(stored.hint.name);
  void vscode.window.showWarningMessage(`The stored record of “${name}” cannot be read. Edit the endpoint first.`);
  return undefined;
}

/**
 * The endpoint that a command is about: the one of the row it was called on, or, from the palette, the one a person
 * chooses. Anyone may call a command with anything, so `argument` is looked at and not trusted.
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
    if (found === undefined) void vscode.window.showWarningMessage('This endpoint was removed.');
    return found;
  }
  if (all.length === 0) return tellNone(wanted.kind);
  if (all.length === 1 && wanted.kind !== undefined) return all[0];
  const proposed = all.find(({ hint }) => hint.id === wanted.proposed);
  const answer = await pickOne({
    title: 'Proxy Scout',
    placeholder: wanted.placeholder,
    choices: all.map((stored) => ({
      label: `$(${stored.hint.kind === 'proxy' ? 'server' : 'search'}) ${escapeForLabel(stored.hint.name)}`,
      value: stored,
    })),
    ...(proposed !== undefined && { active: proposed }),
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}

/** Says that there is nothing to choose from, and offers to add what is wanted. */
async function tellNone(kind: EndpointKind | undefined): Promise<undefined> {
  const [what, button, command] = {
    proxy: ['proxy endpoints', 'Add Proxy Endpoint…', Commands.addProxyEndpoint] as const,
    search: ['search endpoints', 'Add Search Endpoint…', Commands.addSearchEndpoint] as const,
    any: ['endpoints', 'Add Endpoint…', Commands.addEndpoint] as const,
  }[kind ?? 'any'];
  const chosen = await vscode.window.showInformationMessage(`There are no ${what} yet. Add one first.`, button);
  if (chosen === button) await vscode.commands.executeCommand(command);
  return undefined;
}

/** The endpoint id that a row of our trees carries. */
export function endpointIdOf(argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  if (typeof argument !== 'object' || argument === null || !('endpointId' in argument)) return undefined;
  return typeof argument.endpointId === 'string' ? argument.endpointId : undefined;
}
