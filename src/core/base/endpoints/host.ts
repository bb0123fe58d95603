import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import { hostName, hostValue } from './endpoint';

type Read = { readonly host: string } | { readonly problem: string };

/**
 * Reads a host as the user typed it: a name or an address, optionally with a port. Drops a scheme and path, and
 * converts letters beyond ASCII for DNS.
 *
 * @returns the host, or `problem`: a sentence with the reason and what to type instead.
 */
export function readHost(text: string): Read {
  const [typed = ''] = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[/?#]/, 1);
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(bracketed(typed)) ?? [];
  const known = inAscii(name);
  if (known === undefined || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) {
    return {
      problem: l10n.t('Enter a host name or IP address, such as traefik.example.com or traefik.example.com:8443.'),
    };
  }
  const host = port === undefined ? known : `${known}:${Number(port)}`;
  return hostValue.safeParse(host).success
    ? { host }
    : { problem: l10n.t('This host name contains characters that are not allowed.') };
}

/** Reads the name that a certificate must be for, like `readHost` but without a port. */
export function readServerName(text: string): Read {
  const read = readHost(text);
  if ('problem' in read) return read;
  return hostName.safeParse(read.host).success
    ? read
    : { problem: l10n.t('Enter the host name without a port, such as traefik.example.com.') };
}

const bracketed = (typed: string): string => (isIP(typed) === 6 ? `[${typed}]` : typed);

function inAscii(name: string): string | undefined {
  if (name === '' || !URL.canParse(`http://${name}`)) return undefined;
  const { hostname, username } = new URL(`http://${name}`);
  return username === '' ? hostname : undefined;
}
