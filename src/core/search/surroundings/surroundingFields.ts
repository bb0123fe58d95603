/**
 * The fields that narrow the surroundings of a hit, in access logs and application logs: Traefik's own, the Elastic
 * Common Schema, OpenTelemetry, and the usual fields of loggers. Of each group, the first that a document has counts.
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
