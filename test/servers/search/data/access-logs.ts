import type { Scalar } from '../store/document';
import { type FieldType, mappingOf } from '../store/mapping';
import type { NewDocument } from '../store/search-index';
import { type Random, seeded } from './random';

const types: Readonly<Record<string, FieldType>> = {
  '@timestamp': 'date',
  ts_nanos: 'date_nanos',
  StartUTC: 'date_nanos',
  StartLocal: 'date_nanos',
  time: 'date',
  ClientAddr: 'keyword',
  ClientHost: 'ip',
  ClientPort: 'keyword',
  ClientUsername: 'keyword',
  DownstreamContentSize: 'long',
  DownstreamStatus: 'integer',
  Duration: 'long',
  GzipRatio: 'float',
  OriginContentSize: 'long',
  OriginDuration: 'long',
  OriginStatus: 'integer',
  Overhead: 'long',
  RequestAddr: 'keyword',
  RequestContentSize: 'long',
  RequestCount: 'long',
  RequestHost: 'keyword',
  RequestMethod: 'keyword',
  RequestPath: 'keyword',
  RequestPort: 'keyword',
  RequestProtocol: 'keyword',
  RequestScheme: 'keyword',
  RetryAttempts: 'integer',
  RouterName: 'keyword',
  ServiceAddr: 'keyword',
  ServiceName: 'keyword',
  ServiceURL: 'keyword',
  entryPointName: 'keyword',
  'request_User-Agent': 'keyword',
  msg: 'text',
  level: 'keyword',
  message: 'text',
  error: 'keyword',
  code: 'long',
  request_id: 'keyword',
  span: 'long',
};

/** The fields of Traefik's access log, and those of the index that the recordings were made with. */
export const accessLogMapping = mappingOf(types);

const first = Date.parse('2026-11-01T00:00:00.000Z');
/** Documents share their `@timestamp` by threes, so that a cursor without a tie-break loses some. */
const together = 3;
const step = 1037;

interface Route {
  readonly host: string;
  readonly router: string;
  readonly service: string;
  readonly server: string;
}
const routes: readonly [Route, ...Route[]] = [
  { host: 'shop.example.com', router: 'shop-web@docker', service: 'shop@docker', server: '172.18.0.7:8080' },
  { host: 'api.example.com', router: 'api@file', service: 'api-v2@file', server: '10.20.0.12:9101' },
  { host: 'cdn.example.com', router: 'static@docker', service: 'static-nginx@docker', server: '172.18.0.9:80' },
  { host: 'login.example.com', router: 'auth-login@docker', service: 'auth@docker', server: '172.18.0.4:3000' },
  {
    host: 'grafana.example.org',
    router: 'grafana@kubernetescrd',
    service: 'monitoring-grafana-3000@kubernetescrd',
    server: '10.42.0.31:3000',
  },
  { host: 'traefik.example.com', router: 'dashboard@internal', service: 'api@internal', server: '' },
];
const methods = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;
const statuses = [200, 200, 200, 200, 200, 200, 204, 301, 302, 304, 404, 404, 429, 502, 503] as const;
const agents = [
  'curl/8.9.1',
  'Googlebot/2.1',
  'python-requests/2.32.3',
  'Mozilla/5.0 (X11; Linux x86_64) Firefox/132.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
] as const;
const failures = ['timeout', 'connection refused', 'no available server'] as const;

function requestPath(random: Random): string {
  switch (random.below(6)) {
    case 0:
      return '/login';
    case 1:
      return '/healthz';
    case 2:
      return `/api/v2/orders/${random.below(5000)}`;
    case 3:
      return `/product/${1000 + random.below(300)}?ref=home`;
    case 4:
      return `/assets/app.${random.hex(8)}.js`;
    default:
      return '/';
  }
}

function clientHost(random: Random): string {
  if (random.below(10) === 0) return `2001:db8::${random.below(65536).toString(16)}`;
  return `10.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`;
}

/** A whole number of 63 bits at most, most of them far beyond what JavaScript's own numbers hold. */
function span(random: Random): bigint {
  return (BigInt(random.below(2 ** 31)) << 32n) | BigInt(random.below(2 ** 32));
}

function failureText(status: number, random: Random): string | undefined {
  if (status !== 502 && status !== 503) return undefined;
  const failure = random.pick(failures);
  return failure === 'timeout' ? 'timeout: context deadline exceeded' : failure;
}

function withNanos(millis: number, index: number): string {
  return new Date(millis).toISOString().replace('Z', `${String(index % 1_000_000).padStart(6, '0')}Z`);
}

function accessLog(index: number, random: Random): Record<string, Scalar> {
  const at = first + Math.floor(index / together) * step;
  const stamp = new Date(at).toISOString();
  const route = random.pick(routes);
  const status = random.pick(statuses);
  const method = random.pick(methods);
  const path = requestPath(random);
  const agent = random.pick(agents);
  const client = clientHost(random);
  const port = String(32768 + random.below(28000));
  const size = random.below(100_000);
  const overhead = 20_000 + random.below(400_000);
  const wait = Math.floor(random.next() ** 4 * 14_000_000_000);
  const isRouted = status !== 404;
  const failure = failureText(status, random);
  const originStatus = failure === undefined ? status : 0;
  const duration = overhead + wait;
  const millis = (duration / 1_000_000).toFixed(3);
  const said = `${method} ${path} "${agent}" ${status} in ${millis}ms ${route.host} via ${route.router}`;
  const nanos = withNanos(at, index);

  return {
    '@timestamp': stamp,
    ts_nanos: nanos,
    ClientAddr: `${client.includes(':') ? `[${client}]` : client}:${port}`,
    ClientHost: client,
    ClientPort: port,
    ClientUsername: random.below(40) === 0 ? 'reader' : '-',
    DownstreamContentSize: size,
    DownstreamStatus: status,
    Duration: duration,
    ...(random.below(5) === 0 ? { GzipRatio: 0 } : {}),
    OriginContentSize: isRouted ? size : 0,
    OriginDuration: isRouted ? wait : 0,
    OriginStatus: isRouted ? originStatus : 0,
    Overhead: overhead,
    RequestAddr: route.host,
    RequestContentSize: method === 'POST' || method === 'PUT' ? random.below(4000) : 0,
    RequestCount: index + 1,
    RequestHost: route.host,
    RequestMethod: method,
    RequestPath: path,
    RequestPort: '-',
    RequestProtocol: 'HTTP/2.0',
    RequestScheme: 'https',
    RetryAttempts: failure === undefined ? 0 : random.below(3),
    ...(isRouted ? { RouterName: route.router } : {}),
    ...(isRouted && route.server !== ''
      ? { ServiceAddr: route.server, ServiceName: route.service, ServiceURL: `http://${route.server}` }
      : {}),
    StartLocal: nanos,
    StartUTC: nanos,
    entryPointName: 'websecure',
    'request_User-Agent': agent,
    request_id: random.hex(32),
    code: status * 1000 + random.below(7),
    level: failure === undefined ? 'info' : 'error',
    ...(random.below(10) === 0 ? { span: span(random) } : {}),
    ...(failure === undefined ? {} : { error: failure }),
    message: failure === undefined ? said : `${said} upstream ${failure}`,
    msg: '',
    time: `${stamp.slice(0, 19)}Z`,
  };
}

function sourceOf(values: Readonly<Record<string, Scalar>>): string {
  const members = Object.entries(values).map(
    ([key, value]) => `${JSON.stringify(key)}: ${typeof value === 'bigint' ? value : JSON.stringify(value)}`,
  );
  return `{${members.join(', ')}}`;
}

/** The documents that were made so far, and what makes the next one. */
interface AccessLogs {
  readonly random: Random;
  readonly documents: NewDocument[];
}
/**
 * Kept for the engines that this process starts later, since nothing else of a start takes as long. Mocha runs many
 * bundles in one process, which have their own copies of this module.
 */
const kept: { [key: symbol]: AccessLogs | undefined } = Object.assign(globalThis);
const key = Symbol.for('proxy-scout sample access logs');

/** The same `count` documents at every start, ids `0`, `1`, …, oldest first. */
export function accessLogs(count: number): readonly NewDocument[] {
  kept[key] ??= { random: seeded(20261101), documents: [] };
  const { random, documents } = kept[key];
  for (let index = documents.length; index < count; index++) {
    const values = accessLog(index, random);
    documents.push({ id: String(index), source: sourceOf(values), values });
  }
  return documents.slice(0, count);
}
