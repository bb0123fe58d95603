import type { AmountUnit } from '../../../protocol/amounts';

/** The numbers of Traefik's JSON access log: Go writes durations in nanoseconds. */
const traefikUnits: Readonly<Record<string, AmountUnit>> = {
  Duration: 'ns',
  OriginDuration: 'ns',
  Overhead: 'ns',
  DownstreamContentSize: 'bytes',
  OriginContentSize: 'bytes',
  RequestContentSize: 'bytes',
};

/** Numbers of the Elastic Common Schema and of Elastic APM, by the whole path. */
const knownUnits: ReadonlyMap<string, AmountUnit> = new Map([
  ['event.duration', 'ns'],
  ['transaction.duration.us', 'us'],
  ['span.duration.us', 'us'],
  ...[
    'http.request.body.bytes',
    'http.request.bytes',
    'http.response.body.bytes',
    'http.response.bytes',
    'client.bytes',
    'server.bytes',
    'source.bytes',
    'destination.bytes',
    'network.bytes',
    'file.size',
  ].map((path) => [path, 'bytes'] as const),
]);

/** Units as mappings name them (`meta.unit`); for a percentage, 1 is the whole. */
const mappedUnits: ReadonlyMap<string, AmountUnit> = new Map([
  ['nanos', 'ns'],
  ['micros', 'us'],
  ['ms', 'ms'],
  ['s', 's'],
  ['m', 'min'],
  ['h', 'h'],
  ['d', 'd'],
  ['byte', 'bytes'],
  ['percent', 'percent'],
]);

/**
 * The unit of a field of Traefik's JSON access log; undefined for any other field.
 *
 * @param prefix the prefix of Traefik's own names in this document
 */
export function traefikUnit(path: string, prefix: string): AmountUnit | undefined {
  const name = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  return Object.hasOwn(traefikUnits, name) ? traefikUnits[name] : undefined;
}

/** The unit of a field with a name of a common schema, at any path; undefined for any other field. */
export function unitOfName(path: string): AmountUnit | undefined {
  return knownUnits.get(path);
}

/** The unit that a mapping names (`meta.unit`); undefined if engines do not document it. */
export function unitOfMeta(name: string): AmountUnit | undefined {
  return mappedUnits.get(name);
}
