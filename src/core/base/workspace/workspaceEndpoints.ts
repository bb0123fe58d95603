import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { openListeners } from '../async/listeners';
import { authSchema, type Endpoint, type EndpointAuth, endpointSchema, recordVersion } from '../endpoints/endpoint';
import type { RefusedEndpoint, StoredEndpoint, UnapprovedEndpoint } from '../endpoints/endpointRecord';
import type { SecretStorageLike } from '../endpoints/endpointSecrets';
import type { EndpointMemento } from '../endpoints/learnedFacts';
import { replaceFile } from '../files/replaceFile';
import { jsonOrNothing } from '../json/parse';
import { workspaceFilePath } from './filePlace';
import { type FolderStatic, folderStaticOf, readFolderStatic } from './folderStatic';
import { folderInside, readInside, withSeparator } from './readInside';
import {
  mostBytesOfWorkspaceFile,
  type RefusedEntry,
  readWorkspaceFile,
  refusedFolder,
  refusedStatic,
  type WorkspaceEntry,
} from './workspaceFile';

/** A folder of a trusted workspace, on the computer where this runs. */
export interface WorkspaceFolderPlace {
  /** Its URI. */
  readonly id: string;
  /** An absolute path. */
  readonly path: string;
}

export type WorkspaceEndpoints = ReturnType<typeof openWorkspaceEndpoints>;

interface WorkspaceStorage {
  /** The current folders; none in a workspace that is not trusted. */
  readonly folders: () => readonly WorkspaceFolderPlace[];
  readonly memento: EndpointMemento;
  readonly secrets: Pick<SecretStorageLike, 'keys' | 'get' | 'store' | 'delete'>;
  /** A folder outside of any workspace, with copies of the authorities as the user approved them. */
  readonly authorities: string;
}

const approvedKey = 'workspace/approved';
const secretPrefix = 'workspace/';
const mostAuthorityBytes = 2 ** 18;
const mostApproved = 1_000;

const approvedSchema = z.array(z.uuid());

/** The row of an entry until the user approves it, and the entry that it is made from. */
interface Listed {
  readonly shown: UnapprovedEndpoint | RefusedEndpoint;
  /** Absent if it is refused. */
  readonly entry?: WorkspaceEntry;
  /** The content of its authority's file. */
  readonly authority?: Buffer;
}

interface Readings {
  readonly listed: ReadonlyMap<string, Listed>;
  /** The absolute paths of folders, and the id of the proxy that each is for. */
  readonly bound: readonly { readonly folder: string; readonly id: string }[];
}

/**
 * The endpoints that the files of a workspace list. Each id is made from the folder and the whole entry, with the
 * content of its authority's file. So any change makes another endpoint of the entry: one that the user has not
 * approved, and that has no credentials. Reads no file before the first call.
 */
export function openWorkspaceEndpoints({ folders, memento, secrets, authorities }: WorkspaceStorage) {
  const changed = openListeners<readonly string[]>();
  let reading: Promise<Readings> | undefined;

  const approved = (): readonly string[] => approvedSchema.safeParse(memento.get(approvedKey)).data ?? [];
  const readAll = async (): Promise<Readings> => {
    const all = await Promise.all(folders().map(readFolder));
    const listed = new Map(all.flatMap((one) => one.listed).map((one) => [one.shown.hint.id, one]));
    return { listed, bound: all.flatMap((one) => one.bound) };
  };
  const readings = (): Promise<Readings> => {
    reading ??= readAll();
    return reading;
  };
  const listed = async (): Promise<ReadonlyMap<string, Listed>> => (await readings()).listed;
  const keptIds = async (): Promise<ReadonlySet<string>> => {
    const keys = (await secrets.keys()).filter((key) => key.startsWith(secretPrefix));
    return new Set([...approved(), ...keys.map((key) => key.slice(secretPrefix.length))]);
  };
  const authorityOf = (id: string): string => join(authorities, `${id}.pem`);

  const endpointOf = async (one: Listed): Promise<Endpoint | undefined> => {
    const { entry } = one;
    const { hint } = one.shown;
    if (entry === undefined || !approved().includes(hint.id)) return undefined;
    const kept = authSchema.safeParse(jsonOrNothing((await secrets.get(secretPrefix + hint.id)) ?? ''));
    const trust =
      entry.fingerprint !== undefined
        ? ({ type: 'pin', fingerprint: entry.fingerprint } as const)
        : one.authority !== undefined
          ? ({ type: 'file', path: authorityOf(hint.id) } as const)
          : undefined;
    return endpointSchema.parse({
      version: recordVersion,
      id: hint.id,
      kind: entry.kind,
      name: entry.name,
      url: entry.url,
      auth: kept.data ?? { type: 'none' },
      headers: {},
      ...(trust !== undefined && { tls: { trust } }),
      ...(entry.host !== undefined && { host: entry.host }),
      order: hint.order,
    } satisfies Endpoint);
  };

  return {
    /** All endpoints, in the order of the files. Requests nothing, and reads nothing outside of the folders. */
    async list(): Promise<readonly StoredEndpoint[]> {
      return Promise.all(
        [...(await listed()).values()].map(async (one): Promise<StoredEndpoint> => {
          const endpoint = await endpointOf(one);
          const { hint, workspace } = one.shown;
          return endpoint === undefined ? one.shown : { state: 'ready', hint, endpoint, workspace };
        }),
      );
    },
    /** An approved endpoint with its own credentials. */
    async get(id: string): Promise<Endpoint | undefined> {
      const one = (await listed()).get(id);
      return one && endpointOf(one);
    },
    /** Whether a file lists an endpoint with this id now. */
    has: async (id: string): Promise<boolean> => (await listed()).has(id),
    /** Allows requests to it. @returns false if no file lists it in this form any more */
    async approve(id: string): Promise<boolean> {
      // Reads the files again: they may have changed since the row was shown.
      reading = undefined;
      const one = (await listed()).get(id);
      if (one?.entry === undefined) return false;
      if (one.authority !== undefined) {
        await mkdir(authorities, { recursive: true });
        await replaceFile(authorityOf(id), one.authority, 0o600);
      }
      await memento.update(approvedKey, [id, ...approved().filter((other) => other !== id)].slice(0, mostApproved));
      changed.fire([id]);
      return true;
    },
    /** Keeps its credentials. Does nothing if it is not approved. */
    async changeAuth(id: string, auth: EndpointAuth): Promise<Endpoint | undefined> {
      const one = (await listed()).get(id);
      if (one === undefined || (await endpointOf(one)) === undefined) return undefined;
      await secrets.store(secretPrefix + id, JSON.stringify(authSchema.parse(auth)));
      changed.fire([id]);
      return endpointOf(one);
    },
    /** The number of endpoints of any workspace that are approved or have credentials. */
    kept: async (): Promise<number> => (await keptIds()).size,
    /** Revokes approvals and deletes credentials: of these endpoints, or of every workspace. */
    async forget(which: readonly string[] | 'all'): Promise<void> {
      const ids = which === 'all' ? [...(await keptIds())] : which;
      await memento.update(
        approvedKey,
        approved().filter((id) => !ids.includes(id)),
      );
      for (const id of ids) await secrets.delete(secretPrefix + id);
      if (which === 'all') await rm(authorities, { recursive: true, force: true });
      else for (const id of ids) await rm(authorityOf(id), { force: true });
      if (ids.length > 0) changed.fire(ids);
    },
    /** The id of the proxy for a file, by its path: the deepest of the folders that the workspace's file names. */
    async boundTo(path: string): Promise<string | undefined> {
      const { bound } = await readings();
      const place = resolve(path);
      const around = bound.filter(({ folder }) => place.startsWith(withSeparator(folder)));
      return around.sort((one, other) => other.folder.length - one.folder.length)[0]?.id;
    },
    /** The static configuration of the proxy of a folder as its file tells it now, by the folder's URI. */
    async staticOf(folderId: string): Promise<FolderStatic | undefined> {
      const folder = folders().find(({ id }) => id === folderId);
      const told = folder && (await readFolderStatic(folder.path));
      // The view says why one cannot be used.
      return told === undefined || 'problem' in told ? undefined : told;
    },
    /** Reads the files again. */
    async reload(): Promise<void> {
      const before = reading === undefined ? new Map<string, Listed>() : (await reading).listed;
      reading = undefined;
      const ids = [...new Set([...before.keys(), ...(await listed()).keys()])];
      // What the files tell of their folders may have changed alone.
      changed.fire(ids);
    },
    /** Fires with the ids of endpoints that were changed, added, or removed; none if only the files changed. */
    onDidChange: changed.event,
  };
}

async function readFolder(
  folder: WorkspaceFolderPlace,
): Promise<{ readonly listed: readonly Listed[]; readonly bound: Readings['bound'] }> {
  const read = await readInside(folder.path, workspaceFilePath, mostBytesOfWorkspaceFile);
  if (read === 'missing') return { listed: [], bound: [] };
  const workspace = { file: join(folder.path, workspaceFilePath) };
  const refused = ({ kind, name, reason, canonical }: RefusedEntry): Listed => ({
    shown: {
      state: 'refused',
      hint: { id: idOf(folder, canonical, `refused ${name} ${reason}`), kind, name, order: 0 },
      workspace,
      reason,
    },
  });
  if ('problem' in read) {
    const whole = refused({ kind: 'proxy', name: workspaceFilePath, reason: read.problem, canonical: '' });
    return { listed: [whole], bound: [] };
  }
  const file = readWorkspaceFile(read.bytes.toString('utf8'));
  const listed: Listed[] = [];
  for (const entry of file.entries) {
    const { kind, name, url, host, authority, fingerprint, accessLogs, canonical } = entry;
    const pem = authority === undefined ? undefined : await readInside(folder.path, authority, mostAuthorityBytes);
    if (pem === 'missing' || (pem !== undefined && 'problem' in pem)) {
      const reason = pem === 'missing' ? l10n.t('“{0}” does not exist.', authority ?? '') : pem.problem;
      listed.push(refused({ ...entry, reason }));
      continue;
    }
    const verifiedBy = authority ?? fingerprint;
    listed.push({
      shown: {
        state: 'unapproved',
        hint: { id: idOf(folder, canonical, pem?.bytes), kind, name, order: 0 },
        workspace: { ...workspace, ...(accessLogs !== undefined && { accessLogs }) },
        url,
        ...(host !== undefined && { host }),
        ...(verifiedBy !== undefined && { verifiedBy }),
      },
      entry,
      ...(pem !== undefined && { authority: pem.bytes }),
    });
  }
  const told = await folderStaticOf(folder.path, file);
  if (told !== undefined && 'problem' in told) listed.push(refused(refusedStatic(told.problem)));
  const bound: { readonly folder: string; readonly id: string }[] = [];
  for (const [path, name] of Object.entries(file.folders)) {
    const place = await folderInside(folder.path, path);
    const proxy = listed.find(({ entry }) => entry?.kind === 'proxy' && entry.name === name);
    if (place === undefined) listed.push(refused(refusedFolder(path)));
    else if (proxy !== undefined) bound.push({ folder: place, id: proxy.shown.hint.id });
  }
  return { listed: [...listed, ...file.refused.map(refused)], bound };
}

/** A UUID (RFC 9562, version 8) of the folder and the whole entry. */
function idOf({ id }: WorkspaceFolderPlace, canonical: string, more: string | Uint8Array = ''): string {
  const part = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
  const hex = part([id, canonical, more].map(part).join(' '));
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
