import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { numberText, percentText } from '../l10n/numbers';
import type { PageView } from '../protocol/pageView';
import type { FieldValues, HitColumn } from '../protocol/resultPage';
import { Button, debounce, Icon, ShareBar, TextInput } from './controls';
import { usePage } from './pageContext';
import { pathText } from './valueFormat';

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
  const { view, dispatch } = usePage();
  const { shown, allFields, values } = view;
  const [filter, setFilter] = useState('');
  const asking = useMemo(() => debounce(soonMs), []);
  const fields = useMemo(() => listedFields(view), [shown?.page.table.fields, allFields]);
  const columns = view.columns;
  const wants = view.wantsAllFields;
  useLayoutEffect(() => {
    if (wants) asking.later(() => dispatch('listAllFields'));
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

/** The fields of the shown search: those of the page first. */
function listedFields({ shown, allFields: others = [] }: PageView): readonly HitColumn[] {
  const own = shown?.page.table.fields ?? [];
  if (others.length === 0) return own;
  const seen = new Set(own.map(({ path }) => path));
  return [...own, ...others.filter(({ path }) => !seen.has(path))];
}

/** The fields whose names contain all words of the filter, in their order. */
export function fieldsNamed(fields: readonly HitColumn[], filter: string, nameOf = (path: string) => path) {
  const words = filter.toLowerCase().split(/\s+/);
  return fields.filter(({ path }) => {
    const name = nameOf(path).toLowerCase();
    return words.every((word) => name.includes(word));
  });
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
          onClick={() => dispatch('toggleValues', path)}
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
          press={() => dispatch('toggleColumn', path)}
        />
      </div>
      {isOpen && <Values />}
    </li>
  );
}

/** The values of a field below its name: the number of hits with each, and buttons to search for them. */
function Values() {
  const { rows, figures, notes, path, status, isFailed } = usePage().view.values?.reply ?? counting();
  return (
    <div class="values">
      <p class={`values-status${isFailed === true ? ' problem' : ''}`} role="status">
        {status}
      </p>
      {rows.length > 0 && (
        <ul aria-label={l10n.t('Top values of {0}', pathText(path))}>
          {rows.map((row, at) => (
            <ValueRow key={at} {...row} />
          ))}
        </ul>
      )}
      {figures.length > 0 && (
        <dl class="range-of-values">
          {figures.map(({ name, text, stored }) => [<dt>{name}</dt>, <dd title={stored}>{text}</dd>])}
        </dl>
      )}
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </div>
  );
}

function counting(): FieldValues {
  return { path: '', rows: [], figures: [], notes: [], status: l10n.t('Counting values…') };
}

function ValueRow({ text, stored = text, hits, share, filter }: FieldValues['rows'][number]) {
  const { dispatch } = usePage();
  return (
    <li title={`${stored}\n${hits}`}>
      <span class="value">{text === '' ? l10n.t('(empty)') : text}</span>
      <span class="share" aria-hidden="true">
        {percentText(share)}
      </span>
      <span class="for-screen-readers">{`, ${hits}, ${percentText(share)}`}</span>
      <ShareBar share={share} />
      {filter !== undefined && (
        <span class="actions">
          <Button
            label={l10n.t('Filter For {0}', text)}
            icon="add"
            isIconOnly
            press={() => dispatch('addFilter', filter)}
          />
          <Button
            label={l10n.t('Filter Out {0}', text)}
            icon="remove"
            isIconOnly
            press={() => dispatch('addFilter', { ...filter, isOut: !filter.isOut })}
          />
        </span>
      )}
    </li>
  );
}
