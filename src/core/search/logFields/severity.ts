import type { BarTone } from '../../../protocol/histogram';

/** The status in access logs: Traefik's own JSON, and the Elastic Common Schema. */
export const statusFields: readonly string[] = ['DownstreamStatus', 'http.response.status_code'];
/** The level in application logs. */
export const levelFields: readonly string[] = [
  'level',
  'log.level',
  'severity',
  'severity_text',
  'log_level',
  'loglevel',
];

/** Classes of HTTP statuses, the worst first. */
const classTones: readonly (readonly [label: string, tone: BarTone])[] = [
  ['5xx', 'red'],
  ['4xx', 'orange'],
  ['3xx', 'blue'],
  ['2xx', 'green'],
  ['1xx', 'gray'],
];

/** The worst first. */
const levelTones: readonly (readonly [name: RegExp, tone: BarTone])[] = [
  [/^(?:fatal|critical|crit|panic|alert|emerg(?:ency)?)$/i, 'purple'],
  [/^(?:error|err|severe)$/i, 'red'],
  [/^warn(?:ing)?$/i, 'orange'],
  [/^notice$/i, 'yellow'],
  [/^info(?:rmation)?$/i, 'blue'],
  [/^debug$/i, 'green'],
  [/^(?:trace|verbose)$/i, 'gray'],
];

/** The severity of a value: its rank among others of its kind, the worst first, and its color. */
interface Severity {
  readonly rank: number;
  readonly tone: BarTone;
}

function severityAt(rank: number, tone: BarTone | undefined): Severity | undefined {
  return tone === undefined ? undefined : { rank, tone };
}

/** The severity of a class of statuses, such as `5xx`; undefined for any other text. */
export function severityOfClass(label: string): Severity | undefined {
  const rank = classTones.findIndex(([name]) => name === label);
  return severityAt(rank, classTones[rank]?.[1]);
}

/** The severity of a level by its usual names, such as `warn`; undefined for any other word. */
export function severityOfLevel(level: string): Severity | undefined {
  const rank = levelTones.findIndex(([name]) => name.test(level));
  return severityAt(rank, levelTones[rank]?.[1]);
}

/** The color of a status, by its class; undefined if it is not an HTTP status. */
export function statusTone(status: string): BarTone | undefined {
  return /^[1-5]\d\d$/.test(status) ? severityOfClass(`${status.charAt(0)}xx`)?.tone : undefined;
}
