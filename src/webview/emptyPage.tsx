import * as l10n from '@vscode/l10n';
import { partsOf } from '../l10n/lists';
import { numberText } from '../l10n/numbers';
import { localTime } from '../protocol/localTime';
import { hasWords, type SearchQuestion } from '../protocol/question';
import { Button, Ways } from './controls';
import { narrowForm } from './formSteps';
import { usePage } from './pageContext';
import { isEndpointRemoved, isWithoutHits, type PageState } from './pageState';
import { actOnSearch } from './pageSteps';
import { looksLikeQueryString } from './questionForm';
import { relativeTime } from './valueFormat';

/** The message of a search without hits: the reason, and changes that may find some. */
export function WithoutHits() {
  const { state, dispatch } = usePage();
  const lines = emptyText(state);
  return lines.length === 0 ? null : (
    <div class="empty" tabIndex={-1}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Newest />
      <Ways ways={waysToHits(state).map(([label, to]) => ({ label, press: () => dispatch(narrowForm, to) }))} />
    </div>
  );
}

function Newest() {
  const { newest, shown } = usePage().state;
  const at = newest?.pageId === shown?.pageId ? newest?.at : undefined;
  const time = at === undefined ? undefined : localTime(at);
  if (at === undefined || time === undefined || shown === undefined) return <p class="newest" role="status" />;
  const ago = relativeTime(at, Date.now());
  return (
    <p class="newest" role="status" title={time}>
      {/[*,]/.test(shown.question.index)
        ? l10n.t('Newest document of these indices: {0}', ago)
        : l10n.t('Newest document of this index: {0}', ago)}
    </p>
  );
}

function emptyText(state: PageState): readonly string[] {
  const { shown, failure } = state;
  // A previous search without hits has no meaning for a failed one.
  if (shown === undefined || !isWithoutHits(state) || failure?.isOfSearch === true) return [];
  const { from, notes } = shown.page;
  if (from > 0) return [l10n.t('No hits on this page.'), l10n.t('Select Previous or First Page to go back.')];
  return [l10n.t('No hits'), ...(notes.length > 0 ? notes : hintOf(shown.question))];
}

function hintOf(question: SearchQuestion): string[] {
  const { filters, time, field, body } = question;
  if (body !== undefined) return [];
  if (time !== undefined || filters.some(({ isOff }) => isOff !== true))
    return [l10n.t('Remove a filter or widen the time range.')];
  if (field.trim() !== '') return [l10n.t('Check the field name or try other words.')];
  return hasWords(question) ? [l10n.t('Try other words.')] : [];
}

/** The parts of a question without hits that the user can remove, each with its edit of the form. */
function waysToHits(state: PageState) {
  const { shown, form } = state;
  const ways: (readonly [label: string, to: Partial<SearchQuestion>])[] = [];
  if (shown === undefined || shown.page.from > 0 || isEndpointRemoved(state)) return ways;
  const { question, page } = shown;
  const { field, time, filters, body } = question;
  if (body !== undefined || form.body !== undefined) return ways;
  const others = filters.filter(({ isOff }) => isOff === true);
  const applied = filters.length - others.length;
  if (page.anyWords !== undefined) {
    const { hits, isExact } = page.anyWords;
    ways.push([l10n.t('Any of the Words ({0})', `${numberText(hits)}${isExact ? '' : '+'}`), { by: 'match' }]);
  }
  if (looksLikeQueryString(question)) ways.push([l10n.t('Query String'), { by: 'queryString' }]);
  if (time !== undefined) ways.push([l10n.t('Any Time'), { time: undefined }]);
  if (applied > 0) ways.push([applied === 1 ? l10n.t('Remove Filter') : l10n.t('Remove Filters'), { filters: others }]);
  if (hasWords(question) && field.trim() !== '') ways.push([l10n.t('All Fields'), { field: '' }]);
  return ways;
}

/** The page before the first search: the first step, links to earlier searches, and keys. */
export function BeforeSearch() {
  const { state, dispatch } = usePage();
  const { shown, busy, failure, form, endpoints } = state;
  if (shown !== undefined || busy !== undefined || failure !== undefined || isEndpointRemoved(state)) return null;
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
          press={() => dispatch(actOnSearch, 'history')}
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
