import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Endpoint, headerName, headerValue, RECORD_VERSION } from '../../src/core/endpoint';
import { normaliseUrl } from '../../src/core/endpoints/url';
import { isConnectionHeader } from '../../src/core/http/headers';

/** How the program is called. */
export const usage = 'Usage: npm run probe -- <base url> [--user name:password | --header "Name: value"]';

/**
 * Makes an endpoint of the program's arguments.
 *
 * @returns the endpoint, or `problem`: a sentence that says what cannot be understood, without what may be a secret
 */
export function readArguments(args: readonly string[]): Endpoint | { readonly problem: string } {
  const given = parsed(args);
  if (given === undefined) return { problem: 'There is an option that the probe does not have.' };
  const { url: typed, user, header } = given;
  if (typed === undefined) return { problem: 'Say where the API is.' };
  if (user !== undefined && header !== undefined) return { problem: 'Give a user or a header, not both.' };
  const url = normaliseUrl(typed, 'proxy');
  if ('problem' in url) return url;

  const endpoint = {
    version: RECORD_VERSION,
    id: randomUUID(),
    kind: 'proxy',
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
