import { deflateSync, gzipSync } from 'node:zlib';
import type { Reply } from '../../shared/reply';
import type { Dialect } from '../dialect';
import { filteredSource } from '../find/source';
import { readJson } from '../json/read';
import { prettyJson, writeJson } from '../json/write';
import { EngineError, errorBody, PlainError } from '../problem';
import { versionOf } from './content-type';
import type { Result } from './routes';
import { isOn } from './target';

type Headers = Readonly<Record<string, string>>;
type Query = ReadonlyMap<string, string>;

function filteredBody(json: string, query: Query): string {
  const paths = query.get('filter_path')?.split(',') ?? [];
  if (paths.length === 0) return json;
  const excludes = paths.filter((path) => path.startsWith('-')).map((path) => path.slice(1));
  const includes = paths.filter((path) => !path.startsWith('-'));
  return filteredSource(json, { kind: 'parts', includes, excludes })?.text ?? json;
}

function shaped(json: string, isPretty: boolean): string {
  return isPretty ? `${prettyJson(readJson(json).value)}\n` : json;
}

function jsonType(dialect: Dialect, headers: Headers): string {
  const isVersioned = dialect.speaksVersions && versionOf(headers.accept) !== undefined;
  return isVersioned ? (headers.accept ?? dialect.jsonType) : dialect.jsonType;
}

/** What it saves matters to nobody, and the time it takes to every test. */
const fast = { level: 1 };

function encoded(body: string, headers: Headers): { readonly body: string | Buffer; readonly headers: Headers } {
  const wanted = headers['accept-encoding'] ?? '';
  if (body === '') return { body, headers: {} };
  if (/\bgzip\b/.test(wanted)) return { body: gzipSync(body, fast), headers: { 'content-encoding': 'gzip' } };
  if (/\bdeflate\b/.test(wanted)) return { body: deflateSync(body, fast), headers: { 'content-encoding': 'deflate' } };
  return { body, headers: {} };
}

function opaqueId(headers: Headers): Headers {
  const id = headers['x-opaque-id'];
  return id === undefined ? {} : { 'x-opaque-id': id };
}

/** A handler's answer as it leaves the server. */
export function respond(dialect: Dialect, result: Result, query: Query, headers: Headers): Reply {
  const own = result.text;
  const text =
    own === undefined
      ? shaped(filteredBody(writeJson(result.body), query), result.isPretty ?? isOn(query, 'pretty'))
      : own.body;
  const { body, headers: encoding } = encoded(text, headers);
  const type = own === undefined ? jsonType(dialect, headers) : own.type;
  const isChunked = (result.chunked === true || result.isHead === true) && dialect.chunked;
  const ownFraming: Headers = result.isHead === true && isChunked ? { 'transfer-encoding': 'chunked' } : {};
  return {
    status: result.status ?? 200,
    headers: {
      ...opaqueId(headers),
      ...dialect.headers,
      ...result.headers,
      ...ownFraming,
      'content-type': type,
      ...encoding,
    },
    body,
    framing: isChunked ? (result.isHead === true ? 'none' : 'chunked') : 'length',
  };
}

/** What a thrown refusal looks like. Anything else that was thrown is a mistake of this server and goes on. */
export function refusal(dialect: Dialect, error: unknown, query: Query, headers: Headers): Reply {
  const reply = (status: number, json: string, more: Headers): Reply => {
    const { body, headers: encoding } = encoded(shaped(json, isOn(query, 'pretty')), headers);
    return { status, headers: { ...opaqueId(headers), ...more, 'content-type': dialect.jsonType, ...encoding }, body };
  };
  if (error instanceof PlainError) {
    const { status, message, saysStatus } = error;
    const json = writeJson(saysStatus ? { error: message, status } : { error: message });
    return reply(status, json, { ...error.headers, ...dialect.headers });
  }
  if (!(error instanceof EngineError)) throw error;
  const isForbidden = error.status === 403 && dialect.family === 'elasticsearch';
  return reply(error.status, writeJson(errorBody(error)), isForbidden ? {} : dialect.headers);
}
