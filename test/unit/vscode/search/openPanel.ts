import type * as vscode from 'vscode';
import type { HttpResponse } from '../../../../src/core/base/http/httpClient';
import type { FieldInfo } from '../../../../src/core/search/engine/fieldList';
import type { SearchClient } from '../../../../src/core/search/engine/searchClient';
import { isBlank } from '../../../../src/core/search/page/questionForm';
import type { PageReply, PageRequest } from '../../../../src/core/search/page/requestsOfPage';
import type { MessageToPage, PageActionInputs, PageActionName } from '../../../../src/protocol/pageMessages';
import type { PageView } from '../../../../src/protocol/pageView';
import { emptyQuestion, type SearchQuestion } from '../../../../src/protocol/question';
import { patchedState } from '../../../../src/protocol/statePatch';
import type { Engine, Engines } from '../../../../src/vscode/search/engines';
import { columnCommands, hitCommands } from '../../../../src/vscode/search/hitActions';
import { openColumns, openHitComparison, openRememberedLayout } from '../../../../src/vscode/search/rememberedChoices';
import { searchActionCommands } from '../../../../src/vscode/search/searchActions';
import type { Searches } from '../../../../src/vscode/search/searches';
import type { PickedSearch } from '../../../../src/vscode/search/searchHistoryPick';
import { type NewSearchPanel, SearchPanel } from '../../../../src/vscode/search/searchPanel';
import type { SearchPanels } from '../../../../src/vscode/search/searchPanels';
import type { EphemeralText } from '../../../../src/vscode/shared/ephemeralText';
import { endpoint, json } from '../../core/search/fakeHttpClient';
import { trackCalls } from '../trackCalls';

export const question: SearchQuestion = {
  ...emptyQuestion,
  size: 10,
  index: 'logs',
  field: 'message',
  text: 'x',
  highlight: false,
};

type Asked = Parameters<SearchClient['search']>[0] & { readonly from: number; readonly size: number };

/** A search client whose answers a test gives; `asked` holds every search, oldest first. */
export function fakeSearchClient(answer: (asked: Asked) => HttpResponse | Promise<HttpResponse>) {
  const asked: Asked[] = [];
  const client: SearchClient = {
    endpoint: async () => endpoint,
    async search(request) {
      const { from = 0, size = 10 } = JSON.parse(request.body);
      const search = { ...request, from, size };
      asked.push(search);
      return { ...(await answer(search)), method: 'GET' };
    },
    request: async () => json({ error: 'no handler found' }, 400),
    engine: async () => ({ family: 'unknown', version: undefined }),
    suspectCache: () => false,
  };
  return { ...client, asked };
}

/** Answers each page of `total` hits: `{"_id":"0","_source":{"n":0}}` and so on. */
export function hitsUpTo(total: number): (asked: Asked) => HttpResponse {
  return ({ from, size }) => {
    const ids = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, at) => from + at);
    const hits = ids.map((id) => ({ _index: 'logs-1', _id: String(id), _source: { n: id, word: `w${id}` } }));
    return json({ took: 1, hits: { total: { value: total, relation: 'eq' }, hits } });
  };
}

/** A search client that answers only when told to, and rejects as soon as a request is canceled. */
export function slowSearchClient() {
  const waiting: ((answer: HttpResponse) => void)[] = [];
  const client = fakeSearchClient(
    ({ signal }) =>
      new Promise((resolve, reject) => {
        waiting.push(resolve);
        signal?.addEventListener('abort', () => reject(new Error('the socket was closed')));
      }),
  );
  return { client, answer: (at: number, answer: HttpResponse) => waiting[at]?.(answer) };
}

/** A Memento that tests share between panels and windows. */
export function fakeMemento() {
  const kept = new Map<string, unknown>();
  return {
    kept,
    get: (key: string) => kept.get(key),
    async update(key: string, value: unknown) {
      if (value === undefined) kept.delete(key);
      else kept.set(key, JSON.parse(JSON.stringify(value)));
    },
  };
}

export const fields: readonly FieldInfo[] = [
  { name: 'n', types: ['long'], isSearchable: true, isAggregatable: true },
  { name: 'word', types: ['keyword'], isSearchable: true, isAggregatable: true },
];

export interface Given {
  readonly restored?: NewSearchPanel['restored'];
  /** The place of the endpoint's last search. */
  readonly last?: Partial<SearchQuestion>;
  readonly fields?: readonly FieldInfo[];
  readonly state?: ReturnType<typeof fakeMemento>;
  readonly searches?: Partial<Pick<Searches, 'settings' | 'runCommand'>> & { readonly engines?: Pick<Engines, 'of'> };
  /** Whether the state of the page gets the replies: `told` is what the page hears of it. */
  readonly hasPage?: true;
  /** What is chosen from the history. */
  readonly chosen?: PickedSearch;
}

function catalogWith(fields: readonly FieldInfo[]): Engine['catalog'] {
  return {
    list: async () => ({ entries: [], isRefused: false }),
    onDidListNames: () => ({ dispose: () => undefined }),
    indices: async () => [],
    fields: async () => fields,
    details: async () => new Map(),
    forget() {},
  };
}

/** A panel whose page is the test: what it would show is in `heard`, and what commands do to it in `acted`, in order. */
export function openPanel(client: SearchClient | Error, given: Given = {}) {
  const heard: PageReply[] = [];
  const acted: unknown[][] = [];
  const told: MessageToPage[] = [];
  const logged: unknown[][] = [];
  const shown: EphemeralText[] = [];
  const compared: [string, string][] = [];
  const copied: string[] = [];
  const called: unknown[][] = [];
  const endpoints = [
    { id: endpoint.id, name: 'logs' },
    { id: 'other', name: 'archive' },
  ];
  let engine: Engine | Error = client instanceof Error ? client : { client, catalog: catalogWith(given.fields ?? []) };
  let hear: (message: unknown) => unknown = () => undefined;
  let disposed: () => unknown = () => undefined;
  let viewStateChanged: () => unknown = () => undefined;
  const panel = {
    webview: {
      postMessage: async (message: MessageToPage) => told.push(JSON.parse(JSON.stringify(message))) > 0,
      onDidReceiveMessage: (listener: typeof hear) => {
        hear = listener;
      },
    },
    title: '',
    active: true,
    viewColumn: 2,
    visible: true,
    onDidDispose: (listener: typeof disposed) => {
      disposed = listener;
    },
    onDidChangeViewState: (listener: typeof viewStateChanged) => {
      viewStateChanged = listener;
    },
    reveal: () => undefined,
  };
  const note =
    (name: string) =>
    async (...words: readonly unknown[]): Promise<undefined> =>
      void called.push([name, ...words]);
  const comparison = openHitComparison({
    compare: async ({ left, right }) => void compared.push([left?.name ?? '', right?.name ?? '']),
  });
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  const handlers = new Map<string, (argument: unknown) => unknown>();
  const runCommand = async (id: string, argument?: unknown): Promise<void> => void (await handlers.get(id)?.(argument));
  const engines = {
    of: async () => {
      if (engine instanceof Error) throw engine;
      return engine;
    },
  };
  const searches = {
    log: { warn: (...words: unknown[]) => logged.push(words), error: (...words: unknown[]) => logged.push(words) },
    columns: openColumns(given.state ?? fakeMemento()),
    endpoints: async () => endpoints,
    engines,
    logs: { engines: given.searches?.engines ?? engines, hitFieldsOf: async () => undefined },
    layout: openRememberedLayout(given.state ?? fakeMemento()),
    settings: async () => ({ prefetch: false, timeoutMs: 60_000, size: 25, highlight: true }),
    last: {
      begin: async (_: string, settings: { readonly size: number }) => ({
        ...emptyQuestion,
        size: settings.size,
        ...given.last,
      }),
      note: async (...words: unknown[]) => void called.push(['asked', ...words]),
    },
    comparison,
    runCommand,
    showBeside: async (text: EphemeralText) => void shown.push(text),
    isAttended: () => true,
    answered: { fire: (outcome: unknown) => void called.push(['outcome', outcome]) },
    ...given.searches,
  } as unknown as Searches;
  const search = new SearchPanel(
    panel as unknown as vscode.WebviewPanel,
    { id: 'panel', endpointId: endpoint.id, ...(given.restored !== undefined && { restored: given.restored }) },
    searches,
  );
  // Without a page, the replies to what a test asks for are heard, and not told.
  if (given.hasPage !== true) {
    search.model.receive = (message) => {
      heard.push(structuredClone(message));
      if (message.kind !== 'init') return;
      const { state } = search.model;
      const form = isBlank(state.form) ? (message.question ?? state.form) : state.form;
      search.model.state = { ...state, endpointId: message.endpointId, form };
    };
    search.model.act = (...done) => void acted.push(structuredClone(done));
  }
  const attempts = trackCalls(search.attempt.bind(search));
  search.attempt = attempts.call;
  /** Whether the panel has the focus: what the page wants is done all the same. */
  const panels = {
    searches,
    get active() {
      return panel.active ? search : undefined;
    },
    find: (id: string) => (id === search.id ? search : undefined),
    ask: (id: string, asked: SearchQuestion, { isNew }: { readonly isNew?: boolean }) =>
      note(isNew === true ? 'searchAnew' : 'ask')(id, asked),
  } as unknown as SearchPanels;
  const commands = {
    ...hitCommands(
      panels,
      (action, hit) => note(action)(hit),
      clipboard,
      async (title, choices) => {
        called.push([title, ...choices.map(([label]) => label)]);
        return choices.at(-1)?.[1];
      },
    ),
    ...columnCommands(panels),
    ...searchActionCommands(panels, {
      clipboard,
      editAsJson: note('editAsJson'),
      exportHits: note('exportHits'),
      saveSearch: note('save'),
      saveDocument: note('saveDocument'),
      chooseFromHistory: async () => given.chosen,
      search: note('search'),
      chooseFormat: async (choices) => choices[0]?.value,
    }),
  };
  for (const [id, handler] of Object.entries(commands)) handlers.set(id, handler);
  return {
    panel,
    search,
    /** Runs a command as VS Code does for its palette and context menus. */
    runCommand,
    heard,
    acted,
    told,
    logged,
    shown,
    compared,
    copied,
    called,
    endpoints,
    carriedOut: attempts.carriedOut,
    /** What the page asks for, without its state. */
    say: (message: unknown) => search.attempt(() => search.answer(message as PageRequest)),
    /** What stands in the form of the page. */
    fillIn(form: SearchQuestion) {
      search.model.state = { ...search.model.state, form };
    },
    /** What the webview sends. */
    hear: (message: unknown) => hear(message),
    dispose: () => disposed(),
    show(isVisible: boolean) {
      panel.visible = isVisible;
      viewStateChanged();
    },
    /** The endpoint is reached in another way from now on. */
    reachBy(next: SearchClient) {
      engine = { client: next, catalog: catalogWith([]) };
    },
  };
}

/** A panel whose page is the test: it does what a user does, and knows what it was told. */
export function openPanelWithPage(client: SearchClient, given: Given = {}) {
  const opened = openPanel(client, { ...given, hasPage: true });
  let nth = 0;
  /** What the page knows after all that it was told, from the last time on that it was told everything. */
  const view = (): PageView => {
    const from = opened.told.findLastIndex(({ isWhole }) => isWhole === true);
    return opened.told
      .slice(from)
      .reduce<PageView>((known, { changed }: MessageToPage) => patchedState(known, changed), {} as PageView);
  };
  const act = async <Name extends PageActionName>(name: Name, about?: PageActionInputs[Name]): Promise<void> => {
    nth++;
    opened.hear({ kind: 'act', nth, name, about });
    await opened.carriedOut();
  };
  const ready = async (): Promise<void> => {
    nth = 0;
    opened.hear({ kind: 'ready', zone: 'UTC' });
    await opened.carriedOut();
  };
  return { ...opened, view, act, ready };
}

export const searchFor = (requestId: string, asked: SearchQuestion = question, from = 0): PageRequest => ({
  kind: 'search',
  requestId,
  question: asked,
  from,
});

/** Waits until a client was asked so many times. */
export async function asks(client: { readonly asked: readonly unknown[] }, times: number): Promise<void> {
  await until(() => client.asked.length >= times, `${times} requests`);
}

/** Waits until the code under test has brought something about that nothing tells of. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const began = performance.now(); !isSo(); ) {
    if (performance.now() - began > 20_000) throw new Error(`There were no ${what} within 20 seconds.`);
    await new Promise(setImmediate);
  }
}

/** Gives what must not happen the time to happen. For what must happen, there are `carriedOut` and `until`. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

/** What was heard, in short: with the request that it answers, or else the page that it is about. */
export const kinds = (heard: readonly PageReply[]) =>
  heard.map((message) => {
    if ('requestId' in message) return `${message.kind} ${message.requestId}`;
    return 'pageId' in message ? `${message.kind} ${message.pageId}` : message.kind;
  });
