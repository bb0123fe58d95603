import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { newestByKey } from '../../core/base/async/promiseByKey';
import { routeListText } from '../../core/proxy/documents/route/routeListPage';
import {
  type KeptRouteDocument,
  type KeptRouteList,
  keepRouteDocument,
  type RememberedRouteList,
  type RememberedRouteQuestion,
  readRouteDocuments,
  routeQuestionAt,
  urlWithoutSecrets,
} from '../../core/proxy/routing/rememberedQuestions';
import type { ClientRegistry } from '../shared/clientRegistry';
import { pathSegmentOf } from '../shared/documentUris';
import { routeScheme } from '../shared/ids';
import { registerPageFeatures } from '../shared/pageFeatures';
import { answerRoute, answerRouteList, type OpenRoute, type OpenRouteList } from './answerRoute';
import { routeLenses } from './routeLenses';

export type RouteDocuments = ReturnType<typeof openRouteDocuments>;

function forgotten(): string {
  const text = l10n.t(
    'This result is no longer available because the editor was closed. Run Find Router for URL… again.',
  );
  return `${text}\n`;
}

/** The question of a document: one request, or a list of URLs. */
type Shown = OpenRoute | OpenRouteList;

const questionOf = (shown: Shown): RememberedRouteQuestion | RememberedRouteList =>
  'list' in shown ? shown.list : shown.ask;

function openedAgain(document: KeptRouteDocument | KeptRouteList): Shown {
  if ('list' in document) return { list: document.list, isUrlCut: document.isUrlCut };
  const { ask, leftOut, isUrlCut } = document;
  return { ask, showsAll: false, lost: { leftOut, isUrlCut } };
}

/**
 * The question with its answer, or a text with the reason why there is none.
 *
 * @throws {RequestFailure} canceled, once the signal aborts
 */
async function answer(clients: ClientRegistry, asked: Shown, signal: AbortSignal): Promise<Shown | string> {
  if ('list' in asked) {
    const answered = await answerRouteList(clients, asked, signal);
    return typeof answered === 'string' ? answered : { ...asked, answered };
  }
  const answered = await answerRoute(clients, asked, signal);
  return typeof answered === 'string' ? answered : { ...asked, answered };
}

/**
 * The documents about the routers of requests, updated when their endpoint was read. A URI has an id and a title only,
 * because VS Code stores URIs and a question may contain a secret. The stored question, for a reload of the window, has
 * no secrets.
 *
 * @param changed fires when a file has changed
 */
export function openRouteDocuments(
  clients: ClientRegistry,
  state: Pick<vscode.Memento, 'get' | 'update'>,
  changed: vscode.EventEmitter<vscode.FileChangeEvent[]>,
) {
  const shown = new Map<string, Shown>();
  const kept = openKeptRoutes(state);
  const lensesChanged = new vscode.EventEmitter<void>();
  const at = (uri: vscode.Uri): Shown | undefined => shown.get(uri.authority);
  /** Documents that are answered again after their present answer, which may take longer than the next read. */
  const waiting = new Set<string>();
  /** The question of a document; undefined while the document shows another text. */
  const shownIn = (document: vscode.TextDocument): Shown | undefined => {
    const found = at(document.uri);
    return found?.answered?.page.text === document.getText() ? found : undefined;
  };
  const openAt = (argument: unknown): { readonly uri: vscode.Uri; readonly route: OpenRoute } | undefined => {
    const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
    const route = uri && at(uri);
    return uri === undefined || route === undefined || 'list' in route ? undefined : { uri, route };
  };
  /** The question of a document that a reloaded window shows again, or of a link in a list. */
  const restore = async (id: string): Promise<Shown | undefined> => {
    const document = kept.get(id) ?? (await linked(id));
    if (document === undefined) return undefined;
    const found = shown.get(id) ?? openedAgain(document);
    shown.set(id, found);
    return found;
  };
  const linked = async (id: string): Promise<KeptRouteDocument | undefined> => {
    const [, listId, place] = /^(.+)\.(\d+)$/.exec(id) ?? [];
    const found = listId === undefined ? undefined : shown.get(listId);
    if (found === undefined || !('list' in found) || Number(place) >= found.list.urls.length) return undefined;
    const ask = routeQuestionAt(found.list, Number(place));
    const document = { id, ask, leftOut: [], isUrlCut: false };
    await kept.put(document);
    return document;
  };
  const textOf = async (id: string, signal: AbortSignal): Promise<string> => {
    const asked = shown.get(id) ?? (await restore(id));
    if (asked === undefined) return forgotten();
    const found = await answer(clients, asked, signal);
    const now = shown.get(id);
    // A new answer follows if the question changed meanwhile.
    if (typeof found !== 'string' && now !== undefined && questionOf(now) === questionOf(asked)) {
      shown.set(id, 'list' in now || 'list' in found ? found : { ...now, answered: found.answered });
    }
    lensesChanged.fire();
    return typeof found === 'string' ? found : (found.answered?.page.text ?? '');
  };
  const files = openRouteFiles(textOf, changed);
  const put = (uri: vscode.Uri, route: Shown): void => {
    shown.set(uri.authority, route);
    files.change(uri);
  };
  const answerAgain = async (uri: vscode.Uri): Promise<void> => {
    const { authority: id } = uri;
    if (waiting.has(id)) return;
    waiting.add(id);
    await files.settled(uri);
    waiting.delete(id);
    if (shown.has(id)) files.change(uri);
  };
  const update = (isMeant: (endpointId: string) => boolean): void => {
    for (const { uri } of vscode.workspace.textDocuments) {
      const found = uri.scheme === routeScheme ? at(uri) : undefined;
      if (found !== undefined && isMeant(questionOf(found).endpointId)) void answerAgain(uri);
    }
  };
  const follow = async (endpointId: string): Promise<void> => {
    // Callers that share this read may not have its result yet.
    await (await clients.inventory(endpointId)).read().catch(() => undefined);
    update((id) => id === endpointId);
  };

  const subscriptions = vscode.Disposable.from(
    lensesChanged,
    files,
    registerPageFeatures({
      scheme: routeScheme,
      pageOf: (document) => shownIn(document)?.answered?.page,
      endpointOf: async ({ uri }) => {
        const found = at(uri);
        return found && questionOf(found).endpointId;
      },
    }),
    registerListedUrlLinks((document) => {
      const found = shownIn(document);
      return found !== undefined && 'list' in found ? found : undefined;
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: routeScheme },
      {
        onDidChangeCodeLenses: lensesChanged.event,
        async provideCodeLenses(document) {
          const route = shownIn(document);
          return route === undefined || 'list' in route ? [] : routeLenses(document.uri, route);
        },
      },
    ),
    clients.onDidRead((endpointId) => void follow(endpointId)),
    // One that was not read since it was edited is answered when it is: an answer never reads it unasked.
    clients.onDidChange((ids) => update((id) => ids.includes(id) && !isUnread(clients, id))),
  );

  const show = async (id: string, asked: Shown, title: string): Promise<void> => {
    shown.set(id, asked);
    const document = await vscode.workspace.openTextDocument(routeUri(id, title));
    await vscode.window.showTextDocument(document, { preview: true });
  };

  return {
    /** @param notes sentences about parts of the typed request that were not read */
    async open(ask: RememberedRouteQuestion, notes: readonly string[]): Promise<void> {
      const id = randomUUID();
      await kept.put({ id, ask, leftOut: [], isUrlCut: false });
      // Assumptions may change, so the title has only the URL.
      await show(id, { ask, showsAll: false, notes }, urlWithoutSecrets(ask.url));
    },
    /** Opens a document about a list of URLs. */
    async openList(list: RememberedRouteList, notes: readonly string[]): Promise<void> {
      const id = randomUUID();
      await kept.put({ id, list, isUrlCut: false });
      await show(id, { list, notes }, routeListText(list));
    },
    /** The question of a document: the one at the URI, or the active one. Undefined for a list. */
    openAt,
    /** Changes the question of a document. */
    async change(uri: vscode.Uri, ask: RememberedRouteQuestion): Promise<void> {
      const route = at(uri);
      if (route === undefined || 'list' in route) return;
      put(uri, { ...route, ask });
      const { leftOut = [], isUrlCut = false } = route.lost ?? {};
      await kept.put({ id: uri.authority, ask, leftOut, isUrlCut });
    },
    /** Shows the complete lists of a document. */
    showAll(argument: unknown): void {
      const found = openAt(argument);
      if (found !== undefined) put(found.uri, { ...found.route, showsAll: true });
    },
    stat: files.stat,
    readFile: files.readFile,
    /** Drops the state of a document that no editor shows any more. */
    async forget(uri: vscode.Uri): Promise<void> {
      shown.delete(uri.authority);
      files.forget(uri);
      await kept.forget(uri.authority);
    },
    dispose(): void {
      shown.clear();
      subscriptions.dispose();
    },
  };
}

const key = 'routing/open';

/** The questions of open documents, without secrets, in the state of the workspace: they survive a reload. */
function openKeptRoutes(state: Pick<vscode.Memento, 'get' | 'update'>) {
  const read = () => readRouteDocuments(state.get(key));
  return {
    get: (id: string): KeptRouteDocument | KeptRouteList | undefined => read().find((one) => one.id === id),
    async put(document: KeptRouteDocument | KeptRouteList): Promise<void> {
      await state.update(key, keepRouteDocument(read(), document));
    },
    async forget(id: string): Promise<void> {
      const kept = read();
      const others = kept.filter((one) => one.id !== id);
      if (others.length < kept.length) await state.update(key, others.length === 0 ? undefined : others);
    },
  };
}

/** The URI of a document about a route. The folder gives the document its language. */
function routeUri(id: string, title: string): vscode.Uri {
  const path = `/Proxy Scout/routes/${pathSegmentOf(title)}`;
  return vscode.Uri.from({ scheme: routeScheme, authority: id, path });
}

/**
 * Links each URL of a list to a document about it alone, `<list>.<place>`.
 *
 * @param listIn the list of a document; undefined if it shows another text
 */
function registerListedUrlLinks(
  listIn: (document: vscode.TextDocument) => OpenRouteList | undefined,
): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(
    { scheme: routeScheme },
    {
      provideDocumentLinks(document) {
        const { list, answered } = listIn(document) ?? {};
        if (list === undefined || answered === undefined) return [];
        return answered.page.urls.map(({ line, start, end, at }) => {
          const target = routeUri(`${document.uri.authority}.${at}`, urlWithoutSecrets(list.urls[at] ?? ''));
          const link = new vscode.DocumentLink(new vscode.Range(line, start, line, end), target);
          link.tooltip = l10n.t('Open Result');
          return link;
        });
      },
    },
  );
}

/**
 * Documents as files, because after a reload of the window VS Code opens files again, but not other documents. Their
 * text is made when VS Code reads them.
 *
 * @param textOf makes the text of a document, by the authority of its URI; its signal aborts once no caller wants the
 * text
 * @param changed fires when a file has changed
 */
function openRouteFiles(
  textOf: (id: string, signal: AbortSignal) => Promise<string>,
  changed: Pick<vscode.EventEmitter<vscode.FileChangeEvent[]>, 'fire'>,
) {
  let last = 0;
  const files = newestByKey(async (id, signal) => {
    // In milliseconds. VS Code considers a file unchanged if it is not younger.
    last = Math.max(Date.now(), last + 1);
    const mtime = last;
    // The manifest sets the encoding for the language of the documents, whatever the user has set for files.
    return { mtime, bytes: new TextEncoder().encode(await textOf(id, signal)) };
  });
  return {
    async stat({ authority }: vscode.Uri): Promise<vscode.FileStat> {
      const { mtime, bytes } = await files.get(authority);
      const { length: size } = bytes;
      return { type: vscode.FileType.File, ctime: 0, mtime, size, permissions: vscode.FilePermission.Readonly };
    },
    readFile: async ({ authority }: vscode.Uri): Promise<Uint8Array> => (await files.get(authority)).bytes,
    /** Makes the text of a document again, because its question has changed. A text in the making is abandoned. */
    change(uri: vscode.Uri): void {
      files.make(uri.authority);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    /** Resolves as soon as no text of the document is in the making. */
    settled: ({ authority }: vscode.Uri): Promise<void> => files.settled(authority),
    forget: ({ authority }: vscode.Uri): void => files.forget(authority),
    dispose: (): void => files.clear(),
  };
}

function isUnread({ sessions }: Pick<ClientRegistry, 'sessions'>, endpointId: string): boolean {
  const session = sessions.get(endpointId);
  return session !== undefined && session.inventory.latest === undefined;
}
