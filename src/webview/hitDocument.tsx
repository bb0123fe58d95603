import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { numberText } from '../l10n/numbers';
import type { HitAction } from '../protocol/actions';
import type { HitInFull, HitRow } from '../protocol/resultPage';
import { Button } from './controls';
import { DocumentTree } from './documentTree';
import { JsonText } from './jsonText';
import type { ActOnValue, Dispatch, HitState, HitView } from './pageState';

const tabs = (): readonly (readonly [HitView, string])[] => [
  ['tree', l10n.t('Tree')],
  ['json', 'JSON'],
];

interface HitDocumentProps {
  readonly row: HitRow;
  readonly context: string;
  readonly hit: HitState | undefined;
  readonly view: HitView;
  /** Whether a hit was selected to compare with. */
  readonly isOneSelected: boolean;
  /** Whether the time of the hit is known, so that there are hits before and after it. */
  readonly hasTime: boolean;
  readonly columns: readonly string[];
  readonly at: number;
  readonly dispatch: Dispatch;
}

/** A hit in full below its row: its actions, and its document as a tree or as text. */
export function HitDocument({
  row,
  at,
  context,
  hit,
  view,
  isOneSelected,
  hasTime,
  columns,
  dispatch,
}: HitDocumentProps) {
  const act = useMemo(
    (): ActOnValue => (action, path) =>
      dispatch({ kind: 'placed', action, row: at, ...(path !== undefined && { path }) }),
    [dispatch, at],
  );
  const choose = (view: HitView) => dispatch({ kind: 'hitViewChosen', view });
  const label = l10n.t('Document of hit {0}', numberText(row.rank));
  const action = (action: HitAction, icon: string, label: string, title: string) => (
    <Button key={action} label={label} icon={icon} title={title} press={() => act(action)} />
  );
  return (
    <div class="document" role="row" aria-level={2} aria-label={label} data-vscode-context={context}>
      <div role="gridcell">
        <div class="head">
          <Tabs view={view} choose={choose} />
          {action('open', 'go-to-file', l10n.t('Open as JSON'), l10n.t('Open the full document in an editor'))}
          {action('copyDocument', 'copy', l10n.t('Copy'), l10n.t('Copy the document as JSON'))}
          {action(
            'selectForCompare',
            'pin',
            l10n.t('Select for Compare'),
            l10n.t('Select this document to compare it with another one'),
          )}
          {isOneSelected &&
            action(
              'compareWithSelected',
              'diff',
              l10n.t('Compare with Selected'),
              l10n.t('Compare the selected document with this one'),
            )}
          {hasTime &&
            action(
              'showSurrounding',
              'list-flat',
              l10n.t('Show Surrounding Hits'),
              l10n.t('Show what came before and after this hit, in a new tab'),
            )}
          {row.hasTrace === true &&
            action(
              'sameTrace',
              'git-commit',
              l10n.t('Same Trace'),
              l10n.t('Search for all hits of this trace, in a new tab'),
            )}
          {row.hasRouter === true &&
            action(
              'revealRouter',
              'type-hierarchy-sub',
              l10n.t('Reveal Router'),
              l10n.t('Reveal the router in the Proxies view'),
            )}
          {row.hasRequest === true &&
            action(
              'whichRouter',
              'question',
              l10n.t('Find Router for This Request'),
              l10n.t('Show which router gets this request now, and why others do not'),
            )}
        </div>
        <div class={`content${typeof hit === 'object' ? lengthClass(hit, view) : ''}`}>
          <Content hit={hit} view={view} label={label} columns={columns} act={act} />
        </div>
      </div>
    </div>
  );
}

interface TabsProps {
  readonly view: HitView;
  readonly choose: (view: HitView) => void;
}

function Tabs({ view, choose }: TabsProps) {
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const at = all.findIndex((tab) => tab !== document.activeElement);
    const other = tabs()[at];
    if (other === undefined) return;
    choose(other[0]);
    all[at]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={l10n.t('Document view')} onKeyDown={onKeyDown}>
      {tabs().map(([own, label]) => (
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

interface ContentProps extends Pick<HitDocumentProps, 'hit' | 'view' | 'columns'> {
  readonly label: string;
  readonly act: ActOnValue;
}

function Content({ hit, view, label, columns, act }: ContentProps) {
  const json = typeof hit === 'object' ? hit.json : '';
  const text = useMemo(() => <JsonText json={json} label={label} />, [json, label]);
  if (hit === undefined || hit === 'asked') return <p class="none">{l10n.t('Loading document…')}</p>;
  if (hit === 'gone') return <p class="none">{l10n.t('This document is no longer available. Search again.')}</p>;
  return (
    <>
      {view === 'tree' ? <DocumentTree hit={hit} label={label} columns={columns} act={act} /> : text}
      {hit.isCut && (
        <p class="cut">
          {l10n.t('Only the beginning of this long document is shown.')}{' '}
          <Button label={l10n.t('Show All')} icon="go-to-file" press={() => act('open')} />
        </p>
      )}
    </>
  );
}
