import type { HitRow } from '../protocol/resultPage';
import { button, element } from './dom';
import { jsonText } from './jsonView';
import type { HitAction, HitState, HitView } from './pageState';
import { treeView } from './treeView';

interface HitActions {
  act(action: HitAction, path?: string): void;
  choose(view: HitView): void;
}

const tabs: readonly (readonly [HitView, string])[] = [
  ['tree', 'Tree'],
  ['json', 'JSON'],
];

/** A hit in full below its row: what it is, what can be done with it, and its document as a tree or as text. */
export function hitView(row: HitRow, { act, choose }: HitActions) {
  const tabList = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'How the hit is shown' });
  const tabButtons = tabs.map(([view, label]) => {
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
  const compare = button(
    'Compare with Selected',
    { icon: 'diff', title: 'Compare the selected hit with this one' },
    () => act('compareWithSelected'),
  );
  const root = element(
    'div',
    { class: 'document', role: 'row', 'aria-level': '2' },
    element(
      'div',
      { role: 'gridcell' },
      element(
        'div',
        { class: 'head' },
        tabList,
        button('Open as JSON', { icon: 'go-to-file', title: 'Open the whole hit in an editor', class: 'open' }, () =>
          act('open'),
        ),
        button('Copy', { icon: 'copy', title: 'Copy the hit as JSON' }, () => act('copyDocument')),
        button('Select for Compare', { icon: 'pin', title: 'Select this hit to compare another one with' }, () =>
          act('selectForCompare'),
        ),
        compare,
        ...(row.hasRouter === true
          ? [
              button(
                'Reveal Router',
                { icon: 'type-hierarchy-sub', title: 'Show the router in the Proxies view' },
                () => act('revealRouter'),
              ),
            ]
          : []),
      ),
      content,
    ),
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
    },
  };
}

function contentParts(row: HitRow, hit: HitState | undefined, view: HitView, act: HitActions['act']): readonly Node[] {
  if (hit === undefined || hit === 'asked') return [element('p', { class: 'none' }, 'Reading the hit…')];
  if (hit === 'gone') return [element('p', { class: 'none' }, 'This hit is no longer there. Search again.')];
  const label = `Document of hit ${row.rank}`;
  const whole = view === 'tree' ? treeView(hit, label, act) : jsonText(hit.json, label);
  if (!hit.isCut) return [whole];
  const showAll = button('Show All', { icon: 'go-to-file' }, () => act('open'));
  return [whole, element('p', { class: 'cut' }, 'This is the beginning of a long document. ', showAll)];
}
