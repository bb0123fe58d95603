import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RouteAnswerPage } from '../../core/proxy/documents/route/routeAnswerPage';
import type { Inventory, InventoryGroup } from '../../core/proxy/model/inventory';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';
import type { RouteQuestion } from '../../core/proxy/routing/routeAnswer';
import type { ClientRegistry } from '../shared/clientRegistry';
import { pathSegmentOf } from '../shared/documentUris';
import { Commands, ROUTE_SCHEME } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { onceEditorsClosed } from '../shared/onceEditorsClosed';
import { registerPageFeatures } from '../shared/pageFeatures';

/** A question about an endpoint's routers, and its origin. */
export interface AskedRoute {
  readonly question: RouteQuestion;
  /** The answers, which are the defaults when the request is edited. */
  readonly ask: RememberedRouteQuestion;
  /** Sentences about what differs from what was typed. */
  readonly notes: readonly string[];
}

/** The documents about which router gets a request. */
export interface RouteDocuments extends vscode.Disposable {
  open(asked: AskedRoute): Promise<void>;
  /** The question of a document: the one at the address, or the active one. */
  askedIn(argument: unknown): AskedRoute | undefined;
  /** Shows the complete lists of a document. */
  showAll(argument: unknown): void;
}

function forgotten(): string {
  const text = l10n.t(
    'This result is no longer available because the editor was closed. Run Find Router for URL… again.',
  );
  return `${text}\n`;
}

function routersOf({ groups }: Inventory, { kind }: RouteQuestion): InventoryGroup<unknown> | undefined {
  return groups[kind].routers;
}

/** The state of an open document. */
interface Shown extends AskedRoute {
  showsAll: boolean;
  /** What the last answer was based on. */
  inventory?: Inventory;
  page?: RouteAnswerPage;
}

/**
 * Serves the answers, and updates them when their endpoint was read. Questions stay in memory: VS Code stores the addresses
 * of documents, and a header may contain a secret.
 */
export function registerRouteDocuments(clients: ClientRegistry): RouteDocuments {
  const shown = new Map<string, Shown>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const lensesChanged = new vscode.EventEmitter<void>();
  const at = (uri: vscode.Uri): Shown | undefined => shown.get(uri.query);
  const uriOf = (argument: unknown): vscode.Uri | undefined =>
    argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  const pageOf = (document: vscode.TextDocument): RouteAnswerPage | undefined => {
    const page = at(document.uri)?.page;
    return page?.text === document.getText() ? page : undefined;
  };

  const answer = async (one: Shown): Promise<string> => {
    const { routeAnswerPageSteps, runStepsInSlices, isRequestFailure, endlessTimeSlicer, readingStateOf, routeSteps } =
      await loadCore();
    const { endpointId } = one.ask;
    const endpointName = (await (await clients.store()).get(endpointId))?.name ?? l10n.t('Unknown endpoint');
    const show = async (inventory: Inventory, failure: unknown): Promise<string> => {
      const found = await runStepsInSlices(routeSteps(inventory, one.question), endlessTimeSlicer());
      const page = routeAnswerPageSteps(found, {
        inventory,
        endpointName,
        reading: readingStateOf(
          isRequestFailure(failure) ? failure.failure : undefined,
          routersOf(inventory, one.question),
        ),
        asked: one.notes,
        showsAll: one.showsAll,
      });
      one.page = await runStepsInSlices(page, endlessTimeSlicer());
      one.inventory = inventory;
      lensesChanged.fire();
      return one.page.text;
    };
    try {
      const shared = await clients.inventory(endpointId);
      return await show(shared.latest ?? (await shared.read()), shared.failure);
    } catch (error) {
      if (!isRequestFailure(error)) throw error;
      if (one.inventory !== undefined) return await show(one.inventory, error);
      return `${error.failure.sentence} ${error.failure.nextStep}\n`;
    }
  };

  const follow = async (endpointId: string): Promise<void> => {
    // The reading may not have reached everyone who shares it.
    await (await clients.inventory(endpointId)).read().catch(() => undefined);
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === ROUTE_SCHEME && at(uri)?.ask.endpointId === endpointId) changed.fire(uri);
    }
  };

  const subscriptions = vscode.Disposable.from(
    changed,
    lensesChanged,
    vscode.workspace.registerTextDocumentContentProvider(ROUTE_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const one = at(uri);
        return one === undefined ? forgotten() : answer(one);
      },
    }),
    registerPageFeatures({
      scheme: ROUTE_SCHEME,
      pageOf,
      endpointOf: async ({ uri }) => at(uri)?.ask.endpointId,
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: ROUTE_SCHEME },
      {
        onDidChangeCodeLenses: lensesChanged.event,
        provideCodeLenses(document) {
          const one = at(document.uri);
          const page = pageOf(document);
          if (one === undefined || page === undefined) return [];
          const { cutAt, first } = page;
          const lens = (line: number, title: string, command: string, argument: unknown): vscode.CodeLens =>
            new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command, arguments: [argument] });
          return [
            // Not above the first line: an editor that is already open would have to be scrolled up to see it.
            lens(1, `$(edit) ${l10n.t('Edit Request…')}`, Commands.askRouteAgain, document.uri),
            ...(first === undefined
              ? []
              : [
                  lens(first.line, `$(list-tree) ${l10n.t('Reveal in Tree')}`, Commands.revealInTree, {
                    endpointId: one.ask.endpointId,
                    ...first.to,
                  }),
                ]),
            ...(cutAt === undefined
              ? []
              : [lens(cutAt, `$(list-flat) ${l10n.t('Show All Routers')}`, Commands.showAllRouters, document.uri)]),
          ];
        },
      },
    ),
    clients.onDidRead((endpointId) => void follow(endpointId)),
    onceEditorsClosed(ROUTE_SCHEME, ({ query }) => shown.delete(query)),
  );

  return {
    async open(asked) {
      const { routeQuestionText } = await loadCore();
      const query = randomUUID();
      // The folder gives the document its language.
      const path = `/Proxy Scout/routes/${pathSegmentOf(routeQuestionText(asked.question))}`;
      shown.set(query, { ...asked, showsAll: false });
      const uri = vscode.Uri.from({ scheme: ROUTE_SCHEME, path, query });
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: true });
    },
    askedIn(argument) {
      const uri = uriOf(argument);
      return uri && at(uri);
    },
    showAll(argument) {
      const uri = uriOf(argument);
      const one = uri && at(uri);
      if (uri === undefined || one === undefined) return;
      one.showsAll = true;
      changed.fire(uri);
    },
    dispose() {
      shown.clear();
      subscriptions.dispose();
    },
  };
}
