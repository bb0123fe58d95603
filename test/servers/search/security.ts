import type { EndpointAuth } from '../../../src/core/base/endpoints/endpoint';
import { isAdmitted } from '../shared/access';
import type { ReceivedRequest, Reply } from '../shared/reply';
import type { Dialect } from './dialect';
import { writeJson } from './json/write';
import type { Problem } from './problem';

const challenges = ['Basic realm="security", charset="UTF-8"', 'ApiKey'];

interface Complaint {
  readonly reason: string;
  readonly additional_unsuccessful_credentials?: string;
  readonly caused_by?: Problem;
}

/** What is wrong with the credentials, in the words of Elasticsearch's security. */
function complaint({ headers, path }: ReceivedRequest): Complaint {
  const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ');
  const refused = (kind: string) => ({
    reason: 'unable to authenticate with provided credentials and anonymous access is not allowed for this request',
    additional_unsuccessful_credentials: kind,
  });
  switch (scheme.toLowerCase()) {
    case 'basic': {
      const bad = /[^A-Za-z0-9+/=]/.exec(token);
      if (bad !== null) {
        const character = bad[0].charCodeAt(0).toString(16);
        const cause = { type: 'illegal_argument_exception', reason: `Illegal base64 character ${character}` };
        return { reason: 'invalid basic authentication header encoding', caused_by: cause };
      }
      const [user] = Buffer.from(token, 'base64').toString().split(':');
      return { reason: `unable to authenticate user [${user}] for REST request [${path}]` };
    }
    case 'apikey':
      return refused('API key: invalid ApiKey value');
    case 'bearer':
      return refused('oauth2 token: invalid token');
    default:
      return { reason: `missing authentication credentials for REST request [${path}]` };
  }
}

function elasticRefusal(request: ReceivedRequest): Reply {
  const { caused_by: cause, ...said } = complaint(request);
  const root = { type: 'security_exception', ...said, header: { 'WWW-Authenticate': challenges } };
  const problem = cause === undefined ? root : { ...root, caused_by: cause };
  return {
    status: 401,
    headers: { 'www-authenticate': challenges.join(', '), 'content-type': 'application/json' },
    body: writeJson({ error: { root_cause: [root], ...problem }, status: 401 }),
  };
}

/** OpenSearch's security answers in plain text. Not recorded: from the reports of its users. */
const openSearchRefusal: Reply = {
  status: 401,
  headers: { 'www-authenticate': 'Basic realm="OpenSearch Security"', 'content-type': 'text/plain; charset=UTF-8' },
  body: 'Unauthorized',
};

/** The refusal of a request without the right credentials, or `undefined` where it may pass. A preflight always may. */
export function refuseStranger(dialect: Dialect, auth: EndpointAuth, request: ReceivedRequest): Reply | undefined {
  if (request.method === 'OPTIONS' || isAdmitted(auth, request.headers)) return undefined;
  return dialect.family === 'elasticsearch' ? elasticRefusal(request) : openSearchRefusal;
}
