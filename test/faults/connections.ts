import { makeAuthority, makeSelfSigned } from '../unit/core/base/http/certificates';
import type { Fault, ProxyManner, Setting } from './fault';
import { say } from './front';

/** Credentials in it must not be told. */
export const proxySecret = 'S3CR3TMARK-proxy';

/** What fails on the way to a server. */
export function connectionFaults(setting: Setting): readonly Fault[] {
  return [...plain(setting), ...secure(setting), ...proxied()];
}

const asHttps = ({ port }: { readonly port: number }): string => `https://127.0.0.1:${port}`;

function plain({ identity }: Setting): readonly Fault[] {
  return [
    { name: 'connection refused', begin: (front) => front.goDown(), end: (front) => front.listenAgain() },
    {
      name: 'closes every connection at once',
      begin: (front) => front.takeSockets((socket) => socket.destroy()),
      end: (front) => front.takeSockets(undefined),
    },
    {
      name: 'no such host',
      url: ({ port }) => `http://no-such-host.invalid:${port}`,
      isForGood: true,
      takesTime: true,
    },
    { name: 'IPv6', host: '::1' },
    {
      name: 'https to a port that stays silent',
      url: asHttps,
      isForGood: true,
      begin: (front) => front.takeSockets((socket) => socket.resume()),
      takesTime: true,
    },
    {
      name: 'https to an http server',
      url: asHttps,
      isForGood: true,
      begin: (front) => front.takeSockets((socket) => socket.once('data', () => say(socket, { status: 400 }))),
    },
    { name: 'http to an https server', tls: identity, url: ({ port }) => `http://127.0.0.1:${port}`, isForGood: true },
  ];
}

function secure(setting: Setting): readonly Fault[] {
  const { identity, authority, foreign } = setting;
  const options = () => ({ extraCertificates: [authority] });
  const withTls = (name: string, more: Partial<Fault>): Fault => ({ name, tls: identity, options, ...more });
  const showing = (name: string, other: { readonly cert: string; readonly key: string }): Fault =>
    withTls(name, {
      begin: (front) => front.showCertificate(other),
      end: (front) => front.showCertificate(identity),
    });
  return [
    withTls('TLS', {}),
    showing('TLS, self-signed', makeSelfSigned(['127.0.0.1'])),
    showing('TLS, expired', setting.issue(['127.0.0.1'], new Date(Date.now() - 3_600_000))),
    showing('TLS, another host', setting.issue(['other.example.test'])),
    showing('TLS, unknown authority', makeAuthority('Another authority').issue(['127.0.0.1'])),
    withTls('TLS, client certificate asked', {
      tls: { ...identity, requestCert: true, rejectUnauthorized: true },
      isForGood: true,
    }),
    withTls('TLS 1.1 only', {
      tls: { ...identity, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
      isForGood: true,
    }),
    withTls('redirect from https to http', {
      respond: ({ path }, socket) => say(socket, { status: 301, headers: { location: foreign + path } }),
    }),
    withTls('redirect from https to http, same host and port', {
      respond: ({ path, headers }, socket) =>
        say(socket, { status: 301, headers: { location: `http://${headers.host}${path}` } }),
    }),
  ];
}

function proxied(): readonly Fault[] {
  const through = (name: string, scheme: 'http' | 'https', proxy: ProxyManner, more: Partial<Fault> = {}): Fault => ({
    name,
    url: () => `${scheme}://api.example.test`,
    proxy,
    options: (port) => ({ proxy: `http://pu:${proxySecret}@127.0.0.1:${port}` }),
    isForGood: true,
    ...more,
  });
  const unusable = (name: string, proxy: string): Fault => through(name, 'https', 403, { options: () => ({ proxy }) });
  return [
    ...([403, 407, 502] as const).flatMap((status) => [
      through(`proxy answers CONNECT with ${status}`, 'https', status),
      through(`proxy answers a relayed request with ${status}`, 'http', status),
    ]),
    through('proxy hangs at CONNECT', 'https', 'hang', { takesTime: true }),
    through('proxy closes at CONNECT', 'https', 'close'),
    unusable('proxy refuses the connection', 'http://127.0.0.1:1'),
    unusable('proxy is SOCKS', 'socks5://127.0.0.1:1'),
    unusable('proxy address is none', 'http://%zz@x'),
  ];
}
