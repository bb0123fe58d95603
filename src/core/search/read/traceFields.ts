/** The fields of a trace's ID: in the Elastic Common Schema, OpenTelemetry, loggers, and Traefik. */
export const traceFields: readonly string[] = ['trace.id', 'trace_id', 'traceId', 'TraceId', 'traceid', 'traceID'];
