import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { localTime } from '../protocol/localTime';
import { likelyDate, type TimeRange, timeSpans } from '../protocol/question';
import { Button, Select, TextInput } from './controls';
import { usePage } from './pageContext';
import { openPopup, Popup } from './popup';

const spanNames = (): readonly (readonly [string, string])[] => [
  ['', l10n.t('Any time')],
  ['15m', l10n.t('Last 15 minutes')],
  ['1h', l10n.t('Last hour')],
  ['24h', l10n.t('Last 24 hours')],
  ['7d', l10n.t('Last 7 days')],
];

/** What the list of ranges offers besides ranges. */
const editRange = 'edit';
const previousRange = 'previous';

const anyTime = { span: 'own', from: '', to: '' } as const;

/** The time range: one control, in whose list an own range stands as well. */
export function TimeBox() {
  const { view, dispatch } = usePage();
  const { time, body } = view.form;
  const fields = view.dates;
  const isOwn = time?.span === 'own';
  const [chosenField, chooseField] = useState<string>();
  if (body !== undefined) return null;
  const now: TimeRange = isOwn ? time : { field: time?.field ?? chosenField ?? likelyDate(fields), ...anyTime };
  const narrow = (time: TimeRange | undefined) => dispatch('narrowForm', { time: time ?? null });
  const choose = (chosen: string): void => {
    if (chosen === previousRange) dispatch('widenTime');
    else if (chosen === editRange) openPopup('time-range', 'span');
    else {
      const span = timeSpans.find((name) => name === chosen);
      narrow(span && { ...now, span });
    }
  };
  return (
    <div class="box time">
      <Select
        id="span"
        label={l10n.t('Time range')}
        title={isOwn ? `${l10n.t('Time range')}: ${rangeText(time)}` : l10n.t('Time range')}
        value={time?.span ?? ''}
        options={[
          ...spanNames(),
          ...(isOwn ? [['own', rangeText(time)] as const] : []),
          [editRange, l10n.t('Custom range…')],
          ...(view.canWiden ? [[previousRange, l10n.t('Previous range')] as const] : []),
        ]}
        choose={choose}
        disabled={fields.length === 0}
      />
      {isOwn && (
        <Button
          label={l10n.t('Any Time')}
          title={l10n.t('Remove the time range')}
          icon="close"
          isIconOnly
          press={() => narrow(undefined)}
        />
      )}
      <Popup id="time-range" label={l10n.t('Custom Time Range')} class="form-popup">
        {() => (
          <OwnRange
            now={now}
            chooseField={(field) => {
              chooseField(field);
              if (time !== undefined) narrow({ ...time, field });
            }}
          />
        )}
      </Popup>
    </div>
  );
}

interface OwnRangeProps {
  readonly now: TimeRange;
  chooseField(field: string): void;
}

function OwnRange({ now, chooseField }: OwnRangeProps) {
  const { view, dispatch } = usePage();
  const fields = view.dates;
  const problem = view.problems.time;
  const ends = [
    {
      id: 'from',
      label: l10n.t('Start time'),
      title: l10n.t('Start time: an ISO date, or date math such as now-2d'),
      placeholder: l10n.t('Start, such as {0}', 'now-2d'),
    },
    {
      id: 'to',
      label: l10n.t('End time'),
      title: l10n.t('End time: an ISO date, or date math such as now'),
      placeholder: l10n.t('End, such as {0}', 'now'),
    },
  ] as const;
  return (
    <>
      {ends.map(({ id, label, ...hints }) => (
        <label key={id} class="field">
          <span>{label}</span>
          <TextInput
            id={`time-${id}`}
            aria-label={label}
            {...hints}
            aria-describedby="time-problem"
            aria-invalid={problem !== undefined}
            value={now[id]}
            edit={(value) => dispatch('editForm', { time: { ...now, [id]: value } })}
          />
        </label>
      ))}
      <span id="time-problem" class="why">
        {problem}
      </span>
      {fields.length > 1 && (
        <label>
          <span>{l10n.t('Time field')}</span>
          <Select
            id="time-field"
            label={l10n.t('Time field')}
            value={now.field}
            options={fields.map((name) => [name, name])}
            choose={chooseField}
          />
        </label>
      )}
      <button type="submit" class="primary" title={l10n.t('Search (Enter)')}>
        {l10n.t('Apply')}
      </button>
    </>
  );
}

/** A range as the user reads it: `13:30 – 15:10` of one day, with the day unless it is today, or as it was typed. */
function rangeText({ from, to }: TimeRange): string {
  const isZoned = (text: string) => /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const [start, end] = [from, to].map((text) => (isZoned(text) ? localTime(Date.parse(text)) : undefined));
  if (start === undefined || end === undefined) {
    const [first = '…', last = '…'] = [from, to].map((text) => (text === '' ? '…' : text));
    return `${first} – ${last}`;
  }
  const day = start.slice(0, 10);
  const today = localTime(Date.now())?.slice(0, 10);
  const time = (text: string): string => text.slice(11, text.endsWith(':00.000') ? 16 : 19);
  if (!end.startsWith(day)) return `${start.slice(5, 16)} – ${end.slice(5, 16)}`;
  return `${day === today ? '' : `${day.slice(5)} `}${time(start)} – ${time(end)}`;
}
