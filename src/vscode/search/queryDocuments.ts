import * as vscode from 'vscode';
import { once } from '../../core/base/async/once';
import type { FieldInfo } from '../../core/search/engine/fieldList';
import type { SearchQuestion } from '../../protocol/question';
import type { ClientRegistry } from '../shared/clientRegistry';
import { virtualFiles } from '../shared/documentUris';
import { queryScheme } from '../shared/ids';
import type { QueryTarget } from './queryFiles';
import { shownQueries } from './shownQueries';

interface WrittenQuery {
  readonly document: vscode.TextDocument;
  /** Undefined if the endpoint was removed, or the document's record is lost: the user has to select it again. */
  readonly endpointId: string | undefined;
  readonly question: SearchQuestion;
}

export type QueryDocuments = ReturnType<typeof registerQueryDocuments>;

/**
 * Handwritten request bodies, each in an editor of its own. They are stored in the extension's own storage until their
 * endpoint is removed.
 */
export function registerQueryDocuments(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  clients: Pick<ClientRegistry, 'store' | 'onDidChange'>,
  log: Pick<vscode.LogOutputChannel, 'error'>,
) {
  const folder = vscode.Uri.joinPath(globalStorageUri, 'queries');
  const isShown = ({ authority }: vscode.Uri): boolean => shownQueries().some((uri) => uri.authority === authority);
  /** Loaded when an editor or the user first opens a body. */
  const files = once(async () => (await import('./queryFiles')).openQueryFiles(folder, isShown));
  const retargeted = new vscode.EventEmitter<void>();
  // Only this window's editors write a file that they show.
  const provider = virtualFiles({
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    writeFile: async (uri, content) => (await files()).writeFile(uri, content),
    readDirectory: () => [],
    createDirectory: () => undefined,
  });
  const registration = vscode.workspace.registerFileSystemProvider(queryScheme, provider, { isCaseSensitive: true });

  const endpointOf = async (id: string | undefined) => {
    return id === undefined ? undefined : (await clients.store()).get(id);
  };
  const forgetRemoved = async (ids: readonly string[]): Promise<void> => {
    const listed = new Set((await (await clients.store()).list()).map(({ hint }) => hint.id));
    const removed = ids.filter((id) => !listed.has(id));
    if (removed.length > 0) await (await files()).forget((id) => removed.includes(id));
  };
  const subscription = clients.onDidChange((ids) => {
    forgetRemoved(ids).catch(() => log.error('Bodies for a removed endpoint cannot be deleted.'));
  });

  const findShown = async ({ endpointId, index }: QueryTarget, text: string): Promise<vscode.Uri | undefined> => {
    for (const uri of shownQueries()) {
      const record = await (await files()).record(uri);
      const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
      const isSame = withoutReturns(open?.getText() ?? record?.text ?? '') === withoutReturns(text);
      if (record?.endpointId === endpointId && record.index === index && isSame) return uri;
    }
    return undefined;
  };

  return {
    /**
     * Opens an editor with the body of a question: its own as it was written, or the one that its form makes. If an
     * editor shows exactly this body, focuses that one; an editor with edits stays unchanged.
     *
     * @param fields the facts about fields that `searchOf` needs
     * @param column the column of the search that the body is opened from
     */
    async open(
      endpointId: string,
      question: SearchQuestion,
      fields: readonly FieldInfo[],
      column: vscode.ViewColumn | undefined,
    ): Promise<void> {
      const { bodyToEdit } = await import('../../core/search/saved/queryRecord');
      const { index, size } = question;
      const text = bodyToEdit(question, new Date(), fields);
      const present = await findShown({ endpointId, index }, text);
      const uri = present ?? (await (await files()).make({ endpointId, index, size, text }));
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { viewColumn: columnFor(present, column), preview: false });
    },
    /** The search of a document; undefined for one that is not ours. */
    async read(document: vscode.TextDocument): Promise<WrittenQuery | undefined> {
      if (document.uri.scheme !== queryScheme) return undefined;
      const { questionOfBody } = await import('../../core/search/saved/queryRecord');
      const record = await (await files()).record(document.uri);
      const endpoint = await endpointOf(record?.endpointId);
      return {
        document,
        endpointId: endpoint?.id,
        question: questionOfBody({ index: record?.index ?? '', size: record?.size ?? 10 }, document.getText()),
      };
    },
    /** Sets the endpoint and index of a document's body. */
    async retarget({ uri }: vscode.TextDocument, target: QueryTarget): Promise<void> {
      await (await files()).retarget(uri, target);
      retargeted.fire();
    },
    /** Deletes all bodies that no editor shows. */
    forgetAll: async (): Promise<void> => (await files()).forget(() => true),
    /** Fires when a document's target changed. */
    onDidRetarget: retargeted.event,
    dispose(): void {
      registration.dispose();
      subscription.dispose();
      retargeted.dispose();
    },
  };
}

/**
 * The column where it is already open, or the one beside the search that it is opened from, so that both are visible.
 * Not `Beside` the active one: after a press in the page, another one may still be active.
 */
function columnFor(present: vscode.Uri | undefined, ofSearch: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const holds = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputText && input.uri.toString() === present?.toString();
  const group = present && vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(holds));
  if (group !== undefined) return group.viewColumn;
  return ofSearch === undefined ? vscode.ViewColumn.Beside : ofSearch + 1;
}

/** VS Code gives a document's lines one ending, whatever endings its text came with. */
function withoutReturns(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
