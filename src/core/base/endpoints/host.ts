import { isIP } from 'node:net';
import { hostName, hostValue } from './endpoint';

type Read = { readonly host: string } | { readonly problem: string };

/**
 * Reads the host that requests are to name, as a person types it: a name or an address, with a port if need be. What is
 * pasted with a scheme and a path loses them; letters beyond ASCII become those that DNS knows.
 *
 * @returns the host, or `problem`: a sentence that says what to type instead.
 */
export function readHost(text: string): Read {
  const [typed = ''] = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[/?#]/, 1);
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(bracketed(typed)) ?? [];
  const known = inAscii(name);
  if (known === undefined || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) {
    return { problem: 'Enter a host name or an address, such as traefik.example.com or traefik.example.com:8443.' };
  }
  const host = port === undefined ? known : `${known}:${Number(port)}`;
  return hostValue.safeParse(host).success
    ? { host }
    : { problem: 'This host name has characters that none can have.' };
}

/** The same for the name that a certificate is for: without a port. */
export function readServerName(text: string): Read {
  const read = readHost(text);
  if ('problem' in read) return read;
  return hostName.safeParse(read.host).success
    ? read
    : { problem: 'Enter the name alone, without a port, such as traefik.example.com.' };
}

const bracketed = (typed: string): string => (isIP(typed) === 6 ? `[${typed}]` : typed);

function inAscii(name: string): string | undefined {
  if (name === '' || !URL.canParse(`http://${name}`)) return undefined;
  const { hostname, username } = new URL(`http://${name}`);
  return username === '' ? hostname : undefined;
}
