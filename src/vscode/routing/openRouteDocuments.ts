import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { routeListText } from '../../core/proxy/documents/route/routeListPage';
import {
  type KeptRouteDocument,
  type KeptRouteList,
  type RememberedRouteList,
  type RememberedRouteQuestion,
  routeQuestionAt,
  urlWithoutSecrets,
} from '../../core/proxy/routing/rememberedQuestions';
import type { ClientRegistry } from '../shared/clientRegistry';
import { routeScheme } from '../shared/ids';
import { registerPageFeatures } from '../shared/pageFeatures';
import type { OpenRoute } from './answerRoute';
import type { OpenRouteList } from './answerRouteList';
import { openKeptRoutes } from './keptRoutes';
import { openRouteFiles, type RouteFiles } from './routeFiles';
import { registerListedUrlLinks, routeUri } from './routeListLinks';

/** The documents about the routers of requests. */
export interface RouteDocuments extends vscode.Disposable {
  /** @param notes sentences about parts of the typed request that were not read */
  open(ask: RememberedRouteQuestion, notes: readonly string[]): Promise<void>;
  /** Opens a document about a list of URLs. */
  openList(list: RememberedRouteList, notes: readonly string[]): Promise<void>;
  /** The question of a document: the one at the URI, or the active one. Undefined for a list. */
  openAt(argument: unknown): { readonly uri: vscode.Uri; readonly route: OpenRoute } | undefined;
  /** Changes the question of a document. */
  change(uri: vscode.Uri, ask: RememberedRouteQuestion): Promise<void>;
  /** Shows the complete lists of a document. */
  showAll(argument: unknown): void;
  readonly files: Pick<RouteFiles, 'stat' | 'readFile'>;
  /** Drops the state of a document that no editor shows any more. */
  forget(uri: vscode.Uri): Promise<void>;
}

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
    const { answerRouteList } = await import('./answerRouteList');
    const answered = await answerRouteList(clients, asked, signal);
    return typeof answered === 'string' ? answered : { ...asked, answered };
  }
  const { answerRoute } = await import('./answerRoute');
  const answered = await answerRoute(clients, asked, signal);
  return typeof answered === 'string' ? answered : { ...asked, answered };
}

/**
 * Makes the answers, and updates them when their endpoint was read. A URI has an id and a title only, because VS Code
 * stores URIs and a question may contain a secret. The stored question, for a reload of the window, has no secrets.
 *
 * @param changed fires when a file has changed
 */
export function openRouteDocuments(
  clients: ClientRegistry,
  state: Pick<vscode.Memento, 'get' | 'update'>,
  changed: vscode.EventEmitter<vscode.FileChangeEvent[]>,
): RouteDocuments {
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
  const openAt: RouteDocuments['openAt'] = (argument) => {
    const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
    const route = uri && at(uri);
    return uri === undefined || route === undefined || 'list' in route ? undefined : { uri, route };
  };
  /** The question of a document that a reloaded window shows again, or of a link in a list. */
  const restore = async (id: string): Promise<Shown | undefined> => {
    const document = (await kept.get(id)) ?? (await linked(id));
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
          if (route === undefined || 'list' in route) return [];
          const { routeLenses } = await import('./routeLenses');
          return routeLenses(document.uri, route);
        },
      },
    ),
    clients.onDidRead((endpointId) => void follow(endpointId)),
    clients.onDidChange((ids) => update((id) => ids.includes(id))),
  );

  const show = async (id: string, asked: Shown, title: string): Promise<void> => {
    shown.set(id, asked);
    const document = await vscode.workspace.openTextDocument(routeUri(id, title));
    await vscode.window.showTextDocument(document, { preview: true });
  };

  return {
    async open(ask, notes) {
      const id = randomUUID();
      await kept.put({ id, ask, leftOut: [], isUrlCut: false });
      // Assumptions may change, so the title has only the URL.
      await show(id, { ask, showsAll: false, notes }, urlWithoutSecrets(ask.url));
    },
    async openList(list, notes) {
      const id = randomUUID();
      await kept.put({ id, list, isUrlCut: false });
      await show(id, { list, notes }, routeListText(list));
    },
    openAt,
    async change(uri, ask) {
      const route = at(uri);
      if (route === undefined || 'list' in route) return;
      put(uri, { ...route, ask });
      const { leftOut = [], isUrlCut = false } = route.lost ?? {};
      await kept.put({ id: uri.authority, ask, leftOut, isUrlCut });
    },
    showAll(argument) {
      const found = openAt(argument);
      if (found !== undefined) put(found.uri, { ...found.route, showsAll: true });
    },
    files,
    async forget(uri) {
      shown.delete(uri.authority);
      files.forget(uri);
      await kept.forget(uri.authority);
    },
    dispose() {
      shown.clear();
      subscriptions.dispose();
    },
  };
}
