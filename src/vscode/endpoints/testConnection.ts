import * as l10n from '@vscode/l10n';
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
  const stored = await chooseReadyEndpoint(clients, argument, { placeholder: l10n.t('Select an endpoint to test') });
  if (stored !== undefined) await tryEndpoint(clients, stored.hint.id);
}

/**
 * The same for an endpoint by id, as the last step of adding or editing it. Resolves when the message is closed, so that
 * failures of its buttons are reported like any other failure of the command.
 */
export async function tryEndpoint(clients: ClientRegistry, id: string): Promise<void> {
  const core = await loadCore();
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t('Testing connection…'), cancellable: true },
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

/** Changes that a failure offers. Never made unasked: they would send credentials where they were not meant to go. */
type Offers = Pick<Failure, 'betterUrl' | 'certificate'>;

async function offerWayOut(text: string, clients: ClientRegistry, tried: Endpoint, offers: Offers = {}): Promise<void> {
  const { betterUrl, certificate } = offers;
  const changeUrl = l10n.t('Change URL');
  const trustCertificate = l10n.t('Trust Certificate…');
  const edit = l10n.t('Edit Endpoint…');
  const showLog = l10n.t('Show Log');
  const chosen = await vscode.window.showWarningMessage(
    text,
    ...(betterUrl === undefined ? [] : [changeUrl]),
    ...(certificate === undefined ? [] : [trustCertificate]),
    edit,
    showLog,
  );
  if (chosen === edit) await vscode.commands.executeCommand(Commands.editEndpoint, { endpointId: tried.id });
  if (chosen === showLog) await vscode.commands.executeCommand(Commands.showLog);
  if (chosen === changeUrl && betterUrl !== undefined) await change(clients, tried, { url: betterUrl });
  if (chosen === trustCertificate && certificate !== undefined && (await isTrusted(tried, certificate))) {
    const trust = { type: 'pin', fingerprint: certificate.fingerprint } as const;
    await change(clients, tried, { tls: { ...tried.tls, trust } });
  }
}

/** The message may have been open for long: an endpoint that was edited meanwhile is not overwritten. */
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
  const compare = [l10n.t('Compare it with the fingerprint that the owner of the server gives you.')];
  if (kind === 'search') compare.push(l10n.t('Elasticsearch prints that of its certificate authority on first start.'));
  if (certificate.name !== '') {
    compare.push(l10n.t('The name in the certificate is “{0}”.', escapeForNotification(certificate.name)));
  }
  const until = new Date(validTo).toLocaleDateString();
  const chosen = await vscode.window.showWarningMessage(
    of === 'authority'
      ? l10n.t('Trust the certificate authority of “{0}”?', escapeForNotification(name))
      : l10n.t('Trust the certificate of “{0}”?', escapeForNotification(name)),
    {
      modal: true,
      detail: [
        [
          l10n.t('SHA-256 fingerprint:'),
          fingerprint,
          l10n.t('In the format of OpenSSL:'),
          fingerprintWithColons(fingerprint),
        ].join('\n'),
        compare.join(' '),
        of === 'authority'
          ? l10n.t('This endpoint will then accept only certificates issued by this authority, until {0}.', until)
          : l10n.t('This endpoint will then accept only this certificate, until the server gets a new one.'),
      ].join('\n\n'),
    },
    l10n.t('Trust'),
  );
  return chosen !== undefined;
}
