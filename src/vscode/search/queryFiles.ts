import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { sweepParts } from '../../core/base/files/replaceFile';
import { type QueryRecord, queryRecordText, readQueryRecord } from '../../core/search/saved/queryRecord';
import { numberText } from '../../l10n/numbers';
import { longestBody } from '../../protocol/question';
import { pathSegmentOf } from '../shared/documentUris';
import { diskWords, writeWhole } from '../shared/files';
import { queryScheme } from '../shared/ids';
import { shownQueries } from './shownQueries';

export interface QueryTarget {
  readonly endpointId: string;
  readonly index: string;
}

/** The most bodies that are stored. Older ones are deleted first, unless an editor shows them. */
const mostKept = 200;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Handwritten bodies as files that VS Code's editors open and save. The extension's own storage has a file for each
 * saved body; VS Code itself keeps unsaved text, as for any file. A URI has a random id and a readable name only.
 *
 * @param folder created when it is needed
 * @param isShown whether an editor of this window shows the file
 */
export function openQueryFiles(folder: vscode.Uri, isShown: (uri: vscode.Uri) => boolean) {
  const { fs } = vscode.workspace;
  /** Writes follow each other, so that a record is read, changed and written as one step. */
  let writing: Promise<unknown> = Promise.resolve();
  let isSwept = false;

  const placeOf = (uri: vscode.Uri): vscode.Uri => {
    if (uri.scheme !== queryScheme || !uuid.test(uri.authority)) throw vscode.FileSystemError.FileNotFound(uri);
    return vscode.Uri.joinPath(folder, `${uri.authority}.json`);
  };
  const record = async (uri: vscode.Uri): Promise<QueryRecord | undefined> => {
    const bytes = await readOrNothing(placeOf(uri));
    return bytes && readQueryRecord(new TextDecoder().decode(bytes));
  };
  const change = (
    uri: vscode.Uri,
    to: (present: QueryRecord | undefined, now: number) => QueryRecord,
  ): Promise<unknown> => {
    const write = async (): Promise<void> => {
      const present = await record(uri);
      // VS Code considers a file unchanged if it is not younger.
      const now = Math.max(Date.now(), (present?.written ?? 0) + 1);
      await fs.createDirectory(folder);
      await writeWhole(placeOf(uri), queryRecordText(to(present, now)), 0o600).catch(throwForEditor);
      if (!isSwept && folder.scheme === 'file') void sweepParts(folder.fsPath);
      isSwept = true;
    };
    writing = writing.then(write, write);
    return writing;
  };
  const addresses = async (): Promise<readonly vscode.Uri[]> => {
    const names = (await fs.readDirectory(folder)).map(([name]) => name.replace(/\.json$/, ''));
    return names
      .filter((id) => uuid.test(id))
      .map((authority) => vscode.Uri.from({ scheme: queryScheme, authority, path: '/' }));
  };
  const forgetOldest = async (): Promise<void> => {
    const all = await addresses();
    if (all.length <= mostKept) return;
    const hidden = all.filter((uri) => !isShown(uri));
    const dated = await Promise.all(hidden.map(async (uri) => ({ uri, at: (await fs.stat(placeOf(uri))).mtime })));
    dated.sort((a, b) => a.at - b.at);
    for (const { uri } of dated.slice(0, all.length - mostKept)) await fs.delete(placeOf(uri));
  };

  return {
    /** The record at the URI; undefined if there is none, or if it cannot be read. */
    record,
    async make({
      endpointId,
      index,
      size,
      text,
    }: QueryTarget & { readonly size: number; readonly text: string }): Promise<vscode.Uri> {
      const uri = (copy: number): vscode.Uri => {
        const title = index.trim() === '' ? 'search' : pathSegmentOf(index);
        const path = `/${title}${copy === 1 ? '' : ` ${copy}`}.jsonc`;
        return vscode.Uri.from({ scheme: queryScheme, authority: randomUUID(), path });
      };
      const titles = new Set(shownQueries().map(({ path }) => path));
      let copy = 1;
      while (titles.has(uri(copy).path)) copy += 1;
      const made = uri(copy);
      await change(made, (_, now) => ({ version: 1, endpointId, index, size, text, made: now, written: now }));
      await forgetOldest();
      return made;
    },
    /** Sets the endpoint and index of the body. */
    async retarget(uri: vscode.Uri, { endpointId, index }: QueryTarget): Promise<void> {
      await change(uri, (present, now) => ({
        ...(present ?? { version: 1, size: 10, text: '', made: now, written: now }),
        endpointId,
        index,
      }));
    },

    /** Deletes the bodies for the endpoints that `isMeant` accepts, unless an editor shows them. */
    async forget(isMeant: (endpointId: string) => boolean): Promise<void> {
      await fs.createDirectory(folder);
      for (const uri of await addresses()) {
        const endpointId = isShown(uri) ? undefined : (await record(uri))?.endpointId;
        if (endpointId !== undefined && isMeant(endpointId)) await fs.delete(placeOf(uri));
      }
    },

    async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
      if (uri.path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      const present = await record(uri);
      if (present === undefined) throw vscode.FileSystemError.FileNotFound(uri);
      const { made, written, text } = present;
      return { type: vscode.FileType.File, ctime: made, mtime: written, size: Buffer.byteLength(text) };
    },
    async readFile(uri: vscode.Uri): Promise<Uint8Array> {
      const present = await record(uri);
      if (present === undefined) throw vscode.FileSystemError.FileNotFound(uri);
      return new TextEncoder().encode(present.text);
    },
    async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
      const text = new TextDecoder().decode(content);
      if (text.length > longestBody) {
        throw vscode.FileSystemError.NoPermissions(
          l10n.t('A request body can have at most {0} characters. Save it as a file instead.', numberText(longestBody)),
        );
      }
      await change(uri, (present, now) =>
        // If the record is lost, the user has to choose endpoint and index of the text again.
        ({ ...(present ?? { version: 1, index: '', size: 10, made: now }), text, written: now }),
      );
    },
  };

  async function readOrNothing(place: vscode.Uri): Promise<Uint8Array | undefined> {
    try {
      return await fs.readFile(place);
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
      throw error;
    }
  }
}

/** The error that the editor shows if it cannot save. */
function throwForEditor(error: unknown): never {
  throw new vscode.FileSystemError(diskWords(error) ?? (error instanceof Error ? error.message : ''));
}
