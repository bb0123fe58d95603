/**
 * How Traefik and those who ship its access logs name what is in a line.
 *
 * @see reference/editor-integration.md, section 11 (Traefik 3.7, Elastic integration and Filebeat module `traefik`, Filebeat
 * JSON, Fluent Bit, OpenTelemetry Collector and APM, Data Prepper)
 */
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

/** What may stand before Traefik's own names, those that are most likely first. Others are found by the name itself. */
const prefixes: readonly string[] = ['', 'attributes.', 'Attributes.', 'json.', 'log.attributes.', 'labels.'];

const ROUTER = 'RouterName';
/** Prefixes beside the known ones that are looked at in one index. */
const MOST_OTHERS = 20;

/** Traefik's own names (JSON), below whatever a shipper puts them. A line has no service where no server was reached. */
function traefikNaming(prefix: string): LogNaming {
  const below = (...names: readonly string[]) => names.map((name) => prefix + name);
  return {
    router: prefix + ROUTER,
    service: `${prefix}ServiceName`,
    isServiceOftenMissing: false,
    status: `${prefix}DownstreamStatus`,
    times: [...new Set([...below('StartUTC', 'time'), 'StartUTC', 'time'])],
    columns: [
      below('DownstreamStatus'),
      below('RequestMethod'),
      below('RequestHost', 'RequestAddr'),
      below('RequestPath'),
      below('Duration'),
      below(ROUTER),
      below('ServiceName'),
      below('ClientHost', 'ClientAddr'),
    ],
  };
}

/** Fields of the Elastic Common Schema, as integration and module fill them. */
const ecs = {
  status: 'http.response.status_code',
  times: [],
  columns: (router: string, service: string) => [
    ['http.response.status_code'],
    ['http.request.method'],
    ['url.domain'],
    ['url.path', 'url.original'],
    ['event.duration'],
    [router],
    [service],
    ['source.address', 'source.ip'],
  ],
};

const shipperNamings: readonly LogNaming[] = [
  {
    router: 'traefik.access.router.name',
    // Filled from JSON lines only, though the index template always has it.
    service: 'observer.egress.interface.name',
    isServiceOftenMissing: true,
    status: ecs.status,
    times: ecs.times,
    columns: ecs.columns('traefik.access.router.name', 'observer.egress.interface.name'),
  },
  {
    router: 'traefik.access.frontend_name',
    service: undefined,
    isServiceOftenMissing: false,
    status: ecs.status,
    times: ecs.times,
    columns: ecs.columns('traefik.access.frontend_name', 'traefik.access.backend_url'),
  },
];

/** How logs are named whose documents have a router at one of these places. */
export const knownNamings: readonly LogNaming[] = [...prefixes.map(traefikNaming), ...shipperNamings];

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
