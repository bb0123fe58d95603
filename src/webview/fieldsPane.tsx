import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { numberText, percentText } from '../l10n/numbers';
import { plural } from '../l10n/plural';
import type { PageFailure } from '../protocol/pageMessages';
import type { QuestionFilter } from '../protocol/question';
import type { FieldValues, HitCell, HitColumn } from '../protocol/resultPage';
import { Button, debounce, Icon, ShareBar, TextInput } from './controls';
import { addFilter } from './formSteps';
import { usePage } from './pageContext';
import { columnPaths, fieldsNamed, listedFields, wantsAllFields } from './pageFields';
import { listAllFields, toggleColumn, toggleValues } from './pageSteps';
import { exactText, pathText } from './valueFormat';

/** The most fields that are drawn. The user finds the others by the filter. */
const mostDrawn = 100;
const soonMs = 20;

const typeIcons: readonly (readonly [icon: string, types: readonly string[]])[] = [
  ['calendar', ['date', 'date_nanos']],
  ['symbol-boolean', ['boolean']],
  ['globe', ['ip', 'geo_point', 'geo_shape']],
  [
    'symbol-number',
    ['long', 'integer', 'short', 'byte', 'unsigned_long', 'double', 'float', 'half_float', 'scaled_float'],
  ],
];

function iconOf(type: string | undefined): string {
  return typeIcons.find(([, types]) => types.includes(type ?? ''))?.[0] ?? 'symbol-string';
}

/** The fields beside the hits. Each can be a column, and show its values in all hits of the search. */
export function FieldsPane() {
  const { state, dispatch } = usePage();
  const { shown, allFields, values } = state;
  const [filter, setFilter] = useState('');
  const asking = useMemo(() => debounce(soonMs), []);
  const fields = useMemo(() => listedFields(state), [shown?.page.table.fields, allFields]);
  const columns = columnPaths(state);
  const wants = wantsAllFields(state);
  useLayoutEffect(() => {
    if (wants) asking.later(() => dispatch(listAllFields));
  }, [wants]);

  const found = fieldsNamed(fields, filter);
  const open = values?.path;
  const own = found.slice(0, mostDrawn);
  // The field with visible values stays in the list.
  const isListed = open === undefined || own.some(({ path }) => path === open);
  const visible = isListed ? own : [fields.find(({ path }) => path === open) ?? { path: open }, ...own];
  const hidden = found.length - own.length;
  return (
    <aside id="fields" class="fields-beside" aria-label={l10n.t('Fields')}>
      <TextInput
        aria-label={l10n.t('Filter fields')}
        placeholder={l10n.t('Filter fields')}
        value={filter}
        edit={setFilter}
      />
      <ul>
        {visible.map((field) => (
          <Field key={field.path} field={field} isColumn={columns.includes(field.path)} isOpen={field.path === open} />
        ))}
      </ul>
      {(hidden > 0 || visible.length === 0) && (
        <p class="none">
          {hidden === 0 ? l10n.t('No fields') : l10n.t('{0} more. Filter by name to see them.', numberText(hidden))}
        </p>
      )}
    </aside>
  );
}

interface FieldProps {
  readonly field: HitColumn;
  readonly isColumn: boolean;
  /** Whether its values are shown. */
  readonly isOpen: boolean;
}

function Field({ field: { path, type }, isColumn, isOpen }: FieldProps) {
  const { dispatch } = usePage();
  return (
    <li>
      <div class="field-line">
        <button
          type="button"
          class="field-name"
          aria-expanded={isOpen}
          title={type === undefined ? pathText(path) : `${pathText(path)}: ${type}`}
          onClick={() => dispatch(toggleValues, path)}
        >
          <Icon name={iconOf(type)} />
          <span class="value">{pathText(path)}</span>
          <span class="for-screen-readers">{type ?? ''}</span>
        </button>
        <Button
          label={isColumn ? l10n.t('Remove Column') : l10n.t('Add Column')}
          aria-description={pathText(path)}
          icon={isColumn ? 'remove' : 'add'}
          isIconOnly
          class="toggle-column"
          press={() => dispatch(toggleColumn, path)}
        />
      </div>
      {isOpen && <Values />}
    </li>
  );
}

/** The values of a field below its name: the number of hits with each, and buttons to search for them. */
function Values() {
  const counted = usePage().state.values?.reply;
  const isFailure = counted !== undefined && 'sentence' in counted;
  return (
    <div class="values">
      <p class={`values-status${isFailure ? ' problem' : ''}`} role="status">
        {statusOf(counted)}
      </p>
      {counted !== undefined && !isFailure && <CountedValues {...counted} />}
    </div>
  );
}

function CountedValues(counted: FieldValues) {
  const { path, top, total, missing, uncounted, range, partial } = counted;
  return (
    <>
      <ul aria-label={l10n.t('Top values of {0}', pathText(path))}>
        {top.map(({ cell, ...value }, at) => (
          <ValueRow key={at} text={cell.text} exact={exactText(cell)} total={total} {...value} />
        ))}
        {uncounted && <ValueRow text={l10n.t('Values that are not counted')} total={total} {...uncounted} />}
        {missing.hits > 0 && <ValueRow text={noneText(counted)} total={total} {...missing} />}
      </ul>
      {range !== undefined && (
        <dl class="range-of-values">
          <Pair name={l10n.t('Minimum')} cell={range.least} />
          <Pair name={l10n.t('Maximum')} cell={range.most} />
          <Pair name={l10n.t('Average')} cell={range.average} />
        </dl>
      )}
      {[...describeCount(counted), ...partial].map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </>
  );
}

interface ValueRowProps {
  readonly text: string;
  /** The text with all digits, if it has fewer. */
  readonly exact?: string | undefined;
  readonly hits: number;
  readonly total: number;
  readonly filter?: QuestionFilter | undefined;
}

function ValueRow({ text, exact = text, hits, total, filter }: ValueRowProps) {
  const { dispatch } = usePage();
  const share = total === 0 ? 0 : hits / total;
  const hitCount = plural(hits, { one: '{0} hit', other: '{0} hits' });
  return (
    <li title={`${exact}\n${hitCount}`}>
      <span class="value">{text === '' ? l10n.t('(empty)') : text}</span>
      <span class="share" aria-hidden="true">
        {percentText(share)}
      </span>
      <span class="for-screen-readers">{`, ${hitCount}, ${percentText(share)}`}</span>
      <ShareBar share={share} />
      {filter !== undefined && (
        <span class="actions">
          <Button
            label={l10n.t('Filter For {0}', text)}
            icon="add"
            isIconOnly
            press={() => dispatch(addFilter, filter)}
          />
          <Button
            label={l10n.t('Filter Out {0}', text)}
            icon="remove"
            isIconOnly
            press={() => dispatch(addFilter, { ...filter, isOut: !filter.isOut })}
          />
        </span>
      )}
    </li>
  );
}

function Pair({ name, cell }: { readonly name: string; readonly cell: HitCell }) {
  return (
    <>
      <dt>{name}</dt>
      <dd title={exactText(cell)}>{cell.text}</dd>
    </>
  );
}

function statusOf(counted: FieldValues | PageFailure | undefined): string {
  if (counted === undefined) return l10n.t('Counting values…');
  if ('sentence' in counted) return `${counted.sentence} ${counted.nextStep}`;
  return counted.top.length === 0 ? l10n.t('No hit has a value.') : '';
}

function noneText({ counted, path, missing, uncounted }: FieldValues): string {
  if (missing.isMaybeTooLong === true) return l10n.t('No value, or one too long to be counted');
  return counted === path || uncounted !== undefined
    ? l10n.t('No value')
    : l10n.t('No value in {0}', pathText(counted));
}

/** The number of values, and the parts of it that the engine does not know exactly. */
function describeCount({ counted, top, distinct, uncounted, isEstimate, total }: FieldValues): readonly string[] {
  const hits = plural(total, { one: '{0} hit', other: '{0} hits' });
  const values = top.length > 0 ? distinct : undefined;
  return [
    values &&
      (values.isExact
        ? plural(values.values, { one: '{0} value in {1}', other: '{0} values in {1}' }, hits)
        : l10n.t('About {0} values in {1}', numberText(values.values), hits)),
    uncounted &&
      l10n.t(
        'Values that are not counted are too long for {0}, or in indices in which the field has another type.',
        pathText(counted),
      ),
    isEstimate ? l10n.t('The engine estimates these counts.') : undefined,
  ].filter((text) => text !== undefined);
}
