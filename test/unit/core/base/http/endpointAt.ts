import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';

/** An endpoint as its secret would hold it. */
export function endpointAt(
  url: string,
  more: Partial<Pick<Endpoint, 'auth' | 'headers' | 'tls' | 'host'>> = {},
): Endpoint {
  return {
    version: 1,
    id: '6f1c8f0e-5f0f-4e0b-9a57-0f6a0f0b7a11',
    kind: 'proxy',
    name: 'under test',
    url,
    auth: { type: 'none' },
    headers: {},
    order: 0,
    ...more,
  };
}
