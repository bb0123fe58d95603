import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { numberText } from '../l10n/numbers';
import type { HitAction } from '../protocol/actions';
import type { ActOnValue, HitView } from '../protocol/pageView';
import type { HitInFull, HitRow } from '../protocol/resultPage';
import { Button } from './controls';
import { DocumentTree } from './documentTree';
import { JsonText } from './jsonText';
import { usePage } from './pageContext';

interface HitDocumentProps {
  readonly row: HitRow;
  readonly at: number;
  readonly context: string;
}

/** A hit in full below its row: its actions, and its document as a tree or as text. */
export function HitDocument({ row, at, context }: HitDocumentProps) {
  const { view, dispatch } = usePage();
  const { hitView, isHitSelected, shown } = view;
  const pageId = shown?.pageId ?? '';
  const hit = view.hits[at];
  const act = useMemo(
    (): ActOnValue => (action, value) => dispatch('actOnHit', { action, place: { pageId, row: at, ...value } }),
    [dispatch, at, pageId],
  );
  const label = l10n.t('Document of hit {0}', numberText(row.rank));
  return (
    <div class="document" role="row" aria-level={2} aria-label={label} data-vscode-context={context}>
      <div role="gridcell">
        <div class="head">
          <Tabs view={hitView} choose={(hitView) => dispatch('changeView', { hitView })} />
          {actionsOf(row, isHitSelected, shown?.page.table.time !== undefined).map(([action, icon, label, title]) => (
            <Button key={action} label={label} icon={icon} title={title} press={() => act(action)} />
          ))}
        </div>
        <div class={`content${typeof hit === 'object' ? lengthClass(hit, hitView) : ''}`}>
          {hit === undefined || hit === 'asked' ? (
            <p class="none">{l10n.t('Loading document…')}</p>
          ) : hit === 'gone' ? (
            <p class="none">{l10n.t('This document is no longer available. Search again.')}</p>
          ) : (
            <Content hit={hit} view={hitView} label={label} act={act} />
          )}
        </div>
      </div>
    </div>
  );
}

type ActionButton = readonly [action: HitAction, icon: string, label: string, title: string];

/**
 * What can be done with a hit.
 *
 * @param isOneSelected whether a hit was selected to compare with
 * @param hasTime whether its time is known, so that there are hits before and after it
 */
function actionsOf(row: HitRow, isOneSelected: boolean, hasTime: boolean): readonly ActionButton[] {
  const all: readonly (ActionButton | false)[] = [
    ['open', 'go-to-file', l10n.t('Open as JSON'), l10n.t('Open the full document in an editor')],
    ['copyDocument', 'copy', l10n.t('Copy'), l10n.t('Copy the document as JSON')],
    [
      'selectForCompare',
      'pin',
      l10n.t('Select for Compare'),
      l10n.t('Select this document to compare it with another one'),
    ],
    isOneSelected && [
      'compareWithSelected',
      'diff',
      l10n.t('Compare with Selected'),
      l10n.t('Compare the selected document with this one'),
    ],
    hasTime && [
      'showSurrounding',
      'list-flat',
      l10n.t('Show Surrounding Hits'),
      l10n.t('Show what came before and after this hit, in a new tab'),
    ],
    row.hasTrace === true && [
      'sameTrace',
      'git-commit',
      l10n.t('Same Trace'),
      l10n.t('Search for all hits of this trace, in a new tab'),
    ],
    row.hasRouter === true && [
      'revealRouter',
      'type-hierarchy-sub',
      l10n.t('Reveal Router'),
      l10n.t('Reveal the router in the Proxies view'),
    ],
    row.hasRequest === true && [
      'whichRouter',
      'question',
      l10n.t('Find Router for This Request'),
      l10n.t('Show which router gets this request now, and why others do not'),
    ],
  ];
  return all.filter((action) => action !== false);
}

interface TabsProps {
  readonly view: HitView;
  readonly choose: (view: HitView) => void;
}

function Tabs({ view, choose }: TabsProps) {
  const tabs = [
    ['tree', l10n.t('Tree')],
    ['json', 'JSON'],
  ] as const;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.querySelector<HTMLElement>('[role="tab"][aria-selected="false"]')?.focus();
    choose(view === 'tree' ? 'json' : 'tree');
  };
  return (
    <div class="tabs" role="tablist" aria-label={l10n.t('Document view')} onKeyDown={onKeyDown}>
      {tabs.map(([own, label]) => (
        <Button
          key={own}
          label={label}
          role="tab"
          aria-selected={own === view}
          tabIndex={own === view ? 0 : -1}
          press={() => choose(own)}
        />
      ))}
    </div>
  );
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

function lengthClass({ nodes, json }: HitInFull, view: HitView): string {
  const lines = view === 'tree' ? nodes.length : json.split('\n').length;
  return lengths.map(([name, most]) => (lines > most ? ` ${name}` : '')).join('');
}

interface ContentProps {
  readonly hit: HitInFull;
  readonly view: HitView;
  readonly label: string;
  readonly act: ActOnValue;
}

function Content({ hit, view, label, act }: ContentProps) {
  const text = useMemo(() => <JsonText json={hit.json} label={label} />, [hit.json, label]);
  return (
    <>
      {view === 'tree' ? <DocumentTree hit={hit} label={label} act={act} /> : text}
      {hit.isCut && (
        <p class="cut">
          {l10n.t('Only the beginning of this long document is shown.')}{' '}
          <Button label={l10n.t('Show All')} icon="go-to-file" press={() => act('open')} />
        </p>
      )}
    </>
  );
}
