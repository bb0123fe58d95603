import type { EndpointAuth, EndpointKind } from '../../core/base/endpoints/endpoint';
import type { NormalisedUrl } from '../../core/base/endpoints/endpointUrl';
import { loadCore } from '../shared/loadCore';
import { askText, pickOne, type QuestionPosition, type QuickAnswer } from '../shared/quickInput';

/** What kind of server answers at the endpoint. */
export function askKind(place: QuestionPosition): Promise<QuickAnswer<EndpointKind>> {
  return pickOne<EndpointKind>({
    ...place,
    placeholder: 'What answers at this endpoint?',
    choices: [
      { label: '$(server) Proxy', description: 'A Traefik management API', value: 'proxy' },
      { label: '$(search) Search', description: 'Elasticsearch, OpenSearch and compatible engines', value: 'search' },
    ],
  });
}

/** The endpoint's address, checked while it is typed. A second question offers the usual port of a search engine. */
export async function askUrl(
  place: QuestionPosition,
  kind: EndpointKind,
  value: string,
): Promise<QuickAnswer<NormalisedUrl>> {
  const { normaliseUrl } = await loadCore();
  const example = kind === 'proxy' ? 'http://localhost:8080' : 'http://localhost:9200';
  let typed = value;
  for (;;) {
    const answer = await askText({
      ...place,
      prompt:
        kind === 'proxy'
          ? 'Address of the Traefik API or its dashboard'
          : 'Address of the search engine, without an index',
      placeholder: example,
      value: typed,
      check(text) {
        const url = normaliseUrl(text, kind);
        if ('problem' in url) return url;
        if (url.credentials !== undefined) {
          return { hint: `Will use ${url.url}. User and password move into the credentials.` };
        }
        return url.url === text ? undefined : { hint: `Will use ${url.url}` };
      },
    });
    if (answer === undefined || answer === 'back') return answer;
    typed = answer.value;
    const url = normaliseUrl(typed, kind);
    if ('problem' in url) continue;
    const { withUsualPort, ...asTyped } = url;
    if (withUsualPort === undefined) return { value: url };
    const port = await pickOne({
      ...place,
      canGoBack: true,
      placeholder: 'No port was given. Which one?',
      choices: [
        {
          label: withUsualPort,
          description: 'The usual port of search engines',
          value: { ...asTyped, url: withUsualPort },
        },
        { label: url.url, description: 'As typed', value: asTyped },
      ],
    });
    if (port !== 'back') return port;
  }
}

/** A way of proving who asks, as a person chooses it. */
type AuthChoice = EndpointAuth['type'] | 'digest';

const authChoices: readonly { readonly label: string; readonly description: string; readonly value: AuthChoice }[] = [
  { label: 'None', description: 'The server asks for nothing', value: 'none' },
  {
    label: 'User and Password',
    description: 'Basic authentication, or Digest where the server asks for it',
    value: 'basic',
  },
  { label: 'User and Password, by Digest Only', description: 'The password itself is never sent', value: 'digest' },
  { label: 'Bearer Token', description: 'Authorization: Bearer …', value: 'bearer' },
  { label: 'API Key', description: 'Authorization: ApiKey …, or a header of its own', value: 'apiKey' },
];

export function authChoiceOf(auth: EndpointAuth): AuthChoice {
  return auth.type === 'basic' && auth.scheme === 'digest' ? 'digest' : auth.type;
}

/** How requests prove who asks. */
export function askAuthType(place: QuestionPosition, active: AuthChoice): Promise<QuickAnswer<AuthChoice>> {
  return pickOne({ ...place, placeholder: 'How does the server know who asks?', choices: authChoices, active });
}

/** How many questions `askAuthDetail` has for a type. */
export function authDetails(type: EndpointAuth['type']): number {
  return { none: 0, basic: 2, bearer: 1, apiKey: 2 }[type];
}

/** Asks detail number `index` of `auth` and returns it with the answer in it. */
export async function askAuthDetail(
  place: QuestionPosition,
  auth: EndpointAuth,
  index: number,
): Promise<QuickAnswer<EndpointAuth>> {
  const { headerValue } = await loadCore();
  const checkHeaderName = await headerNameCheck();
  const filled = (what: string) => (text: string) =>
    text.trim() === '' ? { problem: `Enter the ${what}.` } : undefined;
  const sendable = (what: string) => (text: string) =>
    headerValue.safeParse(text).success
      ? filled(what)(text)
      : { problem: `The ${what} has characters that a header cannot carry.` };
  const secret = { password: true } as const;
  const with_ = (answer: QuickAnswer<string>, put: (value: string) => EndpointAuth): QuickAnswer<EndpointAuth> =>
    answer === undefined || answer === 'back' ? answer : { value: put(answer.value) };

  switch (auth.type) {
    case 'none':
      return { value: auth };
    case 'basic':
      return index === 0
        ? with_(
            await askText({
              ...place,
              prompt: 'User name',
              value: auth.username,
              check: (text) =>
                text.includes(':') ? { problem: 'A user name cannot hold a colon.' } : filled('user name')(text),
            }),
            (username) => ({ ...auth, username }),
          )
        : with_(await askText({ ...place, ...secret, prompt: 'Password', value: auth.password }), (password) => ({
            ...auth,
            password,
          }));
    case 'bearer':
      return with_(
        await askText({ ...place, ...secret, prompt: 'Token', value: auth.token, check: sendable('token') }),
        (token) => ({ ...auth, token: token.trim() }),
      );
    case 'apiKey':
      return index === 0
        ? with_(
            await askText({
              ...place,
              ...secret,
              prompt: 'API key (for Elasticsearch, the encoded one)',
              value: auth.key,
              check: sendable('key'),
            }),
            (key) => ({ ...auth, key: key.trim() }),
          )
        : with_(
            await askText({
              ...place,
              prompt: 'Header that carries the key; leave empty for Authorization: ApiKey',
              placeholder: 'X-Api-Key',
              value: auth.header ?? '',
              check(text) {
                if (text.toLowerCase() === 'host') return { problem: 'Host cannot carry a key. Choose another one.' };
                return text === '' ? undefined : checkHeaderName(text);
              },
            }),
            (header) => ({ type: 'apiKey', key: auth.key, ...(header === '' ? {} : { header }) }),
          );
  }
}

/** What is wrong with a header's name, asked on every key. */
export async function headerNameCheck(): Promise<(name: string) => { readonly problem: string } | undefined> {
  const { headerName, isConnectionHeader } = await loadCore();
  return (name) => {
    if (!headerName.safeParse(name).success) {
      return { problem: 'A header name has letters, digits and hyphens only.' };
    }
    return isConnectionHeader(name)
      ? { problem: 'This header is set by the connection itself. Choose another one.' }
      : undefined;
  };
}

/** The auth of a choice before its details are asked, with what the present one already holds. */
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

/** The host that requests name, where the address is only the way to it; undefined for the address's own. */
export async function askHost(
  place: QuestionPosition,
  present: string | undefined,
): Promise<QuickAnswer<string | undefined>> {
  const { readHost } = await loadCore();
  const answer = await askText({
    ...place,
    prompt: 'Host that requests ask for, where the address is only the way to it; leave empty for the address’s own',
    placeholder: 'traefik.example.com',
    value: present ?? '',
    check(text) {
      if (text.trim() === '') return undefined;
      const read = readHost(text);
      if ('problem' in read) return read;
      return read.host === text ? undefined : { hint: `Will use ${read.host}` };
    },
  });
  if (answer === undefined || answer === 'back') return answer;
  const read = readHost(answer.value);
  return { value: 'host' in read ? read.host : undefined };
}

/** What the endpoint is called in the views. */
export function askName(place: QuestionPosition, value: string): Promise<QuickAnswer<string>> {
  return askText({
    ...place,
    prompt: 'Name of the endpoint',
    value,
    check(text) {
      if (text.trim() === '') return { problem: 'Enter a name.' };
      return text.length > 200 ? { problem: 'A name has at most 200 characters.' } : undefined;
    },
  });
}
