import * as l10n from '@vscode/l10n';
import type { OfferedAuth } from '../../core/addressProbe/tryAddress';
import { type EndpointAuth, type EndpointKind, headerName, headerValue } from '../../core/base/endpoints/endpoint';
import { type NormalizedUrl, normalizeUrl, readHost } from '../../core/base/endpoints/endpointUrl';
import { isConnectionHeader } from '../../core/base/http/headers';
import { numberText } from '../../l10n/numbers';
import {
  askText,
  mapAnswer,
  pickOne,
  type QuestionPosition,
  type QuickAnswer,
  type QuickChoice,
} from '../shared/quickInput';

/** Asks the user for the endpoint's address, which is checked while typing. Offers the engines' default port next. */
export async function askUrl(
  place: QuestionPosition,
  kind: EndpointKind,
  value: string,
): Promise<QuickAnswer<NormalizedUrl>> {
  const example = kind === 'proxy' ? 'http://localhost:8080' : 'http://localhost:9200';
  let typed = value;
  for (;;) {
    const answer = await askText({
      ...place,
      prompt:
        kind === 'proxy'
          ? l10n.t('URL of the Traefik API or dashboard')
          : l10n.t('URL of the search engine, without an index'),
      placeholder: example,
      value: typed,
      check(text) {
        const url = normalizeUrl(text, kind);
        if ('problem' in url) return url;
        if (url.credentials !== undefined) {
          return { hint: l10n.t('Will use {0}. The user name and password become the credentials.', url.url) };
        }
        return url.url === text ? undefined : { hint: l10n.t('Will use {0}', url.url) };
      },
    });
    if (answer === undefined || answer === 'back') return answer;
    typed = answer.value;
    const url = normalizeUrl(typed, kind);
    if ('problem' in url) continue;
    const { withUsualPort, ...asTyped } = url;
    if (withUsualPort === undefined) return { value: url };
    const port = await pickOne({
      ...place,
      canGoBack: true,
      placeholder: l10n.t('Select a URL (no port was entered)'),
      choices: [
        {
          label: withUsualPort,
          description: l10n.t('Default port of search engines'),
          value: { ...asTyped, url: withUsualPort },
        },
        { label: url.url, description: l10n.t('As typed'), value: asTyped },
      ],
    });
    if (port !== 'back') return port;
  }
}

/** An authentication method as the user selects it. */
type AuthChoice = EndpointAuth['type'] | 'digest';

const authChoices = (): QuickChoice<AuthChoice>[] => [
  { label: l10n.t('No authentication'), value: 'none' },
  {
    label: l10n.t('User name and password'),
    description: l10n.t('Basic authentication, or Digest if the server requires it'),
    value: 'basic',
  },
  {
    label: l10n.t('User name and password (Digest only)'),
    description: l10n.t('The password itself is never sent'),
    value: 'digest',
  },
  { label: l10n.t('Bearer token'), description: 'Authorization: Bearer …', value: 'bearer' },
  { label: l10n.t('API key'), description: l10n.t('Authorization: ApiKey …, or a custom header'), value: 'apiKey' },
];

export function authChoiceOf(auth: EndpointAuth): AuthChoice {
  return auth.type === 'basic' && auth.scheme === 'digest' ? 'digest' : auth.type;
}

/**
 * Asks for the authentication method.
 *
 * @param offered the methods to choose from; by default, all
 */
export function askAuthType(
  place: QuestionPosition,
  active: AuthChoice,
  offered: readonly AuthChoice[] = [],
): Promise<QuickAnswer<AuthChoice>> {
  const choices = authChoices().filter(({ value }) => offered.length === 0 || offered.includes(value));
  return pickOne({ ...place, placeholder: l10n.t('Select an authentication method'), choices, active });
}

/** The number of questions that `askAuthDetail` has for a type. */
export function authDetails(type: EndpointAuth['type']): number {
  return { none: 0, basic: 2, bearer: 1, apiKey: 2 }[type];
}

/** Asks detail number `index` of `auth`, and returns `auth` with the user's input. */
export async function askAuthDetail(
  place: QuestionPosition,
  auth: EndpointAuth,
  index: number,
): Promise<QuickAnswer<EndpointAuth>> {
  const isSendable = (text: string) => headerValue.safeParse(text).success;
  const secret = { password: true } as const;

  switch (auth.type) {
    case 'none':
      return { value: auth };
    case 'basic':
      return index === 0
        ? mapAnswer(
            await askText({
              ...place,
              prompt: l10n.t('User name'),
              value: auth.username,
              check(text) {
                if (text.includes(':')) return { problem: l10n.t('A user name cannot contain a colon.') };
                return text.trim() === '' ? { problem: l10n.t('Enter the user name.') } : undefined;
              },
            }),
            (username) => ({ ...auth, username }),
          )
        : mapAnswer(
            await askText({ ...place, ...secret, prompt: l10n.t('Password'), value: auth.password }),
            (password) => ({ ...auth, password }),
          );
    case 'bearer':
      return mapAnswer(
        await askText({
          ...place,
          ...secret,
          prompt: l10n.t({ message: 'Token', args: [], comment: 'credentials' }),
          value: auth.token,
          check(text) {
            if (text.trim() === '') return { problem: l10n.t('Enter the token.') };
            return isSendable(text)
              ? undefined
              : { problem: l10n.t('The token contains characters that are not allowed in a header.') };
          },
        }),
        (token) => ({ ...auth, token: token.trim() }),
      );
    case 'apiKey':
      return index === 0
        ? mapAnswer(
            await askText({
              ...place,
              ...secret,
              prompt: l10n.t('API key (for Elasticsearch, in encoded form)'),
              value: auth.key,
              check(text) {
                if (text.trim() === '') return { problem: l10n.t('Enter the API key.') };
                return isSendable(text)
                  ? undefined
                  : { problem: l10n.t('The API key contains characters that are not allowed in a header.') };
              },
            }),
            (key) => ({ ...auth, key: key.trim() }),
          )
        : mapAnswer(
            await askText({
              ...place,
              prompt: l10n.t('Header to send the API key in. Leave empty for Authorization: ApiKey.'),
              placeholder: 'X-Api-Key',
              value: auth.header ?? '',
              check(text) {
                if (text.toLowerCase() === 'host') {
                  return { problem: l10n.t('The API key cannot be sent in the Host header. Enter another header.') };
                }
                return text === '' ? undefined : checkHeaderName(text);
              },
            }),
            (header) => ({ type: 'apiKey', key: auth.key, ...(header === '' ? {} : { header }) }),
          );
  }
}

/** Returns the problem of a header name. Called on every key press. */
export function checkHeaderName(name: string): { readonly problem: string } | undefined {
  if (!headerName.safeParse(name).success) {
    return { problem: l10n.t('A header name can contain only letters, digits, and hyphens.') };
  }
  return isConnectionHeader(name)
    ? { problem: l10n.t('This header is set by the connection itself. Enter another header.') }
    : undefined;
}

/** The auth of a choice before its details, filled from the present auth if the method is the same. */
export function emptyAuth(choice: AuthChoice, present: EndpointAuth): EndpointAuth {
  if (choice === 'basic' || choice === 'digest') {
    const { username, password } = present.type === 'basic' ? present : { username: '', password: '' };
    return { type: 'basic', username, password, ...(choice === 'digest' ? { scheme: choice } : {}) };
  }
  if (present.type === choice) return present;
  switch (choice) {
    case 'none':
      return { type: choice };
    case 'bearer':
      return { type: choice, token: '' };
    case 'apiKey':
      return { type: choice, key: '' };
  }
}

/** Asks the user for the Host header; undefined for the host of the address. */
export async function askHost(
  place: QuestionPosition,
  present: string | undefined,
): Promise<QuickAnswer<string | undefined>> {
  const answer = await askText({
    ...place,
    prompt: l10n.t('Host header to send, if it differs from the URL. Leave empty to use the host of the URL.'),
    placeholder: 'traefik.example.com',
    value: present ?? '',
    check(text) {
      if (text.trim() === '') return undefined;
      const read = readHost(text);
      if ('problem' in read) return read;
      return read.host === text ? undefined : { hint: l10n.t('Will use {0}', read.host) };
    },
  });
  if (answer === undefined || answer === 'back') return answer;
  const read = readHost(answer.value);
  return { value: 'host' in read ? read.host : undefined };
}

const longestName = 200;

export function askName(place: QuestionPosition, value: string): Promise<QuickAnswer<string>> {
  return askText({
    ...place,
    prompt: l10n.t('Name of the endpoint'),
    value,
    check(text) {
      if (text.trim() === '') return { problem: l10n.t('Enter a name.') };
      return text.length > longestName
        ? { problem: l10n.t('A name can have at most {0} characters.', numberText(longestName)) }
        : undefined;
    },
  });
}

/**
 * Asks the user for the credentials that a server requires, with a way back from every question.
 *
 * @param offered the methods that the server accepts; all if it names none. The user chooses if there are several
 * @param present the earlier input: for a user without a password, asks for the password only
 */
export async function askCredentials(
  title: string,
  offered: readonly OfferedAuth[],
  present: EndpointAuth,
): Promise<QuickAnswer<EndpointAuth>> {
  // The choice of Basic includes Digest if the server requires it.
  const methods = offered.includes('basic') ? offered.filter((one) => one !== 'digest') : offered;
  const [only] = methods.length === 1 ? methods : [];
  const isPasswordMissing = present.type === 'basic' && present.username !== '' && present.password === '';
  let auth = only === undefined ? present : emptyAuth(only, present);
  const first = only === undefined && !isPasswordMissing ? -1 : 0;
  for (let at = isPasswordMissing ? 1 : first; at < detailsOf(auth, methods); ) {
    const place = { title, canGoBack: true };
    if (at < 0) {
      const choice = await askAuthType(place, auth.type === 'none' ? 'basic' : authChoiceOf(auth), methods);
      if (choice === undefined || choice === 'back') return choice;
      auth = emptyAuth(choice.value, auth);
      at += 1;
      continue;
    }
    const answer = await askAuthDetail(place, auth, at);
    if (answer === undefined) return undefined;
    if (answer === 'back') {
      if (at === first) return 'back';
      at -= 1;
    } else {
      auth = answer.value;
      at += 1;
    }
  }
  return { value: auth };
}

/** A server that names the scheme of API keys accepts them in that header. */
function detailsOf({ type }: EndpointAuth, offered: readonly OfferedAuth[]): number {
  return type === 'apiKey' && offered.length > 0 ? 1 : authDetails(type);
}
