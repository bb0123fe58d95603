import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { probeEndpoint } from '../../core/addressProbe/probe';
import type { Endpoint, EndpointKind } from '../../core/base/endpoints/endpoint';
import type { EndpointFields } from '../../core/base/endpoints/endpointStore';
import { type Failure, isRequestFailure, type SeenCertificate } from '../../core/base/errors/failure';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { isConfirmed } from '../shared/confirm';
import { Commands } from '../shared/ids';
import { escapeForNotification } from '../shared/sanitize';
import { storeEdit } from '../shared/storeEdit';

/** Shows in one sentence which server responds at an endpoint. */
export async function testConnection(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, { placeholder: l10n.t('Select an endpoint to test') });
  if (stored !== undefined) await tryEndpoint(clients, stored.hint.id);
}

/**
 * Does the same for an endpoint by id, as the last step of adding or editing it. Resolves when the message is closed,
 * so that failures of its buttons are reported like any other failure of the command.
 */
export async function tryEndpoint(clients: ClientRegistry, id: string): Promise<void> {
  const result = await probe(clients, id);
  const endpoint = await (await clients.store()).get(id);
  if (endpoint !== undefined) await showResult(clients, endpoint, result);
}

/** Asks whether to trust the certificate that an endpoint presents now. For another failure, shows that one. */
export async function trustCertificate(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select the endpoint whose certificate to trust'),
  });
  if (stored === undefined) return;
  const { endpoint } = stored;
  const result = await probe(clients, endpoint.id);
  const certificate = 'failure' in result ? result.failure.certificate : undefined;
  if (certificate === undefined) return showResult(clients, endpoint, result);
  if (!(await isCertificateTrusted({ kind: endpoint.kind, server: endpoint.name }, certificate))) return;
  await change(clients, endpoint, pinned(endpoint, certificate));
}

type ProbeResult =
  | { readonly found: { readonly sentence: string; readonly usable: boolean } }
  | { readonly failure: Failure };

async function probe(clients: ClientRegistry, id: string): Promise<ProbeResult> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t('Testing connection…'), cancellable: true },
    async (_progress, token) => {
      const cancel = new AbortController();
      const subscription = token.onCancellationRequested(() => cancel.abort());
      try {
        return { found: await probeEndpoint(await clients.client(id), cancel.signal) };
      } catch (error) {
        if (!isRequestFailure(error)) throw error;
        return { failure: error.failure };
      } finally {
        subscription.dispose();
      }
    },
  );
}

async function showResult(clients: ClientRegistry, endpoint: Endpoint, result: ProbeResult): Promise<void> {
  const says = (words: string) => `${escapeForNotification(endpoint.name)}: ${escapeForNotification(words, 400)}`;
  if ('found' in result) {
    const { sentence, usable } = result.found;
    if (!usable) return offerWayOut(says(sentence), clients, endpoint);
    await vscode.window.showInformationMessage(says(sentence));
  } else if (result.failure.kind !== 'canceled') {
    const { sentence, nextStep } = result.failure;
    await offerWayOut(says(`${sentence} ${nextStep}`), clients, endpoint, result.failure);
  }
}

/** Changes that a failure offers. The user confirms each: they would send credentials to another place. */
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
  if (chosen === changeUrl && betterUrl !== undefined && (await change(clients, tried, { url: betterUrl }))) {
    await tryEndpoint(clients, tried.id);
  }
  if (
    chosen === trustCertificate &&
    certificate !== undefined &&
    (await isCertificateTrusted({ kind: tried.kind, server: tried.name }, certificate))
  ) {
    if (await change(clients, tried, pinned(tried, certificate))) await tryEndpoint(clients, tried.id);
  }
}

const pinned = ({ tls }: Endpoint, { fingerprint }: SeenCertificate): Partial<EndpointFields> => ({
  tls: { ...tls, trust: { type: 'pin', fingerprint } },
});

/** @returns whether it was changed: the message may have been open for long, and the endpoint edited meanwhile */
async function change(clients: ClientRegistry, tried: Endpoint, fields: Partial<EndpointFields>): Promise<boolean> {
  const stored = await storeEdit(await clients.store(), tried, fields);
  return stored !== undefined && stored !== 'kept';
}

/**
 * Asks whether to trust a certificate, with its fingerprint in full.
 *
 * @param server the endpoint's name, or its address if it has none yet
 */
export async function isCertificateTrusted(
  { kind, server }: { readonly kind: EndpointKind; readonly server: string },
  certificate: SeenCertificate,
): Promise<boolean> {
  const { of, fingerprint, isSelfSigned, validTo } = certificate;
  const compare = [
    ...(of === 'server' && isSelfSigned ? [l10n.t('It is self-signed.')] : []),
    l10n.t('Compare the fingerprint with the one that the owner of the server gives you.'),
  ];
  if (kind === 'search') compare.push(l10n.t('Elasticsearch prints that of its certificate authority on first start.'));
  if (certificate.name !== '') {
    compare.push(l10n.t('The name in the certificate is “{0}”.', escapeForNotification(certificate.name)));
  }
  const until = new Date(validTo).toLocaleDateString();
  return isConfirmed({
    question:
      of === 'authority'
        ? l10n.t('Trust the certificate authority of “{0}”?', escapeForNotification(server))
        : l10n.t('Trust the certificate of “{0}”?', escapeForNotification(server)),
    detail: [
      `${l10n.t('SHA-256 fingerprint:')}\n${fingerprint}`,
      compare.join(' '),
      of === 'authority'
        ? l10n.t('This endpoint will then accept only certificates issued by this authority, until {0}.', until)
        : l10n.t('This endpoint will then accept only this certificate, until the server gets a new one.'),
    ].join('\n\n'),
    action: l10n.t('Trust'),
    instead: l10n.t('Don’t Trust'),
    isGuarded: true,
  });
}
