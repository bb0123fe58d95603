import * as l10n from '@vscode/l10n';
import { partsOf } from '../l10n/lists';
import { numberText } from '../l10n/numbers';
import { hasWords, type QuestionFilter, type SearchQuestion } from '../protocol/question';
import { button, element, setText } from './dom';
import { type Dispatch, isEndpointRemoved, isWithoutHits, type PageState } from './pageState';
import { localTime, relativeTime } from './valueFormat';

/** The message of a search without hits: the reason, and changes that may find some. */
export function emptyView(dispatch: Dispatch) {
  const about = element('div', {});
  const newest = element('p', { class: 'newest', role: 'status' });
  const ways = element('div', { class: 'ways' });
  const root = element('div', { class: 'empty', tabindex: '-1' }, about, newest, ways);
  let drawn = '';
  return {
    root,
    focus: () => (root.querySelector('button') ?? root).focus(),
    update(state: PageState): void {
      const lines = emptyText(state);
      const found = lines.length === 0 || isEndpointRemoved(state) ? [] : waysToHits(state);
      drawNewest(state);
      const next = JSON.stringify([lines, found]);
      // Buttons that are drawn again would lose the focus.
      if (next === drawn) return;
      drawn = next;
      root.hidden = lines.length === 0;
      about.replaceChildren(...lines.map((line) => element('p', {}, line)));
      ways.hidden = found.length === 0;
      const wayOf = ({ label, to }: (typeof found)[number]) =>
        button(label, { class: 'secondary' }, () => dispatch({ kind: 'narrowed', to }));
      ways.replaceChildren(...found.map(wayOf));
    },
  };

  function drawNewest({ newest: told, shown }: PageState): void {
    const at = told?.requestId === shown?.requestId ? told?.at : undefined;
    const time = at === undefined ? undefined : localTime(at);
    newest.title = time ?? '';
    if (at === undefined || time === undefined || shown === undefined) {
      setText(newest, '');
      return;
    }
    const ago = relativeTime(at, Date.now());
    const isOneName = !/[*,]/.test(shown.question.index);
    setText(
      newest,
      isOneName
        ? l10n.t('Newest document of this index: {0}', ago)
        : l10n.t('Newest document of these indices: {0}', ago),
    );
  }
}

function emptyText(state: PageState): readonly string[] {
  const { shown, failure } = state;
  // A previous search without hits has no meaning for a failed one.
  if (shown === undefined || !isWithoutHits(state) || failure?.isOfSearch === true) return [];
  const { from, notes } = shown.page;
  if (from > 0) return [l10n.t('No hits on this page.'), l10n.t('Select Previous or First to go back.')];
  const { filters, time, body } = shown.question;
  const isNarrowed = body === undefined && (filters.some(isApplied) || time !== undefined);
  const hint = isNarrowed
    ? l10n.t('Remove a filter or widen the time range.')
    : l10n.t('Check the field name or try other words.');
  return [l10n.t('No matches.'), ...(notes.length > 0 ? notes : [hint])];
}

function isApplied({ isOff }: QuestionFilter): boolean {
  return isOff !== true;
}

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
  if (time !== undefined) ways.push({ label: l10n.t('Any Time'), to: { time: undefined } });
  if (applied === 1) ways.push({ label: l10n.t('Remove Filter'), to: { filters: others } });
  if (applied > 1) ways.push({ label: l10n.t('Remove Filters'), to: { filters: others } });
  if (hasWords(question) && field.trim() !== '') ways.push({ label: l10n.t('All Fields'), to: { field: '' } });
  return ways;
}

/** The page before the first search: the first step, links to earlier searches, and keys. */
export function startView(dispatch: Dispatch) {
  const lead = element('p', { class: 'lead' });
  const history = button(l10n.t('Recent and Saved Searches'), { icon: 'history', class: 'secondary' }, () =>
    dispatch({ kind: 'acted', action: 'history' }),
  );
  const keys = element('p', { class: 'keys' });
  const root = element('div', { class: 'start' }, lead, element('div', { class: 'ways' }, history), keys);
  let drawn: boolean | undefined;

  return {
    root,
    update(state: PageState): void {
      const { shown, busy, failure, form, endpoints } = state;
      root.hidden = shown !== undefined || busy !== undefined || failure !== undefined || isEndpointRemoved(state);
      setText(
        lead,
        form.index.trim() === ''
          ? l10n.t('Enter an index to see its newest documents. Enter takes the suggestion.')
          : l10n.t('Press Enter in the form to search.'),
      );
      const areSeveral = endpoints.length > 1;
      if (areSeveral === drawn) return;
      drawn = areSeveral;
      const sentence = areSeveral
        ? l10n.t('{0} goes to the text, {1} to the index, {2} to the endpoint.')
        : l10n.t('{0} goes to the text, {1} to the index.');
      const names = ['/', 'I', 'E'].map((key) => element('kbd', {}, key));
      keys.replaceChildren(...partsOf<Node | string>(sentence, names));
    },
  };
}
