/** The search page as a person sees and handles it: by the roles and names that a screen reader says, and by keys. */
import './browser';
import assert from 'node:assert/strict';
import { render } from 'preact';
import { PageModel } from '../../../src/core/search/page/pageModel';
import { initialState, type PageState } from '../../../src/core/search/page/pageState';
import type { PageReply, PageRequest } from '../../../src/core/search/page/requestsOfPage';
import { viewOfPage } from '../../../src/core/search/page/viewOfPage';
import { filterEdit } from '../../../src/core/search/query/filterEdit';
import { drawTable, type TableLook } from '../../../src/core/search/read/drawTable';
import type { ReadRow, ReadTable } from '../../../src/core/search/read/readTable';
import { parseFromPage } from '../../../src/protocol/pageMessages';
import { emptyQuestion, type SearchQuestion } from '../../../src/protocol/question';
import type { HitPage, HitTable } from '../../../src/protocol/resultPage';
import { drawPage } from '../../../src/webview/page';
import { PageStore } from '../../../src/webview/pageStore';
import { closePopovers } from './browser';

/** A page that its host has said to be about the endpoint `logs`. */
export interface OpenPage {
  /** What the page has said to its host, in this order. */
  readonly posted: readonly PageRequest[];
  /** The id of the latest request of this kind. */
  requestOf(...kinds: readonly PageRequest['kind'][]): string;
  /** The id of the request that the page waits for. */
  pending(): string;
  state(): PageState;
  /** The row of a hit, from 0 up. */
  row(at: number): HTMLElement;
  /** What the search replies. */
  receive(message: PageReply): void;
  /** What a command does. */
  readonly act: PageModel['act'];
  /** Answers the request that the page is waiting for with a page of hits. */
  answer(to?: Partial<HitPage>, about?: Partial<SearchQuestion>): void;
}

export const question: SearchQuestion = { ...emptyQuestion, index: 'logs', field: 'message', text: 'x' };

/** A page of hits: `rows` of them, in the columns `message` and `status`. */
export function pageOf(rows: number, to: Partial<HitPage> = {}): HitPage {
  return {
    from: 0,
    size: 10,
    range: `1–${rows} of 57`,
    total: { hits: 57, isExact: false },
    bytes: 2_000,
    asked: 'from/size',
    hasPrevious: false,
    hasNext: true,
    partial: [],
    notes: [],
    sort: [],
    table: tableOf(rows),
    aggregations: [],
    sent: { method: 'GET', path: '/logs/_search', body: '{}' },
    ...to,
  };
}

/** The table of a page of hits, as its host draws it. */
export function tableOf(rows: number, to: Partial<ReadTable> = {}, look: TableLook = {}): HitTable {
  const read: ReadTable = {
    columns: [
      { path: 'message', type: 'text', sortField: 'message.keyword' },
      { path: 'status', type: 'long', sortField: 'status' },
    ],
    rows: Array.from({ length: rows }, (_, at) => rowOf(at + 1)),
    fields: [{ path: 'message', type: 'text' }, { path: 'status', type: 'long' }, { path: 'host' }],
    ...to,
  };
  return drawTable(read, look);
}

export function rowOf(rank: number, text = `line ${rank}`, status = '502'): ReadRow {
  return {
    rank,
    id: `id-${rank}`,
    cells: [
      { kind: 'text', text },
      { kind: 'number', text: status },
    ],
    summary: [],
  };
}

/** VS Code sends messages as JSON. */
function throughVsCode<Message>(message: Message): Message {
  return JSON.parse(JSON.stringify(message));
}

let opened: HTMLElement | undefined;

/** Opens the page, as VS Code does. */
export function openPage(form: Partial<SearchQuestion> = {}): OpenPage {
  if (opened !== undefined) render(null, opened);
  opened = document.body;
  const posted: PageRequest[] = [];
  const model = new PageModel(
    (request) => {
      posted.push(request);
      if (request.kind !== 'editFilter') return;
      const { requestId, filter, texts } = request;
      model.receive({ kind: 'filterEdit', requestId, ...filterEdit(filter, texts) });
    },
    (message) => {
      store.receive(throughVsCode(message));
      // What was told in changes is what there is.
      if (message.done > 0) assert.deepEqual(throughVsCode(store.view), throughVsCode(viewOfPage(model.state)));
    },
  );
  const store: PageStore = new PageStore(
    (message) => {
      const read =
        parseFromPage(throughVsCode(message)) ?? assert.fail(`is not understood: ${JSON.stringify(message)}`);
      if (read.kind === 'act') model.actOnPage(read);
      else model.begin(read.zone);
    },
    (drawn) => drawPage(document.body, drawn),
    (isBusy) => document.body.setAttribute('aria-busy', String(isBusy)),
  );
  model.state = { ...initialState(undefined), form: { ...question, ...form } };
  store.begin();
  const requestOf: OpenPage['requestOf'] = (...kinds) => {
    const request = posted.findLast(({ kind }) => kinds.includes(kind));
    return request !== undefined && 'requestId' in request ? request.requestId : assert.fail(`no ${kinds} was sent`);
  };
  const pending = (): string => {
    assert.ok(model.state.busy !== undefined, 'the page waits for nothing');
    return requestOf('search', 'turnPage', 'count');
  };
  model.receive({ kind: 'init', panelId: 'p', endpointId: 'e', endpoints: [{ id: 'e', name: 'logs' }] });
  return {
    posted,
    requestOf,
    pending,
    state: () => model.state,
    row: (at) => document.querySelectorAll<HTMLElement>('.results > .hit')[at] ?? assert.fail(`there is no hit ${at}`),
    receive: (message) => model.receive(message),
    act: (name, ...about) => model.act(name, ...about),
    answer: (to, about) =>
      model.receive({
        kind: 'page',
        pageId: pending(),
        question: { ...question, ...about },
        page: pageOf(3, { sort: about?.sort ?? [], ...to }),
      }),
  };
}

/** Opens the page with hits on it. */
export function openResult(to: Partial<HitPage> = {}, form: Partial<SearchQuestion> = {}): OpenPage {
  const page = openPage(form);
  click(byRole('button', 'Search'));
  page.answer(to, form);
  return page;
}

/** What VS Code's menu knows of an element: https://code.visualstudio.com/api/extension-guides/webview#context-menus */
export function menuContext(element: Element): Record<string, unknown> {
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  let context = {};
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    context = { ...JSON.parse(one.getAttribute('data-vscode-context') ?? '{}'), ...context };
  }
  return context;
}

const implicitRoles: readonly (readonly [selector: string, role: string])[] = [
  ['button', 'button'],
  ['input[type="checkbox"]', 'checkbox'],
  ['input, textarea', 'textbox'],
  ['select', 'combobox'],
  ['ul', 'list'],
  ['li', 'listitem'],
  ['table', 'table'],
  ['aside', 'complementary'],
  ['section[aria-label]', 'region'],
];

export function roleOf(element: Element): string | undefined {
  return element.getAttribute('role') ?? implicitRoles.find(([selector]) => element.matches(selector))?.[1];
}

/** The name that a screen reader says. */
export function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? element.closest('label')?.textContent;
  return (label ?? textOf(element)).trim();
}

/** The text of an element, as far as a screen reader says it. */
export function textOf(element: Element): string {
  return [...element.childNodes]
    .map((child) => {
      if (!(child instanceof Element)) return child.textContent ?? '';
      return child.getAttribute('aria-hidden') === 'true' || !child.checkVisibility() ? '' : textOf(child);
    })
    .join('');
}

/** All that is shown with a role, and a name if one is given, in the order of the page. */
export function allByRole(role: string, name?: string | RegExp, within: ParentNode = document): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('*')].filter((element) => {
    if (roleOf(element) !== role || !element.checkVisibility()) return false;
    if (name === undefined) return true;
    return typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element));
  });
}

/** The one that is shown with this role and name. */
export function byRole(role: string, name?: string | RegExp, within: ParentNode = document): HTMLElement {
  const [one, ...others] = allByRole(role, name, within);
  assert.ok(one !== undefined && others.length === 0, `${others.length + Number(one !== undefined)} × ${role} ${name}`);
  return one;
}

/** The input or choice of this name: in the open popup, if that has one. */
export function input(name: string): HTMLInputElement {
  const all = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
    (one) => one.checkVisibility() && nameOf(one) === name,
  );
  const inPopup = all.filter((one) => one.closest('[popover]') !== null);
  const found = inPopup.length > 0 ? inPopup : all;
  assert.equal(found.length, 1, `${found.length} inputs are named ${name}`);
  return found[0] as HTMLInputElement;
}

/** What has the focus, by role and name: `row 1 line 1 502`. */
export function focused(): string {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return 'nothing';
  return `${roleOf(activeElement)} ${nameOf(activeElement)}`;
}

/** Presses the mouse on something. */
export function click(element: Element, keys: Pick<MouseEventInit, 'shiftKey'> = {}): void {
  const event = { bubbles: true, cancelable: true, ...keys };
  const isInPopover = element.closest('[popover]') !== null;
  if (!isInPopover && !element.hasAttribute('popovertarget')) closePopovers();
  if (element.dispatchEvent(new MouseEvent('mousedown', event))) {
    const label = element.closest<HTMLLabelElement>('label[for]');
    const control = label === null ? null : document.getElementById(label.htmlFor);
    const target = control ?? element.closest<HTMLElement>('button, input, select, textarea, [tabindex]');
    if (target === null) (document.activeElement as HTMLElement | null)?.blur();
    else target.focus();
  }
  element.dispatchEvent(new MouseEvent('click', event));
  document.getElementById(element.getAttribute('popovertarget') ?? '')?.togglePopover();
}

/** The entry of the open menu of this name. */
export function menuItem(name: string): HTMLElement {
  const found = ['menuitem', 'menuitemcheckbox', 'menuitemradio'].flatMap((role) => allByRole(role, name));
  assert.equal(found.length, 1, `${found.length} entries of the menu are named ${name}`);
  return found[0] as HTMLElement;
}

/** Opens the menu of this button, and presses an entry of it. */
export function pick(name: string, button = 'More Actions'): void {
  click(byRole('button', button));
  click(menuItem(name));
}

/** Opens the popup with the type of the query and its field. */
export function openQueryOptions(): void {
  if (allByRole('dialog', 'Query Options').length === 0) click(byRole('button', 'Query Options'));
}

/** Puts a text into an input, as typing or pasting does. */
export function type(name: string, text: string): void {
  const target = input(name);
  target.focus();
  target.value = text;
  target.setSelectionRange(text.length, text.length);
  target.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Chooses from a choice by the words of its option. */
export function choose(name: string, option: string): void {
  const target = input(name) as unknown as HTMLSelectElement;
  const found = [...target.options].find(({ text }) => text === option) ?? assert.fail(`no option ${option}`);
  target.value = found.value;
  target.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Presses a key on what has the focus, with what the browser does then. Returns whether the page had a use for it. */
export function press(key: string, keys: Pick<KeyboardEventInit, 'ctrlKey' | 'shiftKey'> = {}): boolean {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...keys });
  if (!target.dispatchEvent(event)) return true;
  if (key === 'Escape') closePopovers();
  else if (key === 'Tab') tab(keys.shiftKey === true ? -1 : 1);
  else if ((key === 'Enter' || key === ' ') && target instanceof HTMLButtonElement) click(target);
  else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
  return false;
}

/** What Tab goes through. */
export function tabOrder(within: ParentNode = document): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('button, input, select, textarea, [tabindex]')].filter(
    (element) => element.getAttribute('tabindex') !== '-1' && element.checkVisibility(),
  );
}

function tab(by: 1 | -1): void {
  const order = tabOrder();
  const at = order.indexOf(document.activeElement as HTMLElement);
  order.at((at + by) % order.length)?.focus();
}
