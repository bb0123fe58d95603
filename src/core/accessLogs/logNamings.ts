import {
  type AccessLogFields,
  ecsAccessFields,
  traefikFields,
  traefikPrefixes,
} from '../search/logFields/accessLogFields';

/** The names that Traefik and log shippers give to the fields of a line. */
export interface LogNaming {
  readonly router: string;
  readonly service: string | undefined;
  /** Whether some lines lack the service although it answered: see `LogLayout`. */
  readonly isServiceOftenMissing: boolean;
  readonly status: string;
  /** In addition to the fields that all shippers use. */
  readonly times: readonly string[];
  /** In the order of reading; of a list of names, the first existing one. */
  readonly columns: readonly (readonly string[])[];
  /** The duration of the request, in nanoseconds. Absent if the unit is unknown. */
  readonly duration: string | undefined;
  readonly request: RequestNaming;
}

export interface RequestNaming {
  readonly method: string;
  /** Fields of the Host header, best first; they may contain its port. */
  readonly host: readonly string[];
  /** The port of the Host header, if the host comes without it. */
  readonly port: string;
  /** The path, with the query string if that is logged. */
  readonly path: string;
  readonly scheme: string;
  /** Present only if the connection used TLS. */
  readonly tls: string;
  readonly entryPoint: string;
  /** The address and port of the client's connection. Without a port it may be an address from a header. */
  readonly client: string;
  /** The headers: members of the object at `in` (of the line itself if empty) whose names begin like this. */
  readonly headers: { readonly in: string; readonly begin: string };
  /** Headers that have a field of their own. */
  readonly ownHeaders: readonly (readonly [header: string, field: string])[];
}

/** The time of a document as shippers name it. */
export const shippedTimes: readonly string[] = ['@timestamp'];

const routerField = 'RouterName';
/** Unknown prefixes that are checked in one index. */
const mostOthers = 20;

/** In the order in which users read them. */
function columnsOf({ status, method, host, path, duration, router, service, client }: AccessLogFields) {
  return [status, method, host, path, duration, router, service, client];
}

/** Traefik's own names (JSON), below any prefix of a shipper. A line without a server has no service. */
function traefikNaming(prefix: string): LogNaming {
  const fields = traefikFields(prefix);
  const times = ['StartUTC', 'time'];
  return {
    router: fields.router[0],
    service: fields.service[0],
    isServiceOftenMissing: false,
    status: fields.status[0],
    times: [...new Set([...times.map((name) => prefix + name), ...times])],
    columns: columnsOf(fields),
    duration: fields.duration[0],
    request: traefikRequest(prefix),
  };
}

function traefikRequest(prefix: string): RequestNaming {
  const { method, path } = traefikFields(prefix);
  return {
    method: method[0],
    host: ['RequestAddr', 'RequestHost'].map((name) => prefix + name),
    port: `${prefix}RequestPort`,
    path: path[0],
    scheme: `${prefix}RequestScheme`,
    tls: `${prefix}TLSVersion`,
    entryPoint: `${prefix}entryPointName`,
    client: `${prefix}ClientAddr`,
    headers: { in: prefix.slice(0, -1), begin: 'request_' },
    ownHeaders: [],
  };
}

/** Fields of the Elastic Common Schema, as integration and module fill them. */
function ecsNaming(router: string, service: string): Omit<LogNaming, 'service' | 'isServiceOftenMissing'> {
  const columns = columnsOf({ ...ecsAccessFields, router: [router], service: [service] });
  const { status, duration } = ecsAccessFields;
  return { router, status: status[0], times: [], columns, duration: duration[0], request: ecsRequest };
}

const ecsRequest: RequestNaming = {
  method: ecsAccessFields.method[0],
  host: ecsAccessFields.host,
  port: 'url.port',
  path: ecsAccessFields.path[0],
  scheme: 'url.scheme',
  tls: 'tls.version',
  entryPoint: 'observer.ingress.interface.name',
  client: ecsAccessFields.client[0],
  headers: { in: 'http.request.headers', begin: '' },
  ownHeaders: [
    ['User-Agent', 'user_agent.original'],
    ['Referer', 'http.request.referrer'],
  ],
};

const shipperNamings: readonly LogNaming[] = [
  {
    ...ecsNaming('traefik.access.router.name', 'observer.egress.interface.name'),
    // Filled from JSON lines only, although the index template always has it.
    service: 'observer.egress.interface.name',
    isServiceOftenMissing: true,
  },
  {
    ...ecsNaming('traefik.access.frontend_name', 'traefik.access.backend_url'),
    service: undefined,
    isServiceOftenMissing: false,
  },
];

/** The naming of logs whose documents have a router at one of these paths. */
export const knownNamings: readonly LogNaming[] = [...traefikPrefixes.map(traefikNaming), ...shipperNamings];

/** The namings with a router among the given paths: known ones first, then Traefik's own below other prefixes. */
export function namingsAmong(paths: ReadonlySet<string>): readonly LogNaming[] {
  const known = knownNamings.filter(({ router }) => paths.has(router));
  const names = new Set(known.map(({ router }) => router));
  const others = [...paths].filter((path) => path.endsWith(`.${routerField}`) && !names.has(path)).sort();
  return [...known, ...others.slice(0, mostOthers).map((path) => traefikNaming(path.slice(0, -routerField.length)))];
}

/** The naming of logs with the router at an unknown path: the existing columns of all namings. */
export function namingAround(router: string): LogNaming {
  const dot = router.lastIndexOf('.');
  return { ...traefikNaming(router.slice(0, dot + 1)), router, service: undefined, duration: undefined };
}

/** The naming of logs with the router at this path. */
export function namingOf(router: string): LogNaming {
  return namingsAmong(new Set([router]))[0] ?? namingAround(router);
}
