import * as vscode from 'vscode';
import type { ClientCertificate, Endpoint, EndpointTls, TlsTrust } from '../../core/base/endpoints/endpoint';
import { loadCore } from '../shared/loadCore';
import { askText, pickOne, type QuestionPosition, type QuickAnswer } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { askFile } from './askFile';

type Asked<T> = Promise<QuickAnswer<T | undefined>>;

/** Shows how an https endpoint is verified and who it is told that asks, and changes one of these. */
export async function editTls({ name, tls = {} }: Endpoint, place: QuestionPosition): Asked<EndpointTls> {
  const field = await pickOne<'trust' | 'client' | 'serverName'>({
    ...place,
    placeholder: 'How the server is verified, and how it knows who asks',
    choices: [
      { label: `$(verified) Trusted: ${describeTrust(tls.trust)}`, value: 'trust' },
      { label: `$(person) Client Certificate: ${describeClient(tls.client)}`, value: 'client' },
      { label: `$(tag) Server Name: ${escapeForLabel(tls.serverName ?? 'as the host')}`, value: 'serverName' },
    ],
  });
  if (field === undefined || field === 'back') return field;
  switch (field.value) {
    case 'trust':
      return put(await askTrust(name, tls.trust, place), (trust) => ({ ...tls, trust }));
    case 'client':
      return put(await askClient(tls.client, place), (client) => ({ ...tls, client }));
    case 'serverName':
      return put(await askServerName(tls.serverName, place), (serverName) => ({ ...tls, serverName }));
  }
}

/** What stands beside TLS in the list of an endpoint's fields. */
export function describeTls({ trust, client }: EndpointTls = {}): string {
  const trusted = trust === undefined ? 'verified by the system’s authorities' : describeTrust(trust);
  return client === undefined ? trusted : `${trusted}, with a client certificate`;
}

function put<T>(answer: QuickAnswer<T>, change: (value: T) => EndpointTls): QuickAnswer<EndpointTls | undefined> {
  if (answer === undefined || answer === 'back') return answer;
  const tls = change(answer.value);
  return { value: Object.values(tls).every((value) => value === undefined) ? undefined : tls };
}

function describeTrust(trust: TlsTrust | undefined): string {
  switch (trust?.type) {
    case undefined:
      return 'the system’s authorities';
    case 'file':
      return `authorities in ${escapeForLabel(trust.path)}`;
    case 'pin':
      return `only the fingerprint ${trust.fingerprint.slice(0, 12)}…`;
    case 'anyone':
      return 'not verified';
  }
}

const describeClient = (client: ClientCertificate | undefined): string =>
  client === undefined ? 'none' : escapeForLabel(client.file);

async function askTrust(name: string, trust: TlsTrust | undefined, place: QuestionPosition): Asked<TlsTrust> {
  const type = await pickOne<TlsTrust['type'] | undefined>({
    ...place,
    placeholder: 'Who may vouch for the server?',
    active: trust?.type,
    choices: [
      { label: 'The System’s Authorities', description: 'As for every other https address', value: undefined },
      { label: 'Authority File…', description: 'Authorities in a PEM file, besides the system’s', value: 'file' },
      {
        label: 'Pinned Fingerprint…',
        description: 'One certificate, the server’s own or its authority’s, and nobody else',
        value: 'pin',
      },
      { label: 'Skip Verification…', description: 'Anyone may answer', value: 'anyone' },
    ],
  });
  if (type === undefined || type === 'back') return type;
  switch (type.value) {
    case undefined:
      return { value: undefined };
    case 'file': {
      const present = trust?.type === 'file' ? trust.path : undefined;
      const path = await askFile(place, { what: 'the authority’s certificate', ...pem, present });
      return path === undefined || path === 'back' ? path : { value: { type: 'file', path: path.value } };
    }
    case 'pin':
      return askFingerprint(trust?.type === 'pin' ? trust.fingerprint : '', place);
    case 'anyone':
      return (await mayAnyoneAnswer(name)) ? { value: { type: 'anyone' } } : 'back';
  }
}

async function askFingerprint(present: string, place: QuestionPosition): Asked<TlsTrust> {
  const { readFingerprint } = await loadCore();
  const answer = await askText({
    ...place,
    prompt: 'SHA-256 fingerprint of the server’s certificate, or of its authority’s that the server shows along',
    placeholder: 'As Elasticsearch prints it when it first starts, or openssl x509 -fingerprint -sha256',
    value: present,
    check(text) {
      const read = readFingerprint(text);
      return 'problem' in read ? read : undefined;
    },
  });
  if (answer === undefined || answer === 'back') return answer;
  const read = readFingerprint(answer.value);
  return 'problem' in read ? 'back' : { value: { type: 'pin', fingerprint: read.fingerprint } };
}

async function mayAnyoneAnswer(name: string): Promise<boolean> {
  const chosen = await vscode.window.showWarningMessage(
    `Skip the verification of “${escapeForNotification(name)}”?`,
    {
      modal: true,
      detail:
        'Then anyone on the way to the server can answer in its place, and read and change all that is sent, ' +
        'credentials included. Pinning a fingerprint is as easy, and safe: Test Connection offers it.',
    },
    'Skip Verification',
  );
  return chosen !== undefined;
}

async function askClient(present: ClientCertificate | undefined, place: QuestionPosition): Asked<ClientCertificate> {
  const type = await pickOne<ClientCertificate['type'] | undefined>({
    ...place,
    placeholder: 'The certificate by which the server knows who asks',
    active: present?.type,
    choices: [
      { label: 'None', value: undefined },
      { label: 'PEM Files…', description: 'A certificate and its private key, in one file or two', value: 'pem' },
      { label: 'PFX File…', description: 'Both in one file (.pfx, .p12)', value: 'pfx' },
    ],
  });
  if (type === undefined || type === 'back') return type;
  if (type.value === undefined) return { value: undefined };
  return type.value === 'pem' ? askPem(present, place) : askPfx(present, place);
}

async function askPem(present: ClientCertificate | undefined, place: QuestionPosition): Asked<ClientCertificate> {
  const was = present?.type === 'pem' ? present : undefined;
  const file = await askFile(place, { what: 'the client certificate', ...pem, present: was?.file });
  if (file === undefined || file === 'back') return file;
  const keyFile = await askFile(place, {
    what: 'its private key',
    ...pem,
    present: was?.keyFile,
    orElse: 'In the Same File',
  });
  if (keyFile === undefined || keyFile === 'back') return keyFile;
  const files = { type: 'pem', file: file.value, ...(keyFile.value === '' ? {} : { keyFile: keyFile.value }) } as const;
  return withPassphrase(files, was?.passphrase, place);
}

async function askPfx(present: ClientCertificate | undefined, place: QuestionPosition): Asked<ClientCertificate> {
  const was = present?.type === 'pfx' ? present : undefined;
  const file = await askFile(place, {
    what: 'the client certificate and its key',
    filters: { PFX: ['pfx', 'p12'] },
    present: was?.file,
  });
  if (file === undefined || file === 'back') return file;
  return withPassphrase({ type: 'pfx', file: file.value }, was?.passphrase, place);
}

async function withPassphrase(
  client: ClientCertificate,
  present: string | undefined,
  place: QuestionPosition,
): Asked<ClientCertificate> {
  const answer = await askText({
    ...place,
    prompt: 'Passphrase of the key; leave empty if it has none',
    value: present ?? '',
    password: true,
  });
  if (answer === undefined || answer === 'back') return answer;
  return { value: answer.value === '' ? client : { ...client, passphrase: answer.value } };
}

async function askServerName(present: string | undefined, place: QuestionPosition): Asked<string> {
  const { readServerName } = await loadCore();
  const answer = await askText({
    ...place,
    prompt: 'Name that the certificate is for; leave empty for that of the host',
    placeholder: 'traefik.example.com',
    value: present ?? '',
    check(text) {
      const read = text.trim() === '' ? undefined : readServerName(text);
      return read !== undefined && 'problem' in read ? read : undefined;
    },
  });
  if (answer === undefined || answer === 'back') return answer;
  const read = readServerName(answer.value);
  return { value: 'host' in read ? read.host : undefined };
}

const pem = { filters: { PEM: ['pem', 'crt', 'cer', 'key'] } } as const;
