import type { Endpoint, EndpointKind } from '../base/endpoints/endpoint';
import type { HttpClient, HttpClientOptions } from '../base/http/httpClient';
import { endpointToTry, type TrialOutcome, trialLimits, tryAddress } from './tryAddress';

/** The ports that Traefik, Elasticsearch, and OpenSearch usually listen on. */
export const usualPorts: readonly number[] = [80, 443, 8080, 8081, 9000, 9090, 9200];

const searchPort = 9200;
const httpsPort = 443;

/** A server on this machine that may be added. */
export interface SeenServer {
  readonly url: string;
  readonly likely: EndpointKind;
  /** The kind of server, or the credentials or host that it requires before it can be recognized. */
  readonly outcome: Exclude<TrialOutcome, { type: 'failed' }>;
}

/** The limits of each request: a server on this machine responds soon. */
const limits = { ...trialLimits, answerTimeoutMs: 3_000, totalTimeoutMs: 3_000 } as const;

/**
 * Looks for servers on ports of this machine, all at the same time, without credentials. Each address is tried like a
 * new endpoint (see `tryAddress`): by http (port 443 by https), and by https if the server seems to use that.
 *
 * @param ports the ports to try
 * @param open opens a client for an endpoint that is not stored
 * @returns the servers that may be a Traefik or a search engine, in the order of the ports
 * @throws RequestFailure only if the search was canceled
 */
export async function findLocalServers(
  ports: readonly number[],
  open: (endpoint: Endpoint, limits: HttpClientOptions) => Promise<HttpClient>,
  signal: AbortSignal,
): Promise<readonly SeenServer[]> {
  const tryOne = async (url: string, likely: EndpointKind): Promise<TrialOutcome> => {
    const client = await open(endpointToTry({ url, auth: { type: 'none' } }, likely), limits);
    try {
      return await tryAddress(client, signal);
    } finally {
      await client.close();
    }
  };
  const look = async (port: number): Promise<SeenServer[]> => {
    const likely = port === searchPort ? 'search' : 'proxy';
    const { origin } = new URL(`${port === httpsPort ? 'https' : 'http'}://localhost:${port}`);
    const first = await tryOne(origin, likely);
    if (first.type !== 'failed') return [{ url: origin, likely, outcome: first }];
    const secure = `https://localhost:${port}`;
    if (first.otherUrl !== secure) return [];
    const outcome = await tryOne(secure, likely);
    return outcome.type === 'failed' ? [] : [{ url: secure, likely, outcome }];
  };
  return (await Promise.all([...new Set(ports)].map(look))).flat();
}
