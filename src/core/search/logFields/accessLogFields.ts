type FieldNames = readonly [first: string, ...others: string[]];

/**
 * The fields of an access log's line in documents: of a list, the first that a document has.
 *
 * @see docs/traefik.md, "Access log fields"
 */
export interface AccessLogFields {
  /** The status that the client got. */
  readonly status: FieldNames;
  readonly method: FieldNames;
  readonly host: FieldNames;
  readonly path: FieldNames;
  readonly duration: FieldNames;
  readonly router: FieldNames;
  readonly service: FieldNames;
  readonly client: FieldNames;
}

/** Possible prefixes of Traefik's own names, the likeliest first. */
export const traefikPrefixes: readonly string[] = [
  '',
  'attributes.',
  'Attributes.',
  'json.',
  'log.attributes.',
  'labels.',
];

/** Traefik's own names (JSON), below any prefix of a shipper. */
export function traefikFields(prefix: string): AccessLogFields {
  const below = (first: string, ...others: readonly string[]): FieldNames => [
    prefix + first,
    ...others.map((name) => prefix + name),
  ];
  return {
    status: below('DownstreamStatus'),
    method: below('RequestMethod'),
    host: below('RequestHost', 'RequestAddr'),
    path: below('RequestPath'),
    duration: below('Duration'),
    router: below('RouterName'),
    service: below('ServiceName'),
    client: below('ClientHost', 'ClientAddr'),
  };
}

/** Fields of the Elastic Common Schema, as in Elastic's integration and module for Traefik, and for other servers. */
export const ecsAccessFields: AccessLogFields = {
  status: ['http.response.status_code'],
  method: ['http.request.method'],
  host: ['url.domain'],
  path: ['url.path', 'url.original'],
  duration: ['event.duration'],
  router: ['traefik.access.router.name', 'traefik.access.frontend_name'],
  // The integration fills its field from JSON lines only, although its index template always has it.
  service: ['observer.egress.interface.name', 'traefik.access.backend_url'],
  client: ['source.address', 'source.ip'],
};

/** Names that only Traefik's access log has: a document with one of them is a line of it. */
const ownNames: ReadonlySet<string> = new Set([
  'DownstreamStatus',
  'DownstreamContentSize',
  'OriginDuration',
  'OriginContentSize',
]);
/** Their initials, because every field of every hit is checked. */
const initials = [0x44, 0x4f];

/** The prefix of Traefik's own names, if this is the path of a name that only its access log has. */
export function traefikPrefixOf(path: string): string | undefined {
  const start = path.lastIndexOf('.') + 1;
  if (!initials.includes(path.charCodeAt(start))) return undefined;
  return ownNames.has(path.slice(start)) ? path.slice(0, start) : undefined;
}

/** The fields of a trace's ID: in the Elastic Common Schema, OpenTelemetry, loggers, and Traefik. */
export const traceFields: readonly string[] = ['trace.id', 'trace_id', 'traceId', 'TraceId', 'traceid', 'traceID'];
