import * as l10n from '@vscode/l10n';
import { likelyDate, type TimeRange, timeSpans } from '../protocol/question';
import { element, select, setOptions, setText, setValue, textInput } from './dom';
import { dateFields } from './pageFields';
import type { Dispatch, PageState } from './pageState';

const spanNames = (): readonly (readonly [string, string])[] => [
  ['', l10n.t('Any time')],
  ['15m', l10n.t('Last 15 minutes')],
  ['1h', l10n.t('Last hour')],
  ['24h', l10n.t('Last 24 hours')],
  ['7d', l10n.t('Last 7 days')],
  ['own', l10n.t('Custom range…')],
];

/** The time range, if the index has a date field: the span on the first line of the form, its details on the second. */
export function timeView(dispatch: Dispatch) {
  let state: PageState | undefined;
  const span = select(l10n.t('Time range'), 'span', (value) => {
    const chosen = timeSpans.find((name) => name === value);
    const time = chosen === undefined ? undefined : { ...now(), span: chosen };
    dispatch({ kind: 'narrowed', to: { time } });
    if (chosen === 'own') from.focus();
  });
  setOptions(span, spanNames());
  const field = select(l10n.t('Time field'), 'time-field', (value) =>
    dispatch({ kind: 'narrowed', to: { time: { ...now(), field: value } } }),
  );
  const end = (id: string, label: string, title: string, placeholder: string) =>
    textInput({ id, 'aria-label': label, title, placeholder, 'aria-describedby': 'time-problem' });
  const from = end(
    'time-from',
    l10n.t('Start time'),
    l10n.t('Start time: an ISO date, or date math such as now-2d'),
    l10n.t('Start, such as {0}', 'now-2d'),
  );
  const to = end(
    'time-to',
    l10n.t('End time'),
    l10n.t('End time: an ISO date, or date math such as now'),
    l10n.t('End, such as {0}', 'now'),
  );
  const problem = element('span', { id: 'time-problem', class: 'problem' });
  const own = element('span', { class: 'own field time' }, from, problem, to);
  const more = element('div', { class: 'time' }, own, field);

  const now = (): TimeRange => {
    const known = state === undefined ? [] : dateFields(state);
    return state?.form.time ?? { field: likelyDate(known), span: 'own', from: '', to: '' };
  };
  from.addEventListener('input', () => dispatch({ kind: 'edited', to: { time: { ...now(), from: from.value } } }));
  to.addEventListener('input', () => dispatch({ kind: 'edited', to: { time: { ...now(), to: to.value } } }));

  return {
    span,
    more,
    update(next: PageState): void {
      state = next;
      const { time, body } = next.form;
      const fields = dateFields(next);
      span.hidden = fields.length === 0 || body !== undefined;
      setValue(span, time?.span ?? '');
      const options = fields.map((name) => [name, name] as const);
      setOptions(field, options);
      field.hidden = time === undefined || fields.length < 2;
      if (time !== undefined) setValue(field, time.field);
      own.hidden = time?.span !== 'own';
      more.hidden = span.hidden || (own.hidden && field.hidden);
      setValue(from, time?.from ?? '');
      setValue(to, time?.to ?? '');
      const text = next.problems.time ?? '';
      setText(problem, text);
      from.setAttribute('aria-invalid', String(text !== ''));
    },
  };
}
