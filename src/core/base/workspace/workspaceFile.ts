import * as l10n from '@vscode/l10n';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import * as z from 'zod/mini';
import { numberText } from '../../../l10n/numbers';
import { type EndpointKind, endpointKinds, fingerprint, hostValue } from '../endpoints/endpoint';
import { normalizeUrl } from '../endpoints/endpointUrl';
import { secretMask, withoutTokens } from '../secrets/secretsInText';
import { plainText } from '../text/plainText';
import { workspaceFilePath } from './filePlace';

/** An endpoint as a workspace lists it. It never has secrets, and the client always verifies its server. */
export interface WorkspaceEntry {
  readonly kind: EndpointKind;
  readonly name: string;
  /** Normalized (see `normalizeUrl`). */
  readonly url: string;
  readonly host?: string;
  /** The path of the authority's PEM file, relative to the folder. */
  readonly authority?: string;
  /** The only certificate or authority that is accepted. */
  readonly fingerprint?: string;
  /** Where the access logs of a proxy are: in which of the file's search endpoints, by name, and which index. */
  readonly accessLogs?: { readonly endpoint: string; readonly index: string };
  /** The whole entry as JSON with sorted members: any change in it changes this. */
  readonly canonical: string;
}

/** An entry, or a whole file, that is refused. */
export interface RefusedEntry {
  readonly kind: EndpointKind;
  /** The part of the name that can be read; one visible line. */
  readonly name: string;
  /** Whole sentences. */
  readonly reason: string;
  readonly canonical: string;
}

export interface WorkspaceFile {
  readonly entries: readonly WorkspaceEntry[];
  readonly refused: readonly RefusedEntry[];
  /** Why nothing of the file is used, whole sentences. It is refused, too. */
  readonly problem?: string;
  /** Folders of the workspace, as relative paths from the file, with the name of the endpoint for each. */
  readonly folders: Readonly<Record<string, string>>;
  /** The static configuration of the folder's proxy: its options as JSON, or a path that may lead anywhere; or why it is not used. */
  readonly told?: { readonly options: string } | { readonly path: string } | { readonly problem: string } | undefined;
}

/** A much larger file was not written by a person. */
export const mostBytesOfWorkspaceFile = 2 ** 20;

const mostEntries = 200;
const mostFolders = 200;
const longestName = 200;

/** Reads a file: JSON, with comments. Entries that may not be used are refused one by one. */
export function readWorkspaceFile(text: string): WorkspaceFile {
  const whole = (reason: string): WorkspaceFile => ({
    entries: [],
    refused: [{ kind: 'proxy', name: workspaceFilePath, reason, canonical: '' }],
    problem: reason,
    folders: {},
  });
  const json = jsonOf(text);
  if ('problem' in json) return whole(json.problem);
  const file = fileSchema.safeParse(json.value);
  if (!file.success) return whole(l10n.t('In this file, “endpoints” has to be a list.'));
  const { endpoints = [], folders } = file.data;
  if (endpoints.length > mostEntries) {
    return whole(l10n.t('The file lists more than {0} endpoints.', numberText(mostEntries)));
  }
  const named = foldersSchema.safeParse(folders).data ?? {};
  if (Object.keys(named).length > mostFolders) {
    return whole(l10n.t('The file lists more than {0} folders.', numberText(mostFolders)));
  }
  const read = endpoints.map((one, index) => readEntry(one, index));
  return {
    entries: read.filter((one) => 'url' in one),
    refused: read.filter((one) => 'reason' in one),
    folders: named,
    told: toldBy(file.data.static),
  };
}

function toldBy(value: unknown): WorkspaceFile['told'] {
  const { success, data } = staticSchema.safeParse(value);
  if (!success) return { problem: l10n.t('It is neither options nor a path.') };
  if (data === undefined) return undefined;
  return typeof data === 'string' ? { path: data } : { options: JSON.stringify(data) };
}

/** The refusal of the static configuration that a file tells. */
export function refusedStatic(reason: string): RefusedEntry {
  return {
    kind: 'proxy',
    name: 'static',
    reason: l10n.t('The static configuration in “static” is not used. {0}', reason),
    canonical: JSON.stringify({ static: reason }),
  };
}

/**
 * The refusal of a folder that a file names: it is not in the folder of the file.
 *
 * @param path as the file has it
 */
export function refusedFolder(path: string): RefusedEntry {
  const name = plainText(path, longestName);
  return {
    kind: 'proxy',
    name,
    reason: l10n.t(
      '“{0}” in “folders” leads out of this folder. Name a folder inside it, such as “deploy/staging”.',
      plainText(path, 60),
    ),
    canonical: JSON.stringify({ folders: path }),
  };
}

const fileSchema = z.looseObject({
  endpoints: z.optional(z.array(z.unknown())),
  folders: z.optional(z.unknown()),
  static: z.optional(z.unknown()),
});
/** A path with a scheme or a drive is no path of the folder. */
const staticSchema = z.optional(
  z.union([
    z.string().check(z.minLength(1), z.maxLength(1_000), z.regex(/^(?![a-z][\w+.-]*:)/i)),
    z.record(z.string(), z.unknown()),
  ]),
);
const foldersSchema = z.record(z.string().check(z.maxLength(1_000)), z.string().check(z.maxLength(longestName)));

const entrySchema = z.strictObject({
  kind: z.enum(endpointKinds),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestName)),
  url: z.string().check(z.maxLength(2_000)),
  host: z.optional(hostValue),
  tls: z.optional(
    z.strictObject({
      authority: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
      fingerprint: z.optional(fingerprint),
    }),
  ),
  accessLogs: z.optional(
    z.strictObject({
      endpoint: z.string().check(z.minLength(1), z.maxLength(longestName)),
      index: z.string().check(z.minLength(1), z.maxLength(1_000)),
    }),
  ),
});

function readEntry(raw: unknown, index: number): WorkspaceEntry | RefusedEntry {
  const canonical = canonicalJson(raw);
  const about = aboutSchema.safeParse(raw).data;
  const named = plainText(about?.name ?? '', longestName).trim();
  const name = named === '' ? l10n.t('Entry {0}', numberText(index + 1)) : named;
  const refused = (reason: string): RefusedEntry => ({ kind: about?.kind ?? 'proxy', name, reason, canonical });

  const foreign = foreignMember(raw);
  if (foreign !== undefined) {
    return refused(
      l10n.t(
        '“{0}” may not be in this file. It never holds credentials, headers, client certificates, or a way to skip verification: each person enters their own credentials.',
        plainText(foreign, 60),
      ),
    );
  }
  const parsed = entrySchema.safeParse(raw);
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
    return refused(
      at === '' ? l10n.t('The entry is not valid.') : l10n.t('“{0}” is missing or not valid.', plainText(at, 60)),
    );
  }
  const { kind, host, tls = {}, accessLogs } = parsed.data;
  const address = normalizeUrl(parsed.data.url, kind);
  if ('problem' in address) return refused(address.problem);
  if (address.credentials !== undefined) return refused(l10n.t('The URL contains a user name or password. Remove it.'));
  if (withoutTokens(address.url, secretMask) !== address.url) {
    return refused(l10n.t('The URL contains what looks like a key. Remove it.'));
  }
  if (tls.authority !== undefined && tls.fingerprint !== undefined) {
    return refused(l10n.t('Use either “authority” or “fingerprint”, not both.'));
  }
  return {
    kind,
    name,
    url: address.url,
    ...(host !== undefined && { host }),
    ...(tls.authority !== undefined && { authority: tls.authority }),
    ...(tls.fingerprint !== undefined && { fingerprint: tls.fingerprint }),
    ...(accessLogs !== undefined && { accessLogs }),
    canonical,
  };
}

const aboutSchema = z.object({
  name: z.catch(z.optional(z.string()), undefined),
  kind: z.catch(z.optional(z.enum(endpointKinds)), undefined),
});

const memberNames: ReadonlySet<string> = new Set(['kind', 'name', 'url', 'host', 'tls', 'accessLogs']);
const tlsMembers: ReadonlySet<string> = new Set(['authority', 'fingerprint']);

/** The first member that an entry may not have. */
function foreignMember(raw: unknown): string | undefined {
  const members = membersSchema.safeParse(raw).data ?? {};
  const tls = membersSchema.safeParse(tlsOf.safeParse(raw).data?.tls).data ?? {};
  return (
    Object.keys(members).find((key) => !memberNames.has(key)) ?? Object.keys(tls).find((key) => !tlsMembers.has(key))
  );
}

const membersSchema = z.record(z.string(), z.unknown());
const tlsOf = z.object({ tls: z.optional(z.unknown()) });

function jsonOf(text: string): { readonly value: unknown } | { readonly problem: string } {
  const errors: ParseError[] = [];
  try {
    const parsed: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
    const [first] = errors;
    // The parser takes a member `__proto__` for the prototype, so its members are missing from the text that the user
    // approves.
    if (first === undefined) return { value: JSON.parse(JSON.stringify(parsed ?? null)) };
    const line = text.slice(0, first.offset).split('\n').length;
    return {
      problem: l10n.t(
        'The file is not valid JSON (line {0}: {1}).',
        numberText(line),
        printParseErrorCode(first.error),
      ),
    };
  } catch {
    // Nested deeper than the stack.
    return { problem: l10n.t('The file is not valid JSON.') };
  }
}

/** JSON with sorted members. The value was parsed from JSON, and is not nested deeper than the stack. */
function canonicalJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_, part: unknown) => {
      const members = Array.isArray(part) ? undefined : membersSchema.safeParse(part).data;
      if (members === undefined) return part;
      return Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)));
    });
  } catch {
    return '';
  }
}
