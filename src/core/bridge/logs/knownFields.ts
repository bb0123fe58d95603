import {
  type AccessLogFields,
  ecsAccessFields,
  traefikFields,
  traefikPrefixes,
} from '../../search/logFields/accessLogFields';

/** How Traefik and those who ship its access logs name what is in a line. */
export interface LogNaming {
  readonly router: string;
  readonly service: string | undefined;
  /** See `Layout`. */
  readonly isServiceOftenMissing: boolean;
  readonly status: string;
  /** After the fields that all shippers use. */
  readonly times: readonly string[];
  /** In the order in which they are read; of a list of names the first that is there. */
  readonly columns: readonly (readonly string[])[];
}

/** The time of a document as shippers name it. */
export const shippedTimes: readonly string[] = ['@timestamp'];

const ROUTER = 'RouterName';
/** Prefixes beside the known ones that are looked at in one index. */
const MOST_OTHERS = 20;

/** In the order in which a person reads them. */
function columnsOf({ status, method, host, path, duration, router, service, client }: AccessLogFields) {
  return [status, method, host, path, duration, router, service, client];
}

/** Traefik's own names (JSON), below whatever a shipper puts them. A line has no service where no server was reached. */
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
  };
}

/** Fields of the Elastic Common Schema, as integration and module fill them. */
function ecsNaming(router: string, service: string): Pick<LogNaming, 'router' | 'status' | 'times' | 'columns'> {
  const columns = columnsOf({ ...ecsAccessFields, router: [router], service: [service] });
  return { router, status: ecsAccessFields.status[0], times: [], columns };
}

const shipperNamings: readonly LogNaming[] = [
  {
    ...ecsNaming('traefik.access.router.name', 'observer.egress.interface.name'),
    // Filled from JSON lines only, though the index template always has it.
    service: 'observer.egress.interface.name',
    isServiceOftenMissing: true,
  },
  {
    ...ecsNaming('traefik.access.frontend_name', 'traefik.access.backend_url'),
    service: undefined,
    isServiceOftenMissing: false,
  },
];

/** How logs are named whose documents have a router at one of these places. */
export const knownNamings: readonly LogNaming[] = [...traefikPrefixes.map(traefikNaming), ...shipperNamings];

/** The namings whose router is among the given paths: those known first, then Traefik's own name below any other prefix. */
export function namingsAmong(paths: ReadonlySet<string>): readonly LogNaming[] {
  const known = knownNamings.filter(({ router }) => paths.has(router));
  const names = new Set(known.map(({ router }) => router));
  const others = [...paths].filter((path) => path.endsWith(`.${ROUTER}`) && !names.has(path)).sort();
  return [...known, ...others.slice(0, MOST_OTHERS).map((path) => traefikNaming(path.slice(0, -ROUTER.length)))];
}

/** What to make of logs whose router stands where nobody puts it: the columns of all namings that are there. */
export function namingAround(router: string): LogNaming {
  const dot = router.lastIndexOf('.');
  return { ...traefikNaming(router.slice(0, dot + 1)), router, service: undefined };
}
