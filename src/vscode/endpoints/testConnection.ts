import * as vscode from 'vscode';
import type { Endpoint } from '../../core/base/endpoints/endpoint';
import type { EndpointFields } from '../../core/base/endpoints/endpointStore';
import type { Failure, SeenCertificate } from '../../core/base/errors/failure';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { escapeForNotification } from '../shared/sanitize';

/** Says in one sentence what answers at an endpoint. */
export async function testConnection(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, { placeholder: 'Which endpoint should be tested?' });
  if (stored !== undefined) await tryEndpoint(clients, stored.hint.id);
}

/**
 * The same for an endpoint by id, as the last step of adding or editing it. Resolves when the person has answered the
 * message or it is gone, so that what goes wrong with the answer is told like any other failure of the command.
 */
export async function tryEndpoint(clients: ClientRegistry, id: string): Promise<void> {
  const core = await loadCore();
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Asking the endpoint…', cancellable: true },
    async (_progress, token) => {
      const cancel = new AbortController();
      const subscription = token.onCancellationRequested(() => cancel.abort());
      try {
        return { found: await core.probeEndpoint(await clients.client(id), cancel.signal) };
      } catch (error) {
        if (!core.isRequestFailure(error)) throw error;
        return { failure: error.failure };
      } finally {
        subscription.dispose();
      }
    },
  );
  const endpoint = await (await clients.store()).get(id);
  if (endpoint === undefined) return;
  const says = (words: string) => `${escapeForNotification(endpoint.name)}: ${escapeForNotification(words, 400)}`;
  if ('found' in result) {
    const { sentence, usable } = result.found;
    if (!usable) return offerWayOut(says(sentence), clients, endpoint);
    await vscode.window.showInformationMessage(says(sentence));
  } else if (result.failure.kind !== 'cancelled') {
    const { sentence, nextStep } = result.failure;
    await offerWayOut(says(`${sentence} ${nextStep}`), clients, endpoint, result.failure);
  }
}

/** What a failure offers to change, though never unasked: it would send credentials where they were not meant to go. */
type Offers = Pick<Failure, 'betterUrl' | 'certificate'>;

async function offerWayOut(text: string, clients: ClientRegistry, tried: Endpoint, offers: Offers = {}): Promise<void> {
  const { betterUrl, certificate } = offers;
  const chosen = await vscode.window.showWarningMessage(
    text,
    ...(betterUrl === undefined ? [] : ['Change Address']),
    ...(certificate === undefined ? [] : ['Trust This Certificate…']),
    'Edit Endpoint',
    'Show Log',
  );
  if (chosen === 'Edit Endpoint') await vscode.commands.executeCommand(Commands.editEndpoint, { endpointId: tried.id });
  if (chosen === 'Show Log') await vscode.commands.executeCommand(Commands.showLog);
  if (chosen === 'Change Address' && betterUrl !== undefined) await change(clients, tried, { url: betterUrl });
  if (chosen === 'Trust This Certificate…' && certificate !== undefined && (await isTrusted(tried, certificate))) {
    const trust = { type: 'pin', fingerprint: certificate.fingerprint } as const;
    await change(clients, tried, { tls: { ...tried.tls, trust } });
  }
}

/** The message may have stood there for long: an endpoint that was edited meanwhile is not overwritten. */
async function change(clients: ClientRegistry, tried: Endpoint, fields: Partial<EndpointFields>): Promise<void> {
  const store = await clients.store();
  const now = await store.get(tried.id);
  if (now?.url !== tried.url || JSON.stringify(now.tls) !== JSON.stringify(tried.tls)) return;
  await store.change(tried.id, fields, tried);
  await tryEndpoint(clients, tried.id);
}

async function isTrusted({ kind, name }: Endpoint, certificate: SeenCertificate): Promise<boolean> {
  const { fingerprintWithColons } = await loadCore();
  const { of, fingerprint, validTo } = certificate;
  const calls = certificate.name === '' ? '' : ` It calls itself “${escapeForNotification(certificate.name)}”.`;
  const printed = kind === 'search' ? ' Elasticsearch prints its authority’s when it first starts.' : '';
  const until = new Date(validTo).toLocaleDateString();
  const chosen = await vscode.window.showWarningMessage(
    of === 'authority'
      ? `Trust the authority that vouches for “${escapeForNotification(name)}”?`
      : `Trust the certificate that “${escapeForNotification(name)}” shows?`,
    {
      modal: true,
      detail: [
        `Its SHA-256 fingerprint is\n${fingerprint}\nor, as OpenSSL writes it,\n${fingerprintWithColons(fingerprint)}`,
        `Compare it with the one that the server’s owner tells you.${printed}${calls}`,
        of === 'authority'
          ? `From then on this endpoint accepts what this authority issued, and nothing else, until ${until}.`
          : `From then on this endpoint accepts this certificate, and nothing else, until the server gets a new one.`,
      ].join('\n\n'),
    },
    'Trust',
  );
  return chosen !== undefined;
}
