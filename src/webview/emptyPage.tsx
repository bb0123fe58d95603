import * as l10n from '@vscode/l10n';
import { partsOf } from '../l10n/lists';
import { localTime } from '../protocol/localTime';
import { Button, Ways } from './controls';
import { usePage } from './pageContext';
import { relativeTime } from './valueFormat';

/** The message of a search without hits: the reason, and changes that may find some. */
export function WithoutHits() {
  const { view, dispatch } = usePage();
  const { empty } = view;
  return empty === undefined ? null : (
    <div class="empty" tabIndex={-1}>
      {empty.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Newest at={empty.newest} index={view.shown?.question.index ?? ''} />
      <Ways ways={empty.ways.map(({ label, to }) => ({ label, press: () => dispatch('narrowForm', to) }))} />
    </div>
  );
}

function Newest({ at, index }: { readonly at: number | undefined; readonly index: string }) {
  const time = at === undefined ? undefined : localTime(at);
  if (at === undefined || time === undefined) return <p class="newest" role="status" />;
  const ago = relativeTime(at, Date.now());
  return (
    <p class="newest" role="status" title={time}>
      {/[*,]/.test(index)
        ? l10n.t('Newest document of these indices: {0}', ago)
        : l10n.t('Newest document of this index: {0}', ago)}
    </p>
  );
}

/** The page before the first search: the first step, links to earlier searches, and keys. */
export function BeforeSearch() {
  const { view, dispatch } = usePage();
  const { shown, busy, failure, form, endpoints } = view;
  if (shown !== undefined || busy !== undefined || failure !== undefined || view.isRemoved) return null;
  const sentence =
    endpoints.length > 1
      ? l10n.t('{0} goes to the text, {1} to the index, {2} to the endpoint.')
      : l10n.t('{0} goes to the text, {1} to the index.');
  return (
    <div class="start">
      <p class="lead">
        {form.index.trim() === ''
          ? l10n.t('Enter an index to see its newest documents. Enter takes the suggestion.')
          : l10n.t('Press Enter in the form to search.')}
      </p>
      <div class="ways">
        <Button
          label={l10n.t('Recent and Saved Searches')}
          icon="history"
          class="secondary"
          press={() => dispatch('actOnSearch', 'history')}
        />
      </div>
      <p class="keys">
        {partsOf(
          sentence,
          ['/', 'i', 'e'].map((key) => <kbd key={key}>{key}</kbd>),
        )}
      </p>
    </div>
  );
}
