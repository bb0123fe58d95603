import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ClientCertificate, Endpoint, EndpointTls, TlsTrust } from '../../core/base/endpoints/endpoint';
import { readServerName } from '../../core/base/endpoints/endpointUrl';
import { readFingerprint } from '../../core/base/http/verifyCertificate';
import { isConfirmed } from '../shared/confirm';
import { askText, pickOne, type QuestionPosition, type QuickAnswer, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';

type Asked<T> = Promise<QuickAnswer<T | undefined>>;

/** Shows the TLS settings of an https endpoint, and changes the one that the user selects. */
export async function editTls({ name, tls = {} }: Endpoint, place: QuestionPosition): Asked<EndpointTls> {
  const field = await pickOne<'trust' | 'client' | 'serverName'>({
    ...place,
    placeholder: l10n.t('Select a TLS setting to edit'),
    choices: [
      { label: `$(verified) ${l10n.t('Trust: {0}', describeTrust(tls.trust))}`, value: 'trust' },
      { label: `$(person) ${l10n.t('Client certificate: {0}', describeClient(tls.client))}`, value: 'client' },
      {
        label: `$(tag) ${
          tls.serverName === undefined
            ? l10n.t('Server name: Same as host')
            : l10n.t('Server name: {0}', escapeForLabel(tls.serverName))
        }`,
        value: 'serverName',
      },
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

/** The TLS settings in the list of an endpoint's settings. */
export function describeTls({ trust, client }: EndpointTls = {}): string {
  const trusted = describeTrust(trust);
  return client === undefined ? trusted : `${trusted} · ${l10n.t('Client certificate')}`;
}

function put<T>(answer: QuickAnswer<T>, change: (value: T) => EndpointTls): QuickAnswer<EndpointTls | undefined> {
  if (answer === undefined || answer === 'back') return answer;
  const tls = change(answer.value);
  return { value: Object.values(tls).every((value) => value === undefined) ? undefined : tls };
}

function describeTrust(trust: TlsTrust | undefined): string {
  switch (trust?.type) {
    case undefined:
      return l10n.t('System certificate authorities');
    case 'file':
      return l10n.t('Certificate authorities in {0}', escapeForLabel(trust.path));
    case 'pin':
      return l10n.t('Only fingerprint {0}…', trust.fingerprint.slice(0, 12));
    case 'anyone':
      return l10n.t('Not verified');
  }
}

const describeClient = (client: ClientCertificate | undefined): string =>
  client === undefined
    ? l10n.t({ message: 'None', args: [], comment: 'client certificate' })
    : escapeForLabel(client.file);

async function askTrust(name: string, trust: TlsTrust | undefined, place: QuestionPosition): Asked<TlsTrust> {
  const type = await pickOne<TlsTrust['type'] | undefined>({
    ...place,
    placeholder: l10n.t('Select how to verify the server certificate'),
    active: trust?.type,
    choices: [
      {
        label: describeTrust(undefined),
        description: l10n.t('As for other HTTPS endpoints'),
        value: undefined,
      },
      {
        label: l10n.t('Certificate authority file…'),
        description: l10n.t('Certificate authorities in a PEM file, in addition to those of the system'),
        value: 'file',
      },
      {
        label: l10n.t('Pinned fingerprint…'),
        description: l10n.t('Only one certificate: of the server, or of its certificate authority'),
        value: 'pin',
      },
      {
        label: l10n.t('Skip verification…'),
        description: l10n.t('Not secure: accepts any certificate'),
        value: 'anyone',
      },
    ],
  });
  if (type === undefined || type === 'back') return type;
  switch (type.value) {
    case undefined:
      return { value: undefined };
    case 'file': {
      const present = trust?.type === 'file' ? trust.path : undefined;
      const path = await askFile(place, {
        title: l10n.t('Select the certificate authority file'),
        prompt: l10n.t('Path of the certificate authority file'),
        ...pem,
        present,
      });
      return path === undefined || path === 'back' ? path : { value: { type: 'file', path: path.value } };
    }
    case 'pin':
      return askFingerprint(trust?.type === 'pin' ? trust.fingerprint : '', place);
    case 'anyone':
      return (await confirmSkippingVerification(name)) ? { value: { type: 'anyone' } } : 'back';
  }
}

async function askFingerprint(present: string, place: QuestionPosition): Asked<TlsTrust> {
  const answer = await askText({
    ...place,
    prompt: l10n.t(
      'SHA-256 fingerprint of the server certificate, or of a CA certificate that the server sends with it',
    ),
    placeholder: l10n.t('As printed by Elasticsearch on first start, or by openssl x509 -fingerprint -sha256'),
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

async function confirmSkippingVerification(name: string): Promise<boolean> {
  return isConfirmed({
    question: l10n.t('Skip certificate verification for “{0}”?', escapeForNotification(name)),
    detail: l10n.t(
      'Anyone between you and the server can then impersonate it, and read and change everything that is sent, including credentials. Pinning a fingerprint is just as easy, and secure: Test Connection offers it.',
    ),
    action: l10n.t('Skip Verification'),
    instead: l10n.t('Keep Verifying'),
    isGuarded: true,
  });
}

async function askClient(present: ClientCertificate | undefined, place: QuestionPosition): Asked<ClientCertificate> {
  const type = await pickOne<ClientCertificate['type'] | undefined>({
    ...place,
    placeholder: l10n.t('Select a client certificate'),
    active: present?.type,
    choices: [
      { label: l10n.t({ message: 'None', args: [], comment: 'client certificate' }), value: undefined },
      {
        label: l10n.t('PEM files…'),
        description: l10n.t('Certificate and private key, in one file or two'),
        value: 'pem',
      },
      { label: l10n.t('PFX file…'), description: l10n.t('Both in one file (.pfx, .p12)'), value: 'pfx' },
    ],
  });
  if (type === undefined || type === 'back') return type;
  if (type.value === undefined) return { value: undefined };
  return type.value === 'pem' ? askPem(present, place) : askPfx(present, place);
}

async function askPem(present: ClientCertificate | undefined, place: QuestionPosition): Asked<ClientCertificate> {
  const was = present?.type === 'pem' ? present : undefined;
  const file = await askFile(place, {
    title: l10n.t('Select the client certificate file'),
    prompt: l10n.t('Path of the client certificate file'),
    ...pem,
    present: was?.file,
  });
  if (file === undefined || file === 'back') return file;
  const keyFile = await askFile(place, {
    title: l10n.t('Select the private key file'),
    prompt: l10n.t('Path of the private key file'),
    ...pem,
    present: was?.keyFile,
    orElse: l10n.t('In the certificate file'),
  });
  if (keyFile === undefined || keyFile === 'back') return keyFile;
  const files = { type: 'pem', file: file.value, ...(keyFile.value === '' ? {} : { keyFile: keyFile.value }) } as const;
  return withPassphrase(files, was?.passphrase, place);
}

async function askPfx(present: ClientCertificate | undefined, place: QuestionPosition): Asked<ClientCertificate> {
  const was = present?.type === 'pfx' ? present : undefined;
  const file = await askFile(place, {
    title: l10n.t('Select the PFX file'),
    prompt: l10n.t('Path of the PFX file'),
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
    prompt: l10n.t('Passphrase of the private key. Leave empty if there is none.'),
    value: present ?? '',
    password: true,
  });
  if (answer === undefined || answer === 'back') return answer;
  return { value: answer.value === '' ? client : { ...client, passphrase: answer.value } };
}

async function askServerName(present: string | undefined, place: QuestionPosition): Asked<string> {
  const answer = await askText({
    ...place,
    prompt: l10n.t('Name to expect in the server certificate. Leave empty to use the host.'),
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

interface FileQuestion {
  /** The placeholder of the list, and the title of the dialog. */
  readonly title: string;
  /** The prompt of the text input. */
  readonly prompt: string;
  /** File extensions by the names that the dialog shows for them. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly present?: string | undefined;
  /** A choice that needs no file. Its value is ''. */
  readonly orElse?: string;
}

/** Asks the user for a file with a dialog, or for its path, which may start with `~`. Does not read the file. */
async function askFile(place: QuestionPosition, question: FileQuestion): Promise<QuickAnswer<string>> {
  const { title, present, orElse } = question;
  for (;;) {
    const how = await pickOne<'else' | 'browse' | 'type'>({
      ...place,
      placeholder: title,
      choices: [
        ...(orElse === undefined ? [] : [{ label: `$(file) ${orElse}`, value: 'else' } satisfies QuickChoice<'else'>]),
        { label: `$(folder-opened) ${l10n.t('Browse…')}`, value: 'browse' },
        {
          label: `$(edit) ${present === undefined ? l10n.t('Enter a path…') : escapeForLabel(present)}`,
          value: 'type',
        },
      ],
      ...(present === undefined ? {} : { active: 'type' }),
    });
    if (how === undefined || how === 'back') return how;
    if (how.value === 'else') return { value: '' };
    const path = how.value === 'browse' ? await browse(question) : await askPath(place, question);
    if (path !== 'back') return path;
  }
}

async function browse({ title, filters }: FileQuestion): Promise<QuickAnswer<string>> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: l10n.t('Select'),
      filters: {
        ...Object.fromEntries(Object.entries(filters).map(([name, ends]) => [name, [...ends]])),
        [l10n.t('All Files')]: ['*'],
      },
    })) ?? [];
  if (file === undefined) return 'back';
  if (file.scheme === 'file') return { value: file.fsPath };
  await vscode.window.showWarningMessage(
    l10n.t('This file cannot be used: it is not on the computer where Proxy Scout runs. Select a file there.'),
  );
  return 'back';
}

function askPath(place: QuestionPosition, { prompt, present }: FileQuestion): Promise<QuickAnswer<string>> {
  return askText({
    ...place,
    prompt,
    placeholder: '~/certificates/ca.pem',
    value: present ?? '',
    check: (text) =>
      /^(?:~[\\/]|\/|[a-z]:[\\/])./i.test(text) && text.length <= 4096
        ? undefined
        : { problem: l10n.t('Enter an absolute path, or a path that starts with ~.') },
  });
}
