import type { FieldInfo } from '../engine/fieldList';
import { type AccessLogFields, ecsAccessFields, traefikFields } from '../logFields/accessLogFields';
import { levelFields } from '../logFields/severity';
import { dateOfDocuments } from '../query/sortOf';
import { messageFields } from './describeLine';
import { type KnownFields, knownFields, traefikPrefixAmong } from './knownFields';

/** How the hits of an index are shown until the user chooses something else. */
export interface UsualView {
  /** Paths of fields; empty if the fields are those of no known log. */
  readonly columns: readonly string[];
  /** Whether the hits are best read as lines: they have a message, and are not requests. */
  readonly hasMessage: boolean;
}

const nothingUsual: UsualView = { columns: [], hasMessage: false };

/**
 * The columns of a log, by the fields of its index: of an access log the time, the request, and its result, in the names
 * of Traefik, below any prefix of a shipper, or of the Elastic Common Schema; of any other log the time, the level, and
 * the message.
 *
 * @param fields the fields of the index; empty if unknown
 */
export function usualViewOf(fields: readonly FieldInfo[]): UsualView {
  const known = knownFields(fields);
  const first = (names: readonly string[]): readonly string[] =>
    names.filter((name) => hasValues(known.byName.get(name))).slice(0, 1);
  const time = dateOfDocuments(fields, undefined);
  const withTime = (...names: readonly string[]): string[] => [...(time === undefined ? [] : [time]), ...names];
  const access = accessFieldsAmong(known);
  if (access !== undefined) {
    const { status, method, host, path, duration, router, service, client } = access;
    const columns = [status, method, host, path, duration, router, service, client].flatMap(first);
    return { columns: withTime(...columns), hasMessage: false };
  }
  const message = first(messageFields);
  if (message.length === 0) return nothingUsual;
  return { columns: withTime(...first(levelFields), ...message), hasMessage: true };
}

function accessFieldsAmong(known: KnownFields): AccessLogFields | undefined {
  const prefix = traefikPrefixAmong(known);
  if (prefix !== undefined) return traefikFields(prefix);
  const { status, path } = ecsAccessFields;
  const isThere = (names: readonly string[]): boolean => names.some((name) => hasValues(known.byName.get(name)));
  return isThere(status) && isThere(path) ? ecsAccessFields : undefined;
}

/** `log` is a message of Docker, and an object of the Elastic Common Schema. */
function hasValues(field: FieldInfo | undefined): boolean {
  return field !== undefined && !field.types.every((type) => type === 'object' || type === 'nested');
}
