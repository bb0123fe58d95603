import * as vscode from 'vscode';
import type { Endpoint } from '../../core/base/endpoints/endpoint';
import type { EndpointFields, EndpointStore } from '../../core/base/endpoints/endpointStore';
import { loadCore } from '../shared/loadCore';
import { askText, pickOne, type QuestionPosition, type QuickAnswer } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import { describeTls, editTls } from './editTls';
import {
  askAuthDetail,
  askAuthType,
  askHost,
  askName,
  askUrl,
  authChoiceOf,
  authDetails,
  emptyAuth,
  headerNameCheck,
} from './questions';

type Field = 'url' | 'auth' | 'headers' | 'tls' | 'host' | 'name';

/**
 * Shows an endpoint's fields and changes the one that is chosen, again and again until the person is done. Each change
 * is stored at once.
 *
 * @returns whether anything changed.
 */
export async function editEndpoint(store: EndpointStore, id: string): Promise<boolean> {
  let changed = false;
  let active: Field = 'url';
  for (;;) {
    const endpoint = await store.get(id);
    if (endpoint === undefined) return changed;
    const { MASK, withoutTokens } = await loadCore();
    const field: QuickAnswer<Field> = await pickOne<Field>({
      title: `Edit ${escapeForLabel(endpoint.name)}`,
      placeholder: 'Choose what to change. Escape when done.',
      active,
      choices: [
        { label: `$(globe) Address: ${escapeForLabel(withoutTokens(endpoint.url, MASK))}`, value: 'url' },
        { label: `$(key) Credentials: ${describeAuth(endpoint.auth)}`, value: 'auth' },
        { label: `$(list-flat) Own Headers: ${describeHeaders(endpoint.headers)}`, value: 'headers' },
        ...(usesTls(endpoint)
          ? [{ label: `${tlsIcon(endpoint)} TLS: ${describeTls(endpoint.tls)}`, value: 'tls' } as const]
          : []),
        { label: `$(server) Host: ${escapeForLabel(endpoint.host ?? 'as in the address')}`, value: 'host' },
        { label: `$(tag) Name: ${escapeForLabel(endpoint.name)}`, value: 'name' },
      ],
    });
    if (field === undefined || field === 'back') return changed;
    active = field.value;
    const fields = await change[field.value](endpoint, {
      title: `Edit ${escapeForLabel(endpoint.name)}`,
      canGoBack: true,
    });
    if (fields === undefined) return changed;
    if (fields === 'back') continue;
    if ((await store.change(id, fields.value, endpoint)) === undefined) {
      void vscode.window.showWarningMessage('This endpoint was removed meanwhile. Nothing was changed.');
      return false;
    }
    changed = true;
  }
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
    // An address with a user and no password does not take away the password that is stored for this user.
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
    const answer = await askName(place, name);
    return answer === undefined || answer === 'back' ? answer : { value: { name: answer.value.trim() } };
  },
  headers: editHeaders,
  async tls(endpoint, place) {
    const answer = await editTls(endpoint, place);
    return answer === undefined || answer === 'back' ? answer : { value: { tls: answer.value } };
  },
  async host({ host }, place) {
    const answer = await askHost(place, host);
    return answer === undefined || answer === 'back' ? answer : { value: { host: answer.value } };
  },
};

const tlsIcon = ({ tls }: Endpoint): string => (tls?.trust?.type === 'anyone' ? '$(unlock)' : '$(lock)');

/** Settings of TLS say nothing about http, but those that are there can be seen and changed. */
const usesTls = ({ url, tls }: Endpoint): boolean => url.startsWith('https:') || tls !== undefined;

async function editHeaders(
  { headers }: Endpoint,
  place: QuestionPosition,
): Promise<QuickAnswer<Partial<EndpointFields>>> {
  const names = Object.keys(headers);
  const chosen = await pickOne<string | undefined>({
    ...place,
    placeholder: 'Headers sent with every request to this endpoint',
    choices: [
      ...names.map((name) => ({ label: `$(edit) ${escapeForLabel(name)}`, value: name })),
      { label: '$(add) Add Header…', value: undefined },
    ],
  });
  if (chosen === undefined || chosen === 'back') return chosen;
  const { headerValue } = await loadCore();
  let name = chosen.value;
  if (name === undefined) {
    const checkName = await headerNameCheck();
    const answer = await askText({
      ...place,
      prompt: 'Name of the header',
      placeholder: 'X-Forwarded-User',
      check: (text) =>
        isSameHeader(text, 'Host') ? { problem: 'Choose Host in the list before this one instead.' } : checkName(text),
    });
    if (answer === undefined || answer === 'back') return answer;
    name = answer.value;
  }
  const asked = name;
  const present = Object.entries(headers).find(([other]) => isSameHeader(other, asked));
  const value = await askText({
    ...place,
    prompt: `Value of ${name}; leave empty to remove the header`,
    value: present?.[1] ?? '',
    password: true,
    check: (text) =>
      headerValue.safeParse(text).success
        ? undefined
        : { problem: 'The value has characters that a header cannot carry.' },
  });
  if (value === undefined || value === 'back') return value;
  const others = Object.fromEntries(Object.entries(headers).filter(([other]) => !isSameHeader(other, asked)));
  return { value: { headers: value.value === '' ? others : { ...others, [asked]: value.value } } };
}

/** The case of a header's name means nothing (RFC 9110, section 5.1). */
const isSameHeader = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function describeAuth(auth: Endpoint['auth']): string {
  switch (auth.type) {
    case 'none':
      return 'none';
    case 'basic':
      return `user ${escapeForLabel(auth.username)}${auth.scheme === undefined ? '' : ', by Digest only'}`;
    case 'bearer':
      return 'bearer token';
    case 'apiKey':
      return auth.header === undefined ? 'API key' : `API key in ${auth.header}`;
  }
}

function describeHeaders(headers: Endpoint['headers']): string {
  const names = Object.keys(headers);
  return names.length === 0 ? 'none' : escapeForLabel(names.join(', '));
}
