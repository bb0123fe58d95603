import * as l10n from '@vscode/l10n';
import type { Endpoint } from './endpoint';

/** A security risk in how requests reach an endpoint. The endpoint's row shows `mark`; its tooltip shows `sentence`. */
export interface EndpointExposure {
  readonly kind: 'openApi' | 'plainCredentials' | 'notVerified';
  readonly mark: string;
  readonly sentence: string;
}

/** The exposures of an endpoint by its configuration. Show `openApi` only after the server has responded. */
export function endpointExposures(endpoint: Endpoint): readonly EndpointExposure[] {
  const url = new URL(endpoint.url);
  const isRemote = !isLoopback(url.hostname);
  const found: EndpointExposure[] = [];
  if (isRemote && endpoint.kind === 'proxy' && !provesWhoAsks(endpoint)) found.push(openApi());
  if (isRemote && url.protocol === 'http:' && sendsSomething(endpoint)) found.push(plainCredentials(endpoint));
  if (url.protocol === 'https:' && endpoint.tls?.trust?.type === 'anyone') found.push(notVerified());
  return found;
}

const openApi = (): EndpointExposure => ({
  kind: 'openApi',
  mark: l10n.t('Open API'),
  sentence: l10n.t(
    'Anyone who can reach this address can read the whole configuration of the proxy, because it requires no credentials.',
  ),
});
const plainCredentials = (endpoint: Endpoint): EndpointExposure => ({
  kind: 'plainCredentials',
  mark: l10n.t('Not encrypted'),
  sentence: sendsDigestOnly(endpoint)
    ? l10n.t(
        'The password itself is not sent, but everything else is unencrypted: anyone on the network path can read it and try to guess the password. Use https.',
      )
    : l10n.t(
        'Credentials and headers are sent to this address unencrypted: anyone on the network path can read them. Use https.',
      ),
});
const notVerified = (): EndpointExposure => ({
  kind: 'notVerified',
  mark: l10n.t('Not verified'),
  sentence: l10n.t(
    'The identity of the server is not verified: anyone on the network path can read and change everything. Edit the endpoint and pin a fingerprint instead.',
  ),
});

/**
 * Whether a request would send credentials, or headers that may be some, to another machine without TLS, or to one whose
 * certificate is not verified.
 */
export function exposesCredentials(endpoint: Endpoint): boolean {
  const { protocol, hostname } = new URL(endpoint.url);
  const isProtected = protocol === 'https:' && endpoint.tls?.trust?.type !== 'anyone';
  return !isProtected && !isLoopback(hostname) && sendsSomething(endpoint);
}

/**
 * Names of headers that carry credentials or, for a server behind forward auth, an identity (`Remote-User`). Other
 * custom headers are only details of the request.
 */
const proofPattern =
  /auth|token|key|secret|cookie|session|pass|pwd|credential|jwt|assertion|signature|identity|user(?!-agent$)/i;

function provesWhoAsks({ url, auth, headers, tls }: Endpoint): boolean {
  if (auth.type !== 'none') return true;
  if (url.startsWith('https:') && tls?.client !== undefined) return true;
  return Object.entries(headers).some(([name, value]) => value !== '' && proofPattern.test(name));
}

const sendsSomething = (endpoint: Endpoint): boolean => endpoint.auth.type !== 'none' || sendsHeaders(endpoint);
const sendsDigestOnly = (endpoint: Endpoint): boolean =>
  endpoint.auth.type === 'basic' && endpoint.auth.scheme === 'digest' && !sendsHeaders(endpoint);

function sendsHeaders({ headers }: Endpoint): boolean {
  return Object.entries(headers).some(([name, value]) => value !== '' && name.toLowerCase() !== 'host');
}

/** Whether a URL's host name is this machine; also `0.0.0.0`, which Docker shows for published ports. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    hostname === '[::]' ||
    hostname === '0.0.0.0' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    // IPv4 in IPv6, as URL spells it.
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(hostname)
  );
}
