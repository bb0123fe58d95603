import * as l10n from '@vscode/l10n';
import { partsOf } from '../l10n/lists';
import { numberText } from '../l10n/numbers';
import { hasWords, type QuestionFilter, type SearchQuestion } from '../protocol/question';
import { Button, Ways } from './controls';
import { type Dispatch, isEndpointRemoved, isWithoutHits, type PageState } from './pageState';
import { localTime, relativeTime } from './valueFormat';

interface EmptyPageProps {
  readonly state: PageState;
  readonly dispatch: Dispatch;
}

/** The message of a search without hits: the reason, and changes that may find some. */
export function WithoutHits({ state, dispatch }: EmptyPageProps) {
  const lines = emptyText(state);
  if (lines.length === 0) return null;
  const ways = isEndpointRemoved(state) ? [] : waysToHits(state);
  return (
    <div class="empty" tabIndex={-1}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Newest state={state} />
      <Ways ways={ways.map(({ label, to }) => ({ label, press: () => dispatch({ kind: 'narrowed', to }) }))} />
    </div>
  );
}

function Newest({ state: { newest, shown } }: Pick<EmptyPageProps, 'state'>) {
  const at = newest?.pageId === shown?.pageId ? newest?.at : undefined;
  const time = at === undefined ? undefined : localTime(at);
  if (at === undefined || time === undefined || shown === undefined) return <p class="newest" role="status" />;
  const ago = relativeTime(at, Date.now());
  const isOneName = !/[*,]/.test(shown.question.index);
  return (
    <p class="newest" role="status" title={time}>
      {isOneName
        ? l10n.t('Newest document of this index: {0}', ago)
        : l10n.t('Newest document of these indices: {0}', ago)}
    </p>
  );
}

function emptyText(state: PageState): readonly string[] {
  const { shown, failure } = state;
  // A previous search without hits has no meaning for a failed one.
  if (shown === undefined || !isWithoutHits(state) || failure?.isOfSearch === true) return [];
  const { from, notes } = shown.page;
  if (from > 0) return [l10n.t('No hits on this page.'), l10n.t('Select Previous or First Page to go back.')];
  const { filters, time, field, body } = shown.question;
  const isNarrowed = body === undefined && (filters.some(isApplied) || time !== undefined);
  const hint = isNarrowed
    ? [l10n.t('Remove a filter or widen the time range.')]
    : body === undefined && field.trim() !== ''
      ? [l10n.t('Check the field name or try other words.')]
      : hasWords(shown.question) && body === undefined
        ? [l10n.t('Try other words.')]
        : [];
  return [l10n.t('No hits'), ...(notes.length > 0 ? notes : hint)];
}

function isApplied({ isOff }: QuestionFilter): boolean {
  return isOff !== true;
}

/** Words that are more likely meant in the engine's syntax: `status:502`, `a AND b`; but not an address. */
const queryString = /(?:^|[\s(])[A-Za-z_@][\w.@-]*:(?!\/\/)\S|\s(?:AND|OR|NOT)\s/;

/** The parts of a question without hits that the user can remove, each with its edit of the form. */
function waysToHits({ shown, form }: PageState) {
  const ways: { readonly label: string; readonly to: Partial<SearchQuestion> }[] = [];
  if (shown === undefined || shown.page.from > 0) return ways;
  const { question, page } = shown;
  const { field, time, filters, body } = question;
  if (body !== undefined || form.body !== undefined) return ways;
  const others = filters.filter((filter) => !isApplied(filter));
  const applied = filters.length - others.length;
  if (page.anyWords !== undefined) {
    const { hits, isExact } = page.anyWords;
    const count = `${numberText(hits)}${isExact ? '' : '+'}`;
    ways.push({ label: l10n.t('Any of the Words ({0})', count), to: { by: 'match' } });
  }
  if (question.by === 'words' && queryString.test(question.text)) {
    ways.push({ label: l10n.t('Query String'), to: { by: 'queryString' } });
  }
  if (time !== undefined) ways.push({ label: l10n.t('Any Time'), to: { time: undefined } });
  if (applied === 1) ways.push({ label: l10n.t('Remove Filter'), to: { filters: others } });
  if (applied > 1) ways.push({ label: l10n.t('Remove Filters'), to: { filters: others } });
  if (hasWords(question) && field.trim() !== '') ways.push({ label: l10n.t('All Fields'), to: { field: '' } });
  return ways;
}

/** The page before the first search: the first step, links to earlier searches, and keys. */
export function BeforeSearch({ state, dispatch }: EmptyPageProps) {
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
          press={() => dispatch({ kind: 'acted', action: 'history' })}
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
