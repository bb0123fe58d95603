import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Endpoint, headerValue, recordVersion } from '../core/base/endpoints/endpoint';
import { normalizeUrl } from '../core/base/endpoints/endpointUrl';
import { codeOf } from '../core/base/errors/failure';

export const outputFormats = ['pretty', 'json', 'github', 'sarif', 'markdown'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** What a command of the program is asked for: all commands have the same options. */
export interface CommandTask {
  /** Files and folders, as typed. */
  readonly paths: readonly string[];
  readonly format: OutputFormat;
  /** The proxy to compare with, if the user named one. */
  readonly endpoint: Endpoint | undefined;
  /** The file of a snapshot to compare with instead, as typed. */
  readonly against: string | undefined;
  /** The revision that a change began at, as typed. */
  readonly base: string | undefined;
}

/** The reason why the arguments are not valid: a sentence that repeats none of them. */
interface WrongUse {
  readonly problem: string;
}

/**
 * Reads the arguments after the name of a command, and the credentials.
 *
 * @returns `help` if the user requests that
 */
export function readTask(args: readonly string[], env: NodeJS.ProcessEnv): CommandTask | WrongUse | 'help' {
  const given = parsed(args);
  if ('problem' in given) return given;
  const { values, positionals } = given;
  if (values.help === true) return 'help';
  const format = outputFormats.find((one) => one === (values.format ?? 'pretty'));
  if (format === undefined) return { problem: `The format is one of ${outputFormats.join(', ')}.` };
  const paths = positionals.length === 0 ? ['.'] : positionals;
  const endpoint = values.endpoint === undefined ? undefined : endpointOf(values.endpoint, env);
  if (endpoint !== undefined && isWrong(endpoint)) return endpoint;
  return { paths, format, endpoint, against: values.against, base: values.base };
}

function isWrong(read: Endpoint | WrongUse): read is WrongUse {
  return 'problem' in read;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ endpoint: { type: 'string' }, against: { type: 'string' }, base: { type: 'string' } },
        ...{ format: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      },
      allowPositionals: true,
    });
  } catch (error) {
    // The message of Node.js repeats what was typed.
    const isOfValue = codeOf(error) === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE';
    return {
      problem: isOfValue
        ? 'There is an option without its value, or with one that it does not take.'
        : 'There is an option that this program does not have.',
    };
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
