import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import type { HitAction } from '../protocol/actions';
import type { HitInFull, HitRow } from '../protocol/resultPage';
import { button, element } from './dom';
import { jsonText } from './jsonView';
import type { ActOnValue, HitState, HitView } from './pageState';
import { treeView } from './treeView';

const tabs = (): readonly (readonly [HitView, string])[] => [
  ['tree', l10n.t('Tree')],
  ['json', 'JSON'],
];

/**
 * A hit in full below its row: its actions, and its document as a tree or as text.
 *
 * @param hasTime whether the time of the hit is known, so that there are hits before and after it
 */
export function hitView(row: HitRow, act: ActOnValue, choose: (view: HitView) => void, hasTime: boolean) {
  const tabList = element('div', { class: 'tabs', role: 'tablist', 'aria-label': l10n.t('Document view') });
  const tabButtons = tabs().map(([view, label]) => {
    const tab = button(label, {}, () => choose(view));
    tab.setAttribute('role', 'tab');
    tabList.append(tab);
    return { view, tab };
  });
  tabList.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    const other = tabButtons.find(({ tab }) => tab !== document.activeElement);
    if (other === undefined) return;
    choose(other.view);
    other.tab.focus();
  });
  const content = element('div', { class: 'content' });
  const actionButton = (action: HitAction, icon: string, label: string, title: string) =>
    button(label, { icon, title }, () => act(action));
  const compare = actionButton(
    'compareWithSelected',
    'diff',
    l10n.t('Compare with Selected'),
    l10n.t('Compare the selected document with this one'),
  );
  const actions = [
    actionButton('open', 'go-to-file', l10n.t('Open as JSON'), l10n.t('Open the full document in an editor')),
    actionButton('copyDocument', 'copy', l10n.t('Copy'), l10n.t('Copy the document as JSON')),
    actionButton(
      'selectForCompare',
      'pin',
      l10n.t('Select for Compare'),
      l10n.t('Select this document to compare it with another one'),
    ),
    compare,
  ];
  if (hasTime) {
    const title = l10n.t('Show what came before and after this hit, in a new tab');
    actions.push(actionButton('showSurrounding', 'list-flat', l10n.t('Show Surrounding Hits'), title));
  }
  if (row.hasTrace === true) {
    const title = l10n.t('Search for all hits of this trace, in a new tab');
    actions.push(actionButton('sameTrace', 'git-commit', l10n.t('Same Trace'), title));
  }
  if (row.hasRouter === true) {
    const title = l10n.t('Reveal the router in the Proxies view');
    actions.push(actionButton('revealRouter', 'type-hierarchy-sub', l10n.t('Reveal Router'), title));
  }
  if (row.hasRequest === true) {
    const title = l10n.t('Show which router gets this request now, and why others do not');
    actions.push(actionButton('whichRouter', 'question', l10n.t('Which Router Takes This'), title));
  }
  const root = element(
    'div',
    { class: 'document', role: 'row', 'aria-level': '2', 'aria-label': documentName(row) },
    element('div', { role: 'gridcell' }, element('div', { class: 'head' }, tabList, ...actions), content),
  );
  let drawn: readonly [HitState | undefined, HitView] | undefined;

  return {
    root,
    update(hit: HitState | undefined, view: HitView, isOneSelected: boolean): void {
      compare.hidden = !isOneSelected;
      if (drawn?.[0] === hit && drawn?.[1] === view) return;
      drawn = [hit, view];
      for (const { view: own, tab } of tabButtons) {
        tab.setAttribute('aria-selected', String(own === view));
        tab.tabIndex = own === view ? 0 : -1;
      }
      content.replaceChildren(...contentParts(row, hit, view, act));
      const lines = typeof hit === 'object' ? linesOf(hit, view) : 0;
      for (const [name, most] of lengths) content.classList.toggle(name, lines > most);
    },
  };
}

/**
 * The classes of a document by its number of lines: `many` has two columns in a wide window. `long` has its own scroll
 * area, because the next hit would be far away; `very-long` also in two columns.
 */
const lengths = [
  ['many', 10],
  ['long', 40],
  ['very-long', 80],
] as const;

function linesOf({ nodes, json }: HitInFull, view: HitView): number {
  return view === 'tree' ? nodes.length : json.split('\n').length;
}

function documentName({ rank }: HitRow): string {
  return l10n.t('Document of hit {0}', numberText(rank));
}

function contentParts(row: HitRow, hit: HitState | undefined, view: HitView, act: ActOnValue): readonly Node[] {
  if (hit === undefined || hit === 'asked') return [element('p', { class: 'none' }, l10n.t('Loading document…'))];
  if (hit === 'gone')
    return [element('p', { class: 'none' }, l10n.t('This document is no longer available. Search again.'))];
  const label = documentName(row);
  const whole = view === 'tree' ? treeView(hit, label, act) : jsonText(hit.json, label);
  if (!hit.isCut) return [whole];
  const showAll = button(l10n.t('Show All'), { icon: 'go-to-file' }, () => act('open'));
  return [
    whole,
    element('p', { class: 'cut' }, l10n.t('Only the beginning of this long document is shown.'), ' ', showAll),
  ];
}
