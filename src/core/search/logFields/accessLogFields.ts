type FieldNames = readonly [first: string, ...others: string[]];

/**
 * Where documents have what a line of an access log tells: names of fields, of a list the first that a document has.
 *
 * @see docs/traefik.md, "Access log fields"
 */
export interface AccessLogFields {
  /** The status that was sent to the client. */
  readonly status: FieldNames;
  readonly method: FieldNames;
  readonly host: FieldNames;
  readonly path: FieldNames;
  readonly duration: FieldNames;
  readonly router: FieldNames;
  readonly service: FieldNames;
  readonly client: FieldNames;
}

/** What may stand before Traefik's own names, those that are most likely first. */
export const traefikPrefixes: readonly string[] = [
  '',
  'attributes.',
  'Attributes.',
  'json.',
  'log.attributes.',
  'labels.',
];

/** Traefik's own names (JSON), below whatever a shipper puts them. */
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

/** Fields of the Elastic Common Schema, as Elastic's integration and module for Traefik fill them, and those for other servers. */
export const ecsAccessFields: AccessLogFields = {
  status: ['http.response.status_code'],
  method: ['http.request.method'],
  host: ['url.domain'],
  path: ['url.path', 'url.original'],
  duration: ['event.duration'],
  router: ['traefik.access.router.name', 'traefik.access.frontend_name'],
  // That of the integration is filled from JSON lines only, though its index template always has it.
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
/** What they begin with: every field of every hit is looked at. */
const initials = [0x44, 0x4f];

/** What stands before Traefik's own names, where this is the path of one that only its access log has. */
export function traefikPrefixOf(path: string): string | undefined {
  const start = path.lastIndexOf('.') + 1;
  if (!initials.includes(path.charCodeAt(start))) return undefined;
  return ownNames.has(path.slice(start)) ? path.slice(0, start) : undefined;
}
