import { EngineError, illegalArgument } from '../problem';

/** A request target taken apart. */
export interface Target {
  /** Percent-encoded, without the query. */
  readonly path: string;
  /** Decoded; none where two slashes meet. */
  readonly segments: readonly string[];
  readonly query: ReadonlyMap<string, string>;
}

/** A target is ASCII: the bytes of its escapes make UTF-8. */
function decode(text: string, whole: string, offset: number): string {
  const bad = /%(?![\da-fA-F]{2})/.exec(text);
  if (bad !== null) {
    const sequence = text.slice(bad.index, bad.index + 3);
    throw illegalArgument(`invalid escape sequence \`${sequence}' at index ${offset + bad.index} of: ${whole}`);
  }
  return Buffer.from(
    text.replace(/%([\da-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}

function decodeParameter(text: string): string {
  const plain = text.replaceAll('+', ' ');
  try {
    return decode(plain, text, 0);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { problem } = error;
    const reason = `java.lang.IllegalArgumentException: ${problem.reason}`;
    throw new EngineError({ type: 'bad_parameter_exception', reason, caused_by: problem });
  }
}

/** @throws EngineError for a percent sign that begins no escape */
export function readTarget(target: string): Target {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  let offset = 0;
  const segments = path.split('/').map((segment) => {
    const decoded = decode(segment, path, offset);
    offset += segment.length + 1;
    return decoded;
  });
  const parameters = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      if (equals < 0) return [decodeParameter(pair), ''];
      return [decodeParameter(pair.slice(0, equals)), decodeParameter(pair.slice(equals + 1))];
    });
  return { path, segments: segments.filter((segment) => segment !== ''), query: new Map(parameters) };
}

/** A parameter that is on where it stands alone or says so. */
export function isOn(query: ReadonlyMap<string, string>, name: string, otherwise = false): boolean {
  const value = query.get(name);
  return value === undefined ? otherwise : value === '' || value === 'true';
}
