import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Endpoint, type EndpointAuth, headerValue } from '../../core/base/endpoints/endpoint';
import type { EndpointHint } from '../../core/base/endpoints/endpointRecord';
import type { EndpointFields, EndpointStore } from '../../core/base/endpoints/endpointStore';
import { secretMask, withoutTokens } from '../../core/base/secrets/secretsInText';
import { chooseEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { isConfirmed } from '../shared/confirm';
import { Commands } from '../shared/ids';
import {
  askQuestions,
  askText,
  mapAnswer,
  pickOne,
  pickValue,
  type QuestionPosition,
  type QuestionStep,
  type QuickAnswer,
  type QuickChoice,
  takeAnswer,
} from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { storeEdit } from '../shared/storeEdit';
import { describeTls, editTls } from './editTls';
import {
  askAuthDetail,
  askAuthType,
  askHost,
  askName,
  askUrl,
  authChoiceOf,
  authDetails,
  checkHeaderName,
  emptyAuth,
} from './questions';
import { tryEndpoint } from './testConnection';

/** Changes an endpoint. If its stored data cannot be read, the user enters it again; name and place stay. */
export async function editEndpoint(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseEndpoint(clients, argument, { placeholder: l10n.t('Select an endpoint to edit') });
  if (stored === undefined) return;
  const { hint } = stored;
  const store = await clients.store();
  const isOfWorkspace = stored.workspace !== undefined;
  if (isOfWorkspace && stored.state !== 'ready') {
    await vscode.commands.executeCommand(Commands.openWorkspaceFile, hint.id);
    return;
  }
  if (stored.state === 'ready') {
    if (await editEndpointFields(store, hint.id, isOfWorkspace)) await tryEndpoint(clients, hint.id);
    return;
  }
  if (stored.state === 'newer') {
    const replaces = await isConfirmed({
      question: l10n.t('“{0}” was stored by a newer version of Proxy Scout.', escapeForNotification(hint.name)),
      detail: l10n.t('Entering it again replaces the stored data. To keep the data, update Proxy Scout.'),
      action: l10n.t('Enter Again'),
    });
    if (!replaces) return;
  }
  const fields = await askEndpoint(l10n.t('Enter Endpoint Again'), hint);
  if (fields === undefined) return;
  const { id } = await store.replace(hint, fields);
  await tryEndpoint(clients, id);
}

type Field = 'url' | 'auth' | 'headers' | 'tls' | 'host' | 'name';
/** What the list offers besides fields: the place in the view, where the access logs of a proxy are, and its file. */
type Action = 'up' | 'down' | 'accessLogs' | 'file';

/**
 * Changes the credentials of an endpoint.
 *
 * @param title the title of the questions
 */
export async function editCredentials(store: EndpointStore, endpoint: Endpoint, title: string): Promise<void> {
  const fields = await change.auth(endpoint, { title });
  if (fields === undefined || fields === 'back') return;
  if ((await storeEdit(store, endpoint, fields.value)) === undefined) showRemoved();
}

/**
 * Shows an endpoint's settings and changes the selected one, until the user is done. Each change is stored at once.
 *
 * @param isOfWorkspace its file has all but the credentials
 * @returns whether anything changed that its requests depend on
 */
async function editEndpointFields(store: EndpointStore, id: string, isOfWorkspace: boolean): Promise<boolean> {
  let changed = false;
  let active: Field | Action = isOfWorkspace ? 'auth' : 'url';
  for (;;) {
    const endpoint = await store.get(id);
    if (endpoint === undefined) return changed;
    const title = l10n.t('Edit {0}', escapeForLabel(endpoint.name));
    const fieldChoices: readonly QuickChoice<Field>[] = [
      {
        label: `$(globe) ${l10n.t('URL: {0}', escapeForLabel(withoutTokens(endpoint.url, secretMask)))}`,
        value: 'url',
      },
      { label: `$(key) ${l10n.t('Credentials: {0}', describeAuth(endpoint.auth))}`, value: 'auth' },
      { label: `$(list-flat) ${l10n.t('Custom headers: {0}', describeHeaders(endpoint.headers))}`, value: 'headers' },
      ...(usesTls(endpoint)
        ? [{ label: `${tlsIcon(endpoint)} ${l10n.t('TLS: {0}', describeTls(endpoint.tls))}`, value: 'tls' } as const]
        : []),
      {
        label: `$(server) ${
          endpoint.host === undefined
            ? l10n.t('Host: Same as in URL')
            : l10n.t('Host: {0}', escapeForLabel(endpoint.host))
        }`,
        value: 'host',
      },
      { label: `$(tag) ${l10n.t('Name: {0}', escapeForLabel(endpoint.name))}`, value: 'name' },
    ];
    const choices = [
      ...fieldChoices.filter(({ value }) => value === 'auth' || !isOfWorkspace),
      ...actionChoices(endpoint, isOfWorkspace),
    ];
    const placeholder = l10n.t('Select a setting to edit');
    const chosen: Field | Action | undefined = await pickValue<Field | Action>({ title, placeholder, active, choices });
    if (chosen === undefined) return changed;
    active = chosen;
    if (chosen === 'accessLogs' || chosen === 'file') {
      const command = chosen === 'file' ? Commands.openWorkspaceFile : Commands.chooseAccessLogs;
      await vscode.commands.executeCommand(command, id);
      return changed;
    }
    if (chosen === 'up' || chosen === 'down') {
      await store.move(id, chosen);
      continue;
    }
    const fields = await change[chosen](endpoint, { title, canGoBack: true });
    if (fields === undefined) return changed;
    if (fields === 'back') continue;
    const stored = await storeEdit(store, endpoint, fields.value);
    if (stored === undefined) {
      showRemoved();
      return false;
    }
    changed ||= stored !== 'kept';
  }
}

function actionChoices({ kind }: Endpoint, isOfWorkspace: boolean): readonly QuickChoice<Action>[] {
  return [
    ...(kind === 'proxy'
      ? [{ label: `$(list-flat) ${l10n.t('Configure Access Logs…')}`, value: 'accessLogs' } as const]
      : []),
    ...(isOfWorkspace
      ? [{ label: `$(go-to-file) ${l10n.t('Open Workspace File')}`, value: 'file' } as const]
      : ([
          { label: `$(arrow-up) ${l10n.t('Move Up')}`, value: 'up' },
          { label: `$(arrow-down) ${l10n.t('Move Down')}`, value: 'down' },
        ] as const)),
  ];
}

function showRemoved(): void {
  void vscode.window.showWarningMessage(l10n.t('This endpoint no longer exists. Nothing was changed.'));
}

const change: Record<
  Field,
  (endpoint: Endpoint, place: QuestionPosition) => Promise<QuickAnswer<Partial<EndpointFields>>>
> = {
  async url({ kind, url, auth }, place) {
    const answer = await askUrl(place, kind, url);
    if (answer === undefined || answer === 'back') return answer;
    const { credentials } = answer.value;
    if (credentials === undefined) return { value: { url: answer.value.url } };
    // If the address has a user name but no password, the password that is stored for this user stays.
    const isSameUser = auth.type === 'basic' && auth.username === credentials.username;
    const password = credentials.password === '' && isSameUser ? auth.password : credentials.password;
    const scheme = isSameUser ? auth.scheme : undefined;
    return {
      value: { url: answer.value.url, auth: { type: 'basic', username: credentials.username, password, scheme } },
    };
  },
  async auth({ auth }, place) {
    const type = await askAuthType(place, authChoiceOf(auth));
    if (type === undefined || type === 'back') return type;
    let asked = emptyAuth(type.value, auth);
    for (let detail = 0; detail < authDetails(asked.type); detail += 1) {
      const answer = await askAuthDetail(place, asked, detail);
      if (answer === undefined || answer === 'back') return answer;
      asked = answer.value;
    }
    return { value: { auth: asked } };
  },
  async name({ name }, place) {
    return mapAnswer(await askName(place, name), (value) => ({ name: value.trim() }));
  },
  headers: editHeaders,
  async tls(endpoint, place) {
    return mapAnswer(await editTls(endpoint, place), (tls) => ({ tls }));
  },
  async host({ host }, place) {
    return mapAnswer(await askHost(place, host), (value) => ({ host: value }));
  },
};

const tlsIcon = ({ tls }: Endpoint): string => (tls?.trust?.type === 'anyone' ? '$(unlock)' : '$(lock)');

/** TLS settings have no effect on http, but existing ones can be seen and changed. */
const usesTls = ({ url, tls }: Endpoint): boolean => url.startsWith('https:') || tls !== undefined;

async function editHeaders(
  { headers }: Endpoint,
  place: QuestionPosition,
): Promise<QuickAnswer<Partial<EndpointFields>>> {
  const names = Object.keys(headers);
  const chosen = await pickOne<string | undefined>({
    ...place,
    placeholder: l10n.t('Select a header to edit. Custom headers are sent with every request.'),
    choices: [
      ...names.map((name) => ({ label: `$(edit) ${escapeForLabel(name)}`, value: name })),
      { label: `$(add) ${l10n.t('Add header…')}`, value: undefined },
    ],
  });
  if (chosen === undefined || chosen === 'back') return chosen;
  let name = chosen.value;
  if (name === undefined) {
    const answer = await askText({
      ...place,
      prompt: l10n.t('Header name'),
      placeholder: 'X-Forwarded-User',
      check: (text) =>
        isSameHeader(text, 'Host')
          ? { problem: l10n.t('Go back and select Host to change this header.') }
          : checkHeaderName(text),
    });
    if (answer === undefined || answer === 'back') return answer;
    name = answer.value;
  }
  const asked = name;
  const present = Object.entries(headers).find(([other]) => isSameHeader(other, asked));
  const value = await askText({
    ...place,
    prompt: l10n.t('Value of {0}. Leave empty to remove the header.', name),
    value: present?.[1] ?? '',
    password: true,
    check: (text) =>
      headerValue.safeParse(text).success
        ? undefined
        : { problem: l10n.t('The value contains characters that are not allowed in a header.') },
  });
  if (value === undefined || value === 'back') return value;
  const others = Object.fromEntries(Object.entries(headers).filter(([other]) => !isSameHeader(other, asked)));
  return { value: { headers: value.value === '' ? others : { ...others, [asked]: value.value } } };
}

/** Header names are case-insensitive (RFC 9110, section 5.1). */
const isSameHeader = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function describeAuth(auth: Endpoint['auth']): string {
  switch (auth.type) {
    case 'none':
      return l10n.t({ message: 'None', args: [], comment: 'credentials' });
    case 'basic':
      return auth.scheme === undefined
        ? l10n.t('User {0}', escapeForLabel(auth.username))
        : l10n.t('User {0} (Digest only)', escapeForLabel(auth.username));
    case 'bearer':
      return l10n.t('Bearer token');
    case 'apiKey':
      return auth.header === undefined ? l10n.t('API key') : l10n.t('API key in {0}', auth.header);
  }
}

function describeHeaders(headers: Endpoint['headers']): string {
  const names = Object.keys(headers);
  return names.length === 0
    ? l10n.t({ message: 'None', args: [], comment: 'headers' })
    : escapeForLabel(names.join(', '));
}

/** Asks the user for all fields of an endpoint, step by step with a way back. Undefined if the user canceled. */
async function askEndpoint(title: string, { kind, ...known }: EndpointHint): Promise<EndpointFields | undefined> {
  let url = '';
  let auth: EndpointAuth = { type: 'none' };
  let { name } = known;
  let fromUrl = false;

  const steps: QuestionStep[] = [
    async (place) => {
      return takeAnswer(await askUrl({ ...place, title }, kind, url), (value) => {
        url = value.url;
        fromUrl = value.credentials !== undefined && value.credentials.password !== '';
        if (value.credentials !== undefined) auth = { type: 'basic', ...value.credentials };
      });
    },
    async (place) => {
      if (fromUrl) return 'skip';
      return takeAnswer(await askAuthType({ ...place, title }, authChoiceOf(auth)), (value) => {
        auth = emptyAuth(value, auth);
      });
    },
    ...[0, 1].map(
      (detail): QuestionStep =>
        async (place) => {
          if (fromUrl || detail >= authDetails(auth.type)) return 'skip';
          return takeAnswer(await askAuthDetail({ ...place, title }, auth, detail), (value) => {
            auth = value;
          });
        },
    ),
    async (place) => {
      return takeAnswer(await askName({ ...place, title }, name), (value) => {
        name = value.trim();
      });
    },
  ];
  const total = () => (fromUrl ? 2 : 3 + authDetails(auth.type));
  if (!(await askQuestions(steps, total))) return undefined;
  return { kind, url, auth, name, headers: {} };
}
