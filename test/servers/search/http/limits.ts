import type { ReceivedRequest, Reply } from '../../shared/reply';
import type { Dialect } from '../dialect';
import { writeJson } from '../json/write';
import { EngineError, errorBody } from '../problem';

const longestLine = 4096;
const largestHeader = 16_384;

function refusal(dialect: Dialect, type: string, reason: string): Reply {
  const body = writeJson(errorBody(new EngineError({ type, reason })));
  return { status: 400, headers: { ...dialect.headers, 'content-type': dialect.jsonType }, body };
}

function headerBytes(headers: ReceivedRequest['headers']): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + ': '.length, 0);
}

/**
 * Netty's refusal of what is too long, or `undefined`. After a line that is too long the connection closes; after a
 * header it stays open, and nothing on it is answered any more.
 */
export function refuseLength(dialect: Dialect, { method, path, headers }: ReceivedRequest): Reply | undefined {
  if (`${method} ${path} HTTP/1.1`.length > longestLine) {
    const reason = `An HTTP line is larger than ${longestLine} bytes.`;
    return { ...refusal(dialect, 'too_long_http_line_exception', reason), after: 'close' };
  }
  if (headerBytes(headers) > largestHeader) {
    const reason = `HTTP header is larger than ${largestHeader} bytes.`;
    return { ...refusal(dialect, 'too_long_http_header_exception', reason), after: 'deaf' };
  }
  return undefined;
}
