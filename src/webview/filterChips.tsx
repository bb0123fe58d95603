import * as l10n from '@vscode/l10n';
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { plural } from '../l10n/plural';
import { localTime } from '../protocol/localTime';
import type { ChipPlace, EditedFilter, FormEdit } from '../protocol/pageView';
import type { HitAnchor, QuestionFilter, SortKey } from '../protocol/question';
import { Button, Icon, TextInput } from './controls';
import { usePage } from './pageContext';
import { closePopupOf, Menu, openPopup, Popup } from './popup';
import { pathText } from './valueFormat';

/**
 * The filters beside the range. Before them is the hit of a search around a hit, after them the hidden sort keys. Where
 * there is no room for them, a button shows them below it (style/chips.css).
 */
export function FilterChips() {
  const { view, dispatch } = usePage();
  const { filters, around, sort, body } = view.form;
  const order = view.unseenOrder;
  const count = filters.length + order.length + (around === undefined ? 0 : 1);
  const narrow = (to: FormEdit) => dispatch('narrowForm', to);
  /** The chip that gets the focus when the host has told the filters. */
  const next = useRef<string>(undefined);
  useLayoutEffect(() => {
    document.getElementById(next.current ?? '')?.focus();
    next.current = undefined;
  }, [filters]);
  const replace = (place: ChipPlace, at: number, by: QuestionFilter | undefined): void => {
    const others = filters.filter((other, index) => index !== at && other.clause !== by?.clause);
    const before = filters.slice(0, at).filter((other) => others.includes(other)).length;
    const changed = by === undefined ? others : others.toSpliced(before, 0, by);
    next.current = chipId(place, Math.min(before, changed.length - 1));
    narrow({ filters: changed });
  };
  const { editing } = view;
  useLayoutEffect(() => {
    if (editing?.reply === undefined) return;
    const { at, place, filter, reply } = editing;
    const editor = document.getElementById(`${chipId(place, at)}-editor`);
    if (reply.edited === undefined) {
      const first = editor?.querySelector<HTMLElement>('input, textarea');
      first?.focus();
      if (first instanceof HTMLInputElement) first.select();
    } else {
      editor?.hidePopover();
      if (reply.edited.clause !== filter.clause && filters[at]?.clause === filter.clause)
        replace(place, at, reply.edited);
    }
  }, [editing?.reply]);
  if (count === 0 || body !== undefined) return <span class="chips-room" />;
  const sizeClass = `chips-${Math.min(count, 6)}`;
  const chips = (place: ChipPlace) => (
    <ul class="chips" aria-label={l10n.t('Filters and sort order')}>
      {around !== undefined && <AnchorChip around={around} remove={() => narrow({ around: null })} />}
      {filters.map((filter, at) => (
        // By its place: the focus stays there when it is changed.
        <FilterChip key={at} filter={filter} at={at} place={place} replace={(by) => replace(place, at, by)} />
      ))}
      {order.map((key) => (
        <OrderChip
          key={key.field}
          {...key}
          remove={() => narrow({ sort: sort.filter(({ field }) => field !== key.field) })}
        />
      ))}
    </ul>
  );
  return (
    <span class="chips-room">
      <span class={`chips-shown ${sizeClass}`}>{chips('row')}</span>
      <Popup
        id="chips-popup"
        label={l10n.t('Filters and sort order')}
        class="chips-popup"
        first="button"
        button={{
          label: plural(count, { one: '{0} filter', other: '{0} filters' }),
          icon: 'filter',
          class: `chips-folded ${sizeClass}`,
        }}
      >
        {() => chips('popup')}
      </Popup>
    </span>
  );
}

interface ChipProps {
  readonly label: string;
  readonly title?: string;
  readonly remove: () => void;
  readonly children: ComponentChildren;
}

/** A chip that can only be removed. */
function Chip({ label, title, remove, children }: ChipProps) {
  return (
    <li class="chip order">
      {children}
      <Button label={label} title={title ?? label} icon="close" isIconOnly press={remove} />
    </li>
  );
}

function AnchorChip({ around: { at, id }, remove }: Pick<ChipProps, 'remove'> & { readonly around: HitAnchor }) {
  const what = (at === undefined ? undefined : localTime(at)) ?? pathText(id);
  return (
    <Chip label={l10n.t('Show hits of any time')} remove={remove}>
      <Icon name="target" />
      <span class="words" title={l10n.t('Document {0}', pathText(id))}>
        {l10n.t('Around {0}', what)}
      </span>
    </Chip>
  );
}

function OrderChip({ field, order, remove }: SortKey & Pick<ChipProps, 'remove'>) {
  const name = pathText(field);
  const isUp = order === 'asc';
  return (
    <Chip label={l10n.t('Stop Sorting by {0}', name)} title={l10n.t('Stop sorting by this field')} remove={remove}>
      <span class="words" aria-hidden="true">
        {l10n.t('Sorted by {0}', name)}
      </span>
      <span class="for-screen-readers">
        {isUp ? l10n.t('Sorted by {0}, ascending', name) : l10n.t('Sorted by {0}, descending', name)}
      </span>
      <Icon name={isUp ? 'arrow-up' : 'arrow-down'} />
    </Chip>
  );
}

function chipId(place: ChipPlace, at: number): string {
  return `${place}-filter-${at}`;
}

interface FilterChipProps extends EditedFilter {
  /** Replaces this filter by another, or by none. */
  readonly replace: (by: QuestionFilter | undefined) => void;
}

/** A filter beside the range. Its label opens a menu of all actions; the × is for the mouse only. */
function FilterChip({ filter, at, place, replace }: FilterChipProps) {
  const { dispatch } = usePage();
  const id = chipId(place, at);
  const { label, isOut, isOff = false } = filter;
  const means = isOut ? l10n.t('Exclude: {0}', label) : l10n.t('Include: {0}', label);
  const name = isOff ? l10n.t('{0} (disabled)', means) : means;
  const { isOff: _, ...applied } = filter;
  const remove = () => replace(undefined);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLButtonElement>): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else if (event.key === 'ArrowDown') openPopup(`${id}-menu`, id);
    else return;
    event.preventDefault();
  };
  return (
    <li class={`chip${isOut ? ' out' : ''}${isOff ? ' off' : ''}`}>
      <button
        type="button"
        id={id}
        class="opener"
        aria-label={name}
        aria-haspopup="menu"
        title={[name, filter.clause, l10n.t('Select to edit, invert, disable, or remove.')].join('\n')}
        // The style draws it, because the accessible name has another word for it.
        data-not={isOut ? l10n.t('NOT') : undefined}
        popovertarget={`${id}-menu`}
        onKeyDown={onKeyDown}
      >
        <span class="words">{label}</span>
      </button>
      <Button
        label={l10n.t('Remove filter: {0}', label)}
        title={l10n.t('Remove filter (Delete)')}
        icon="close"
        isIconOnly
        tabIndex={-1}
        press={remove}
      />
      <Menu
        id={`${id}-menu`}
        label={l10n.t('Filter {0}', label)}
        groups={() => [
          [
            {
              label: l10n.t('Edit…'),
              press: () => {
                dispatch('editFilter', { filter, at, place });
                openPopup(`${id}-editor`, id);
              },
            },
            { label: l10n.t('Invert'), press: () => replace({ ...filter, isOut: !isOut }) },
            {
              label: isOff ? l10n.t('Enable') : l10n.t('Disable'),
              press: () => replace(isOff ? applied : { ...applied, isOff: true }),
            },
          ],
          [{ label: l10n.t('Remove'), press: remove }],
        ]}
      />
      <Popup id={`${id}-editor`} label={l10n.t('Edit filter: {0}', label)} class="form-popup" first="input, textarea">
        {() => <FilterEditor />}
      </Popup>
    </li>
  );
}

/** The editable part of a filter. The host makes a filter of it again, or says what is wrong. */
function FilterEditor() {
  const { view, dispatch } = usePage();
  const { editing } = view;
  const { field: about, inputs = [], isJson = false, problem = '' } = editing?.reply ?? {};
  const [typed, setTyped] = useState<readonly string[]>([]);
  const texts = inputs.map(({ text }, at) => typed[at] ?? text);
  const submit = () =>
    editing &&
    dispatch('editFilter', { filter: editing.filter, at: editing.at, place: editing.place, texts: [...texts] });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' || (isJson && !event.ctrlKey && !event.metaKey)) return;
    // Enter must neither search nor insert a line break.
    event.preventDefault();
    submit();
  };
  return (
    <>
      {about !== undefined && <p class="about">{pathText(about)}</p>}
      {inputs.map(({ label }, at) => (
        <label key={label}>
          <span>{label}</span>
          <TextInput
            rows={isJson ? 8 : undefined}
            aria-invalid={problem !== ''}
            aria-label={label}
            value={texts[at] ?? ''}
            edit={(text) => setTyped(texts.with(at, text))}
            onKeyDown={onKeyDown}
          />
        </label>
      ))}
      <p class="why" role="alert">
        {problem}
      </p>
      <div class="buttons">
        <Button
          label={l10n.t('Apply')}
          title={l10n.t('Apply ({0})', isJson ? 'Ctrl+Enter' : 'Enter')}
          class="primary"
          press={submit}
        />
        <Button
          label={l10n.t('Cancel')}
          title={l10n.t('Cancel ({0})', 'Escape')}
          class="secondary"
          onClick={({ currentTarget }) => closePopupOf(currentTarget)}
        />
      </div>
    </>
  );
}
