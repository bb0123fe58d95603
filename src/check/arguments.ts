import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Endpoint, headerValue, recordVersion } from '../core/base/endpoints/endpoint';
import { normalizeUrl } from '../core/base/endpoints/endpointUrl';

const formats = ['pretty', 'json', 'github'] as const;
export type CheckFormat = (typeof formats)[number];

interface CheckTask {
  /** Files and folders, as typed. */
  readonly paths: readonly string[];
  readonly format: CheckFormat;
  /** The proxy to compare with, if the user named one. */
  readonly endpoint: Endpoint | undefined;
}

/** The reason why the arguments are not valid: a sentence that repeats none of them. */
interface WrongUse {
  readonly problem: string;
}

export const usageText = [
  'Usage: proxy-scout check [paths…] [--endpoint URL] [--format pretty|json|github]',
  '',
  'Checks what files declare for Traefik: compose labels, the file provider, Kubernetes manifests, Nomad and Consul tags.',
  'Reads regular files of at most 1 MB: those that are named, then those in folders, 2,000 in all. Prints at most 2 MB.',
  '',
  'With --endpoint, compares it with what a running Traefik reports. Credentials for it come from the environment only:',
  'PROXY_SCOUT_USER and PROXY_SCOUT_PASSWORD, or PROXY_SCOUT_TOKEN.',
  'The endpoint is reached through the HTTP proxy of HTTP_PROXY or HTTPS_PROXY, else of ALL_PROXY (in lower case, too),',
  'except hosts in NO_PROXY and this machine. SOCKS is not supported.',
  '',
  'Ends with, in this order:',
  '  2 if nothing could be checked: wrong use, an endpoint that does not respond, or output that cannot be written',
  '  1 if something certainly breaks, whatever else could not be read',
  '  2 if not everything could be checked: paths that cannot be read (told on stderr), or too many or too large together',
  '  0 otherwise; a single file over 1 MB is not read, which is told',
].join('\n');

/**
 * Reads the arguments after `check`, and the credentials.
 *
 * @returns `help` if the user requests that
 */
export function readTask(args: readonly string[], env: NodeJS.ProcessEnv): CheckTask | WrongUse | 'help' {
  const given = parsed(args);
  if (given === undefined) return { problem: 'There is an option that this program does not have.' };
  const { values, positionals } = given;
  if (values.help === true) return 'help';
  const format = formats.find((one) => one === (values.format ?? 'pretty'));
  if (format === undefined) return { problem: `The format is one of ${formats.join(', ')}.` };
  const paths = positionals.length === 0 ? ['.'] : positionals;
  if (values.endpoint === undefined) return { paths, format, endpoint: undefined };
  const endpoint = endpointOf(values.endpoint, env);
  return isWrong(endpoint) ? endpoint : { paths, format, endpoint };
}

function isWrong(read: Endpoint | WrongUse): read is WrongUse {
  return 'problem' in read;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { endpoint: { type: 'string' }, format: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch {
    return undefined;
  }
}

function endpointOf(typed: string, env: NodeJS.ProcessEnv): Endpoint | WrongUse {
  const url = normalizeUrl(typed, 'proxy');
  if ('problem' in url) return url;
  // The history of the shell and logs contain arguments.
  if (url.credentials !== undefined) {
    return {
      problem: 'Take the credentials out of the URL: they are read from PROXY_SCOUT_USER and PROXY_SCOUT_PASSWORD.',
    };
  }
  const auth = authOf(env);
  if ('problem' in auth) return auth;
  return {
    version: recordVersion,
    id: randomUUID(),
    kind: 'proxy',
    name: 'proxy',
    url: url.url,
    headers: {},
    order: 0,
    auth,
  };
}

function authOf(env: NodeJS.ProcessEnv): Endpoint['auth'] | WrongUse {
  const { PROXY_SCOUT_USER: user = '', PROXY_SCOUT_PASSWORD: password = '', PROXY_SCOUT_TOKEN: token = '' } = env;
  if (token !== '' && user !== '') return { problem: 'Set PROXY_SCOUT_USER or PROXY_SCOUT_TOKEN, not both.' };
  if (password !== '' && user === '') return { problem: 'PROXY_SCOUT_PASSWORD needs PROXY_SCOUT_USER.' };
  if (user.includes(':')) return { problem: 'A user name cannot contain a colon.' };
  if (!headerValue.safeParse(token).success)
    return { problem: 'PROXY_SCOUT_TOKEN has characters that cannot be sent.' };
  if (token !== '') return { type: 'bearer', token };
  return user === '' ? { type: 'none' } : { type: 'basic', username: user, password };
}
