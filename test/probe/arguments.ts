import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  type Endpoint,
  type EndpointKind,
  headerName,
  headerValue,
  recordVersion,
} from '../../src/core/base/endpoints/endpoint';
import { normalizeUrl } from '../../src/core/base/endpoints/endpointUrl';
import { isConnectionHeader } from '../../src/core/base/http/headers';

/** How the program is called. */
export const usage = 'Usage: npm run probe -- <base url> [--user name:password | --header "Name: value"]';

/** How it is called for a search engine. */
export const searchUsage =
  'Usage: npm run probe -- search <url> <index> [field text] [--size N] [--pages N] [--sort field[:asc|:desc]] [--user name:password | --header "Name: value"]';

/** Why arguments cannot be understood: a sentence without what may be a secret. */
export interface Problem {
  readonly problem: string;
}

export function isProblem(read: object): read is Problem {
  return 'problem' in read;
}

/** Makes an endpoint of the program's arguments. */
export function readArguments(args: readonly string[]): Endpoint | Problem {
  const given = parsed(args);
  if (given === undefined) return { problem: 'There is an option that the probe does not have.' };
  if (given.url === undefined) return { problem: 'Say where the API is.' };
  return endpointOf({ ...given, url: given.url }, 'proxy');
}

interface Access {
  /** As typed. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly header?: string | undefined;
}

/** The endpoint at an address, with the credentials that were given or stand in the address. */
export function endpointOf({ url: typed, user, header }: Access, kind: EndpointKind): Endpoint | Problem {
  if (user !== undefined && header !== undefined) return { problem: 'Give a user or a header, not both.' };
  const url = normalizeUrl(typed, kind);
  if ('problem' in url) return url;

  const endpoint = {
    version: recordVersion,
    id: randomUUID(),
    kind,
    name: 'probe',
    url: url.url,
    headers: {},
    order: 0,
  } as const;
  if (header !== undefined) {
    const [, name = '', value = ''] = /^([^:]*):\s*(.*)$/s.exec(header) ?? [];
    if (!headerName.safeParse(name).success || !headerValue.safeParse(value).success) {
      return { problem: 'A header is a name, a colon and a value.' };
    }
    if (isConnectionHeader(name)) return { problem: `The header ${name} belongs to the connection.` };
    return { ...endpoint, auth: { type: 'none' }, headers: { [name]: value } };
  }
  const [, username, password = ''] = /^([^:]*):(.*)$/s.exec(user ?? '') ?? [];
  if (user !== undefined && username === undefined) return { problem: 'A user is a name, a colon and a password.' };
  const credentials = username === undefined ? url.credentials : { username, password };
  return { ...endpoint, auth: credentials === undefined ? { type: 'none' } : { type: 'basic', ...credentials } };
}

function parsed(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { user: { type: 'string' }, header: { type: 'string' } },
      allowPositionals: true,
    });
    return positionals.length > 1 ? undefined : { ...values, url: positionals[0] };
  } catch {
    return undefined;
  }
}
