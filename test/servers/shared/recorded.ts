import type { Recording } from '../../recordings/read';
import type { Reply } from './reply';

/** Headers that belong to one connection or one body, and are written anew when an answer is sent again. */
const framingHeaders = new Set(['connection', 'content-length', 'transfer-encoding', 'content-encoding']);

/** A recorded answer, to be sent as it was. */
export function recordedReply({ response }: Recording): Reply {
  return {
    status: response.status,
    headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => !framingHeaders.has(name))),
    body: response.body,
    framing: 'transfer-encoding' in response.headers ? 'chunked' : 'length',
  };
}
