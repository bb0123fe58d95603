/** The fields of a trace's id: the Elastic Common Schema, OpenTelemetry, and what loggers and Traefik write. */
export const traceFields: readonly string[] = ['trace.id', 'trace_id', 'traceId', 'TraceId', 'traceid', 'traceID'];
