import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { plainText } from '../../base/text/plainText';
import { type CurlOption, curlOptions } from './curlOptions';
import { shellWords } from './shellWords';

/** A request as a curl command sends it. */
interface CurlRequest {
  readonly url: string;
  readonly method: string;
  /** In the order given. May contain secrets. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Sentences about what was not read. */
  readonly notes: readonly string[];
}

const longestCommand = 200_000;
const mostHeaders = 100;

/**
 * Reads a whole curl command, as users and browsers (Copy as cURL) write it. Nothing is run, and neither variables nor
 * files are read: values that depend on them are left out and noted. Credentials of `--user` and similar options are
 * left out as well.
 *
 * @returns undefined if the text is not a curl command; a problem in one sentence if its URL is missing or unknown
 */
export function readCurlCommand(text: string): CurlRequest | { readonly problem: string } | undefined {
  if (!/^\s*(?:[$>]\s+)?curl(?:\.exe)?\s/i.test(text)) return undefined;
  if (text.length > longestCommand) return { problem: l10n.t('The command is too long.') };
  const { words, endsAt, isOpen } = shellWords(text.replace(/^\s*[$>]\s+/, ''));
  if (isOpen) return { problem: l10n.t('A quotation mark in the command is not closed.') };
  const options = curlOptions(words.slice(1));
  const urls = options.filter(({ name }) => name === 'url');
  const [url] = urls;
  if (url?.value === undefined || url.value === '') return { problem: l10n.t('The command has no URL.') };
  if (url.isUnknown) {
    return { problem: l10n.t('The URL contains a variable, which is not read. Replace it by its value.') };
  }
  const sent = readOptions(options);
  const host = sent.headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
  const isGlob = !options.some(({ name }) => name === 'globoff');
  const written = isGlob ? url.value.replace(/\\([[\]{}])/g, '$1') : url.value;
  const address = withQuery(/^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `http://${written}`, sent.query);
  const notes = [
    ...(host === undefined ? [] : [l10n.t('The Host header is taken for the host of the URL.')]),
    ...(urls.length > 1 ? [l10n.t('Only the first URL of the command is used.')] : []),
    ...(endsAt === undefined ? [] : [l10n.t('Everything from “{0}” on belongs to the shell and is not read.', endsAt)]),
    ...leftOutNotes(sent),
  ];
  return {
    url: host === undefined ? address : withHost(address, host),
    method: methodOf(options),
    headers: sent.headers.filter(([name]) => name.toLowerCase() !== 'host').slice(0, mostHeaders),
    notes,
  };
}

interface Sent {
  readonly headers: readonly (readonly [string, string])[];
  /** Pairs to append to the query of the URL. */
  readonly query: readonly string[];
  /** Names of options that depend on variables or files. */
  readonly unknown: readonly string[];
  /** Names of options whose credentials are left out. */
  readonly credentials: readonly string[];
  /** Names of options that have no meaning here. */
  readonly ignored: readonly string[];
}

function leftOutNotes({ unknown, credentials, ignored }: Sent): readonly string[] {
  const named = (names: readonly string[]): string => allOf([...new Set(names)].map((name) => plainText(name, 60)));
  return [
    ...(unknown.length === 0
      ? []
      : [l10n.t('Left out, because variables and files are not read: {0}.', named(unknown))]),
    ...(credentials.length === 0 ? [] : [l10n.t('Left out, because it is a credential: {0}.', named(credentials))]),
    ...(ignored.length === 0 ? [] : [l10n.t('Ignored: {0}.', named(ignored))]),
  ];
}

/** Options that change the target of the connection, which the entry point represents here. */
const optionsOfOtherTarget: ReadonlySet<string> = new Set([
  'resolve',
  'connect-to',
  'proxy',
  'preproxy',
  'socks4',
  'socks4a',
  'socks5',
  'socks5-hostname',
  'unix-socket',
  'abstract-unix-socket',
  'request-target',
  'config',
]);
const credentialOptions: ReadonlySet<string> = new Set(['user', 'oauth2-bearer', 'aws-sigv4', 'proxy-user', 'netrc']);
/** Options that set a header. */
const headerOptions: ReadonlyMap<string, string> = new Map([
  ['user-agent', 'User-Agent'],
  ['referer', 'Referer'],
  ['cookie', 'Cookie'],
  ['range', 'Range'],
]);

function readOptions(options: readonly CurlOption[]): Sent {
  const headers: [string, string][] = [];
  const [query, unknown, credentials, ignored]: [string[], string[], string[], string[]] = [[], [], [], []];
  const isGet = options.some(({ name }) => name === 'get');
  for (const { name, value = '', isUnknown } of options) {
    const own = headerOptions.get(name);
    if (credentialOptions.has(name)) credentials.push(`--${name}`);
    else if (optionsOfOtherTarget.has(name)) ignored.push(`--${name}`);
    else if (name === 'header') {
      const header = headerOf(value);
      if (isUnknown || value.startsWith('@')) unknown.push(header?.[0] ?? '--header');
      else if (header !== undefined) headers.push(header);
    } else if (own !== undefined) {
      // A cookie value without a pair is the name of a file.
      if (isUnknown || (name === 'cookie' && !value.includes('='))) unknown.push(own);
      else headers.push([own, name === 'range' ? `bytes=${value}` : value]);
    } else if (name === 'json') headers.push(['Content-Type', 'application/json'], ['Accept', 'application/json']);
    else if (name === 'url-query' || (isGet && dataOptions.has(name))) {
      const pair = queryOf(name, value);
      if (isUnknown || pair === undefined) unknown.push(`--${name}`);
      else query.push(pair);
    } else if (name === 'request' && isUnknown) unknown.push('--request');
  }
  return { headers, query, unknown, credentials, ignored };
}

/** A header line; `Name;` sends an empty header, `Name:` removes it. */
function headerOf(line: string): [name: string, value: string] | undefined {
  const colon = line.indexOf(':');
  if (colon < 0) return line.trimEnd().endsWith(';') ? [line.trimEnd().slice(0, -1).trim(), ''] : undefined;
  const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  // Names of HTTP/2, such as `:authority`, are not headers.
  return name === '' || value === '' ? undefined : [name, value.replace(/[\r\n]+/g, ' ')];
}

const dataOptions: ReadonlySet<string> = new Set(['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode']);

/** The text that an option adds to the query; undefined if it is in a file. */
function queryOf(option: string, value: string): string | undefined {
  if (option === 'data-raw') return value;
  if (option === 'data' || option === 'data-ascii' || option === 'data-binary') {
    return value.startsWith('@') ? undefined : value;
  }
  if (option === 'url-query' && value.startsWith('+')) return value.slice(1);
  const [, name = '', sign] = /^([^=@]*)([=@])/.exec(value) ?? [];
  if (sign === '@') return undefined;
  const content = encodeURIComponent(
    (sign === undefined ? value : value.slice(name.length + 1)).replace(/\p{Cs}/gu, '\uFFFD'),
  );
  return name === '' ? content : `${name}=${content}`;
}

function methodOf(options: readonly CurlOption[]): string {
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  const given = options.findLast(({ name, isUnknown }) => name === 'request' && !isUnknown)?.value?.trim();
  if (given !== undefined && /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(given)) return given;
  if (has('head')) return 'HEAD';
  if (has('upload-file')) return 'PUT';
  if (has('get')) return 'GET';
  return has(...dataOptions, 'json', 'form', 'form-string') ? 'POST' : 'GET';
}

/** The URL with these pairs appended to its query, before its fragment. */
function withQuery(url: string, query: readonly string[]): string {
  if (query.length === 0) return url;
  const hash = url.indexOf('#');
  const [address, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  return `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}${fragment}`;
}

/** The URL with another host, on its own port, where the request arrives. */
function withHost(url: string, host: string): string {
  const [, scheme = '', authority = ''] = /^([a-z][a-z\d+.-]*:\/\/)?([^/?#]*)/i.exec(url) ?? [];
  const [port = ''] = /:\d+$/.exec(authority) ?? [];
  return `${scheme}${host.replace(/:\d*$/, '')}${port}${url.slice(scheme.length + authority.length)}`;
}
