/**
 * The fields with the message of a line, the likeliest first: the Elastic Common Schema and most loggers,
 * OpenTelemetry, Docker and Fluent Bit, GELF, journald, and Google Cloud.
 */
export const messageFields: readonly string[] = [
  'message',
  'msg',
  'body.text',
  'body',
  'Body',
  'log',
  'short_message',
  'MESSAGE',
  'textPayload',
  'error.message',
  'event.original',
];

/** Fields of an access log with more than its other fields contain; any other text is the line itself. */
export const accessMessageFields: readonly string[] = ['message', 'msg', 'error.message'];
