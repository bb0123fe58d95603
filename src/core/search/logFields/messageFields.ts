/**
 * Where documents have what a line says, the likeliest first: the Elastic Common Schema and most loggers, OpenTelemetry, Docker
 * and Fluent Bit, GELF, journald, and Google Cloud.
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

/** Where a line of an access log may say more than its other fields; any other text is the line itself. */
export const accessMessageFields: readonly string[] = ['message', 'msg', 'error.message'];
