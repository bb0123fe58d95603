import type { LinePartKind } from '../../../protocol/resultPage';
import { behindValue, isListText, type JsonPlace, visitItems } from '../../base/json/scan';
import { type AccessLogFields, ecsAccessFields, traefikFields, traefikPrefixes } from '../logFields/accessLogFields';
import { levelFields, statusTone } from '../logFields/severity';
import { absentCell, type CellStyle, lineStyle, type ReadCell, stringAt, tableStyle } from './hitCell';
import type { LinePart, ReadRow } from './readTable';

/** A hit that was read, for making its line. */
interface LineSource {
  readonly json: string;
  /** The places of the values at one of `linePaths`, or at a path with highlights. */
  at(path: string): readonly JsonPlace[];
  cell(path: string, places: readonly JsonPlace[], style: CellStyle): ReadCell;
  /** The date with the time of the hit. */
  readonly time: { readonly path: string; readonly place: JsonPlace } | undefined;
  /** The paths with highlights. */
  readonly marked: Iterable<string>;
  /** The prefix of Traefik's own names, if this is a line of its access log. */
  readonly traefikPrefix: string | undefined;
  /** The leading fields, for a hit without a message. */
  summary(): ReadRow['summary'];
}

const accessParts = ['status', 'method', 'host', 'path', 'duration', 'router'] as const;

function accessPaths(fields: AccessLogFields): readonly string[] {
  return accessParts.flatMap((part) => fields[part]);
}

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
const accessMessageFields: readonly string[] = ['message', 'msg', 'error.message'];

/** The paths at which a hit may have parts of its line. */
export const linePaths: readonly string[] = [
  ...new Set([
    ...levelFields,
    ...messageFields,
    ...accessMessageFields,
    ...traefikPrefixes.flatMap((prefix) => accessPaths(traefikFields(prefix))),
    ...accessPaths(ecsAccessFields),
  ]),
];

/** A level is one word, and so is a method. */
const wordStyle: CellStyle = { ...tableStyle, longest: 20 };
/** Characters of a text that are checked for the format of an access log. */
const longestRead = 20_000;
/** Further highlighted fields after the message. */
const mostOthers = 5;

/** A hit as a line of a log: its parts, from the fields that it has. */
export function describeLine(source: LineSource): readonly LinePart[] {
  const parts: LinePart[] = [];
  if (source.time !== undefined) parts.push(partAt('time', source.time.path, [source.time.place], source, tableStyle));
  const access = accessPartsOf(source);
  parts.push(...(access.length > 0 ? access : firstPart('level', levelFields, source, wordStyle)));

  const own = messageOf(source, access.length > 0);
  const isRepeated = own !== undefined && own.cell.marks === undefined && repeatsLine(textAt(own, source), access);
  const message = isRepeated ? undefined : own;
  const clf = message !== undefined && access.length === 0 ? clfLineOf(textAt(message, source)) : undefined;
  if (clf !== undefined) parts.push(...clfParts(clf));
  // A parsed line is not shown as a message, unless a match is in it.
  const hasClfLine = clf !== undefined && message?.cell.marks === undefined;
  const messages = message === undefined || hasClfLine ? [] : [message];

  const shown = new Set([...parts, ...messages].map(({ path }) => path));
  const others = [...source.marked].filter((path) => !shown.has(path)).slice(0, mostOthers);
  const marked = others.flatMap((path) => seen(partAt('field', path, source.at(path), source, tableStyle)));
  // A match must not follow a long message.
  const areFirst = messages.every(({ cell }) => cell.marks === undefined);
  parts.push(...(areFirst ? [...marked, ...messages] : [...messages, ...marked]));
  if (access.length > 0 || message !== undefined || others.length > 0) return parts;
  return [...parts, ...source.summary().map(({ path, cell }) => ({ kind: 'field' as const, path, cell }))];
}

function partAt(
  kind: LinePartKind,
  path: string,
  places: readonly JsonPlace[],
  source: LineSource,
  style: CellStyle,
): LinePart & { readonly path: string } {
  return { kind, path, cell: source.cell(path, places, style) };
}

function seen<Part extends LinePart>(part: Part): Part[] {
  return part.cell.kind === absentCell.kind ? [] : [part];
}

/** Not an object, such as `log` of the Elastic Common Schema, and not a list, null, or an empty text. */
function isValue({ json }: LineSource, [start, end]: JsonPlace): boolean {
  const first = json.charAt(start);
  return first !== '{' && first !== '[' && first !== 'n' && !(first === '"' && end - start <= 2);
}

/** The first of these fields that has a value. */
function firstPart(
  kind: LinePartKind,
  paths: readonly string[],
  source: LineSource,
  style: CellStyle,
  isWanted: (value: JsonPlace) => boolean = () => true,
): (LinePart & { readonly path: string })[] {
  const isUsable = (value: JsonPlace): boolean => isValue(source, value) && isWanted(value);
  const path = paths.find((each) => source.at(each).some((place) => isUsable(valuePlace(source, place))));
  return path === undefined ? [] : seen(partAt(kind, path, source.at(path), source, style));
}

/** The value itself, or the first one of a list: `fields` has every value in one. */
function valuePlace({ json }: LineSource, place: JsonPlace): JsonPlace {
  let first: JsonPlace | undefined;
  if (!isListText(json, place[0])) return place;
  visitItems(json, place[0], (at) => {
    const end = behindValue(json, at);
    first ??= [at, end];
    return end;
  });
  return first ?? place;
}

/** The parts of an access log's line; none if the hit is not one. */
function accessPartsOf(source: LineSource): readonly LinePart[] {
  const fields = source.traefikPrefix === undefined ? ecsAccessFields : traefikFields(source.traefikPrefix);
  const parts = accessParts.flatMap((part) =>
    firstPart(part, fields[part], source, part === 'method' ? wordStyle : tableStyle),
  );
  const has = (kind: LinePartKind): boolean => parts.some((part) => part.kind === kind);
  // Application logs may also have a host or an address.
  return source.traefikPrefix !== undefined || (has('status') && (has('method') || has('path'))) ? parts : [];
}

/** The message of the hit; for an access log only text that is not the line itself. */
function messageOf(source: LineSource, isAccess: boolean): (LinePart & { readonly path: string }) | undefined {
  const isMore = ([start]: JsonPlace): boolean => !source.json.startsWith('"{', start);
  const [message] = isAccess
    ? firstPart('message', accessMessageFields, source, lineStyle, isMore)
    : firstPart('message', messageFields, source, lineStyle);
  // Docker ends each line with a line break, which would become an empty line.
  return message && { ...message, cell: { ...message.cell, text: message.cell.text.trimEnd() } };
}

/** Longer messages have more to say than a line. */
const longestRepeated = 2_000;
/** Quoted user agents and referrers. */
const agents = /"(?:-|[\w.]{1,50}\/\d[^"]*|https?:[^"]*)"/g;
/** Words that say nothing about a request beside its parts. */
const plainWords: ReadonlySet<string> = new Set(
  (
    'a an and at by for from in of on over the to took via was with after ' +
    'access request response req res method verb path uri url host server client router service proto protocol ' +
    'status code duration latency time elapsed size length bytes http https ' +
    'completed finished handled served processed returned responded done ok ms s sec seconds milliseconds'
  ).split(' '),
);

/** Whether a message of an access log says only what its method, path, status, and other parts say. */
function repeatsLine(message: string, parts: readonly LinePart[]): boolean {
  const textOf = (kind: LinePartKind): string => parts.find((part) => part.kind === kind)?.cell.text ?? '';
  const names = [textOf('path'), textOf('method'), textOf('status')];
  if (message.length > longestRepeated || !names.every((name) => name !== '' && message.includes(name))) return false;
  // A path may be in an agent, and the others in a path.
  const known = [...names, textOf('host'), textOf('router')].filter((name) => name !== '');
  const rest = known.reduce((text, name) => text.replaceAll(name, ' '), message.replace(agents, ' '));
  const words = rest.toLowerCase().split(/[\s"'()[\]{}<>,;:=|]+/);
  return words.every((word) => !/\p{L}/u.test(word) || /^[^\p{L}]*\d|^http\/\d/u.test(word) || plainWords.has(word));
}

function textAt({ path }: { readonly path: string }, source: LineSource): string {
  const [place] = source.at(path);
  if (place === undefined) return '';
  const own = valuePlace(source, place);
  return source.json.charAt(own[0]) === '"' ? stringAt(source.json, own, longestRead) : '';
}

function clfParts({ method, path, status, router, duration }: ClfLine): readonly LinePart[] {
  const text = (written: string): ReadCell => ({
    kind: 'text',
    text: tableStyle.clean(written).slice(0, tableStyle.longest),
  });
  const tone = statusTone(status);
  return [
    { kind: 'status', cell: { ...text(status), ...(tone !== undefined && { tone }) } },
    { kind: 'method', cell: text(method) },
    { kind: 'path', cell: text(path) },
    { kind: 'duration', cell: { kind: 'number', text: duration, unit: 'ms' } },
    ...(router === undefined ? [] : [{ kind: 'router' as const, cell: text(router) }]),
  ];
}

/**
 * The values of a Traefik access log's line in the Common Log Format, unchanged. Its duration is in milliseconds.
 *
 * @see https://doc.traefik.io/traefik/observe/logs-and-access-logs/ (`<remote_IP> - <user> [<timestamp>] "<method>
 * <path> <protocol>" <status> <length> "<referrer>" "<user_agent>" <number_of_requests> "<router>" "<server_URL>"
 * <duration>ms`)
 */
interface ClfLine {
  readonly method: string;
  readonly path: string;
  readonly status: string;
  /** Undefined for a request without a router. */
  readonly router: string | undefined;
  /** Digits: milliseconds. */
  readonly duration: string;
}

/** A text between quotes in Go's format: without a quote that is not escaped. */
const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
/** Each part ends at the first character that it cannot contain, so that a line is read once. */
const line = new RegExp(
  `^\\S+ - \\S+ \\[[^\\]]*\\] "(\\S+) (\\S+) [^\\s"]+" (\\d{1,3}|-) (?:\\d+|-) ${quoted} ${quoted} (?:\\d+|-) ${quoted} ${quoted} (\\d+)ms\\s*$`,
);
/** Servers refuse much shorter addresses. */
const longestLine = 20_000;

/** Splits a line into its values; undefined for any other text. */
export function clfLineOf(text: string): ClfLine | undefined {
  if (text.length > longestLine || !/ms\s{0,4}$/.test(text)) return undefined;
  const [, method, path, status, , , router, , duration] = line.exec(text) ?? [];
  if (method === undefined || path === undefined || status === undefined || duration === undefined) return undefined;
  return { method, path, status, router: router === '-' || router === '' ? undefined : router, duration };
}
