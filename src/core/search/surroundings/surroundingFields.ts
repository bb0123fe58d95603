/**
 * The fields by which the surroundings of a hit are narrowed, as access logs and application logs name them: Traefik's own, the
 * Elastic Common Schema, OpenTelemetry, and what loggers usually write. Of each group, the first that a document has counts.
 */
export const hostFields: readonly string[] = [
  'kubernetes.pod.name',
  'host.name',
  'RequestHost',
  'url.domain',
  'hostname',
  'host',
];
export const serviceFields: readonly string[] = ['service.name', 'ServiceName', 'service', 'app'];
export const routerFields: readonly string[] = ['RouterName', 'traefik.access.router_name', 'router'];
