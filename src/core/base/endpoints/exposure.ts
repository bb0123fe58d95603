import type { Endpoint } from './endpoint';
import { isLoopback } from './loopback';

/** What is unsafe about how an endpoint is reached. `mark` is for its row, `sentence` for its tooltip; both are our words. */
export interface EndpointExposure {
  readonly kind: 'openApi' | 'plainCredentials' | 'notVerified';
  readonly mark: string;
  readonly sentence: string;
}

/**
 * The exposures of an endpoint, by how it is configured. `openApi` is true of one only that has answered: whether the
 * server asks for credentials is known once it was asked, so do not show it before something was read.
 */
export function endpointExposures(endpoint: Endpoint): readonly EndpointExposure[] {
  const url = new URL(endpoint.url);
  const isRemote = !isLoopback(url.hostname);
  const found: EndpointExposure[] = [];
  if (isRemote && endpoint.kind === 'proxy' && !provesWhoAsks(endpoint)) found.push(openApi);
  if (isRemote && url.protocol === 'http:' && sendsSomething(endpoint)) {
    found.push(sendsDigestOnly(endpoint) ? plainDigest : plainCredentials);
  }
  if (url.protocol === 'https:' && endpoint.tls?.trust?.type === 'anyone') found.push(notVerified);
  return found;
}

const openApi: EndpointExposure = {
  kind: 'openApi',
  mark: 'open API',
  sentence: 'Anyone who can reach this address can read the proxy’s whole configuration: it asks for no credentials.',
};
const plainCredentials: EndpointExposure = {
  kind: 'plainCredentials',
  mark: 'not encrypted',
  sentence: 'Credentials and headers go to this address unencrypted: anyone on the way can read them. Use https.',
};
const plainDigest: EndpointExposure = {
  ...plainCredentials,
  sentence:
    'The password itself is not sent, but all else goes unencrypted: anyone on the way can read it, and try passwords ' +
    'until one fits what was sent. Use https.',
};
const notVerified: EndpointExposure = {
  kind: 'notVerified',
  mark: 'not verified',
  sentence:
    'Nothing verifies who answers at this address: anyone on the way can read and change everything. ' +
    'Edit the endpoint and pin a fingerprint instead.',
};

/**
 * Names under which headers carry what proves who asks, or, to a server behind a forward-auth, who it is that asks
 * (`Remote-User`); another own header is only a detail of the request.
 */
const PROOF =
  /auth|token|key|secret|cookie|session|pass|pwd|credential|jwt|assertion|signature|identity|user(?!-agent$)/i;

function provesWhoAsks({ url, auth, headers, tls }: Endpoint): boolean {
  if (auth.type !== 'none') return true;
  if (url.startsWith('https:') && tls?.client !== undefined) return true;
  return Object.entries(headers).some(([name, value]) => value !== '' && PROOF.test(name));
}

const sendsSomething = (endpoint: Endpoint): boolean => endpoint.auth.type !== 'none' || sendsHeaders(endpoint);
const sendsDigestOnly = (endpoint: Endpoint): boolean =>
  endpoint.auth.type === 'basic' && endpoint.auth.scheme === 'digest' && !sendsHeaders(endpoint);

function sendsHeaders({ headers }: Endpoint): boolean {
  return Object.entries(headers).some(([name, value]) => value !== '' && name.toLowerCase() !== 'host');
}
