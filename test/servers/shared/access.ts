import type { EndpointAuth } from '../../../src/core/base/endpoints/endpoint';
import type { ReceivedRequest, Reply } from './reply';

/** Who may ask, and what the others are told. */
export interface Access {
  readonly auth: EndpointAuth;
  readonly refuse: (request: ReceivedRequest) => Reply;
}

function expectedHeader(auth: EndpointAuth): readonly [name: string, value: string] | undefined {
  switch (auth.type) {
    case 'none':
      return undefined;
    case 'basic':
      return ['authorization', `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`];
    case 'bearer':
      return ['authorization', `Bearer ${auth.token}`];
    case 'apiKey':
      return auth.header === undefined
        ? ['authorization', `ApiKey ${auth.key}`]
        : [auth.header.toLowerCase(), auth.key];
  }
}

/** Whether the request carries exactly these credentials. */
export function isAdmitted(auth: EndpointAuth, headers: ReceivedRequest['headers']): boolean {
  const expected = expectedHeader(auth);
  return expected === undefined || headers[expected[0]] === expected[1];
}
