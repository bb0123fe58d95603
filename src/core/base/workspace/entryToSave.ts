import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoints/endpoint';
import { secretMask, withoutTokens } from '../secrets/secretsInText';

/** An entry of a workspace's file, as it is written. */
interface SavedEntry {
  readonly kind: Endpoint['kind'];
  readonly name: string;
  readonly url: string;
  readonly host?: string;
  readonly tls?: { readonly authority: string } | { readonly fingerprint: string };
}

/** The part of an endpoint that may be in a workspace's file. */
interface EntryToSave {
  /** Absent if the address itself is secret. */
  readonly entry?: SavedEntry;
  /** The settings that the entry omits, each in a few words. */
  readonly leftOut: readonly string[];
}

/**
 * An endpoint as an entry of a folder's file: never secrets, headers, client certificates, or skipped verification.
 *
 * @param folder an absolute path
 */
export async function entryToSave(endpoint: Endpoint, folder: string): Promise<EntryToSave> {
  const { kind, name, url, auth, headers, tls = {}, host } = endpoint;
  const { trust, client, serverName } = tls;
  if (withoutTokens(url, secretMask) !== url) return { leftOut: [l10n.t('all of it: its URL contains a key')] };
  const authority = trust?.type === 'file' ? await pathInside(folder, trust.path) : undefined;
  const leftOut = [
    auth.type === 'none' ? undefined : l10n.t('credentials'),
    Object.keys(headers).length === 0 ? undefined : l10n.t('custom headers'),
    client === undefined ? undefined : l10n.t('client certificate'),
    serverName === undefined ? undefined : l10n.t('server name for TLS'),
    trust?.type === 'anyone' ? l10n.t('skipped verification') : undefined,
    trust?.type === 'file' && authority === undefined ? l10n.t('authority file outside the folder') : undefined,
  ].filter((one) => one !== undefined);
  return {
    entry: {
      kind,
      name,
      url,
      ...(host !== undefined && { host }),
      ...(authority !== undefined && { tls: { authority } }),
      ...(trust?.type === 'pin' && { tls: { fingerprint: trust.fingerprint } }),
    },
    leftOut,
  };
}

/** The path of a file relative to a folder, with `/`; undefined if the file is not in the folder. */
async function pathInside(folder: string, path: string): Promise<string | undefined> {
  try {
    const way = relative(await realpath(folder), await realpath(path));
    return way === '' || isAbsolute(way) || way.split(sep)[0] === '..' ? undefined : way.split(sep).join('/');
  } catch {
    return undefined;
  }
}

const fileSchema = z.looseObject({ endpoints: z.optional(z.array(z.unknown())) });
const namedSchema = z.object({ kind: z.unknown(), name: z.unknown(), accessLogs: z.optional(z.unknown()) });
const editOptions = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

/**
 * The text of a file with entries added. One of the same kind and name is replaced, except where its access logs are;
 * everything else, with comments and unknown members, stays.
 *
 * @param text the file as it is; undefined if there is none
 * @returns undefined if no entries can be added to the file
 */
export function withSavedEntries(text: string | undefined, entries: readonly SavedEntry[]): string | undefined {
  let next = text === undefined || text.trim() === '' ? '{}' : text.replace(/^\uFEFF/, '');
  /** Two of the entries may have one name. */
  const written = new Set<number>();
  for (const entry of entries) {
    const present = endpointsIn(next);
    if (present === undefined) return undefined;
    const same = present.findIndex((one, at) => {
      const { data } = namedSchema.safeParse(one);
      return data?.kind === entry.kind && data.name === entry.name && !written.has(at);
    });
    const at = same === -1 ? present.length : same;
    written.add(at);
    const accessLogs = namedSchema.safeParse(present[same]).data?.accessLogs;
    const saved = { ...entry, ...(accessLogs !== undefined && { accessLogs }) };
    const options = { ...editOptions, isArrayInsertion: same === -1 };
    next = applyEdits(next, modify(next, ['endpoints', at], saved, options));
  }
  return next.endsWith('\n') ? next : `${next}\n`;
}

function endpointsIn(text: string): readonly unknown[] | undefined {
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    if (errors.length > 0) return undefined;
    const file = fileSchema.safeParse(value);
    return file.success ? (file.data.endpoints ?? []) : undefined;
  } catch {
    // Nested deeper than the stack.
    return undefined;
  }
}
