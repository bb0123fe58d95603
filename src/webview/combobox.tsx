import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SearchCompletion } from '../protocol/pageView';
import { debounce, TextInput } from './controls';
import { pathText } from './valueFormat';

interface ComboboxProps {
  readonly id: string;
  /** The name for screen readers. */
  readonly label: string;
  /** The key that focuses it, if the page has one. */
  readonly shortcut?: string;
  readonly listLabel: string;
  readonly hint: string;
  readonly value: string;
  readonly problem: string | undefined;
  /** Whether it takes several values, separated by commas. */
  readonly isList: boolean;
  /** The suggestions; undefined: none were requested, or they are not wanted any more. */
  readonly items: readonly SearchCompletion[] | undefined;
  /** What else can be chosen in its list, below this label. */
  readonly others?: readonly { readonly label: string; take(): void }[];
  readonly othersLabel?: string;
  /** A new object each time that the list is to open by itself, at `others`. */
  readonly othersAsked?: object | undefined;
  edited(value: string): void;
  /** Requests suggestions for `text`. */
  wanted(text: string): void;
  closed(): void;
  /** Called when the user took a suggestion by Enter or a click, but not with Tab. */
  picked?(): void;
}

const none: readonly SearchCompletion[] = [];

/** Suggestions are requested when typing pauses. */
const pauseMs = 120;

/**
 * A text input with suggestions below it, after the ARIA combobox pattern: the focus stays in the input, and the arrow
 * keys move through the list. A click in the input opens the whole list. After typing, Enter and Tab take the first
 * suggestion; Escape closes the list instead.
 */
export function Combobox({ id, label, shortcut, hint, value, isList, items, others = [], ...props }: ComboboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [{ isOpen, active }, show] = useState({ isOpen: false, active: -1 });
  /** The text of the latest request, and the suggestions that were shown before. */
  const last = useRef({ text: '', items: none });
  const asking = useMemo(() => debounce(pauseMs), []);
  const listId = `${id}-options`;
  const shown = items ?? none;
  const options = shown.length + others.length;

  const part = () => {
    const { value: typed = value, selectionStart = null } = input.current ?? {};
    return completedPart(typed, selectionStart ?? typed.length, isList);
  };
  const ask = (text: string): void => {
    last.current.text = text;
    props.wanted(text);
  };
  const close = (): void => {
    asking.drop();
    show({ isOpen: false, active: -1 });
    props.closed();
  };
  const take = (at: number): void => {
    const item = shown[at];
    if (item === undefined) {
      close();
      others[at - shown.length]?.take();
      return;
    }
    const { value: next, caret } = completedInput(value, part(), item.value);
    props.edited(next);
    input.current?.setSelectionRange(caret, caret);
    close();
  };

  /** Whether a suggestion is for what is typed: those for earlier text stay until the next ones come. */
  const isForTyped = ({ value: suggested }: SearchCompletion): boolean =>
    suggested.toLowerCase().includes(part().text.trim().toLowerCase());

  useLayoutEffect(() => {
    const before = last.current.items;
    last.current.items = shown;
    if (items === undefined) return;
    const isNews = items.length > 1 || (items[0] !== undefined && items[0].value !== part().text) || others.length > 0;
    if (!isNews || document.activeElement !== input.current) return show({ isOpen: false, active: -1 });
    // If only the details of the same suggestions change, the active one stays.
    const areSame = items.length === before.length && items.every(({ value }, at) => value === before[at]?.value);
    const first = last.current.text !== '' && items.length > 0 ? 0 : -1;
    const isOther = active >= before.length && last.current.text === '';
    const kept = isOther ? active - before.length + items.length : areSame && active >= 0 ? active : first;
    show({ isOpen: true, active: kept });
  }, [items]);
  useLayoutEffect(() => {
    if (props.othersAsked === undefined) return;
    input.current?.focus();
    input.current?.select();
    show({ isOpen: true, active: shown.length });
    ask('');
  }, [props.othersAsked]);
  useLayoutEffect(() => {
    list.current?.togglePopover({ force: isOpen, ...(input.current !== null && { source: input.current }) });
  }, [isOpen]);
  useLayoutEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    const activeItem = shown[active];
    if (key === 'Escape' && isOpen) {
      // Closes only the list, without canceling the search.
      event.stopPropagation();
      event.preventDefault();
      close();
    } else if ((key === ' ' && event.ctrlKey) || (key === 'ArrowDown' && !isOpen)) {
      event.preventDefault();
      ask(part().text);
    } else if (!isOpen) {
      return;
    } else if ((key === 'Enter' || key === 'Tab') && activeItem !== undefined && !isForTyped(activeItem)) {
      close();
    } else if (key === 'Enter' && activeItem?.value === part().text) {
      // The typed text is the suggestion already, so the form gets the key.
      close();
    } else if ((key === 'Enter' || key === 'Tab') && active >= 0) {
      if (key === 'Enter') event.preventDefault();
      const isValue = active < shown.length;
      take(active);
      if (key === 'Enter' && isValue) props.picked?.();
    } else {
      const to = optionAfter(active, options, key);
      if (to === undefined) return;
      event.preventDefault();
      show({ isOpen, active: to });
    }
  };
  const option = (at: number, text: string, detail?: string) => (
    <div
      key={at}
      id={`${listId}-${at}`}
      role="option"
      aria-selected={at === active}
      onClick={() => {
        take(at);
        if (at < shown.length) props.picked?.();
      }}
    >
      <span class="value">{text}</span>
      {detail !== undefined && <span class="detail">{detail}</span>}
    </div>
  );
  return (
    <>
      <TextInput
        ref={input}
        id={id}
        role="combobox"
        placeholder={hint}
        title={shortcut === undefined ? label : `${label} (${shortcut.toUpperCase()})`}
        aria-keyshortcuts={shortcut}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-describedby={`${id}-problem`}
        aria-invalid={props.problem !== undefined}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        value={value}
        edit={(text) => {
          props.edited(text);
          asking.later(() => ask(part().text));
        }}
        onBlur={close}
        onClick={() => !isOpen && ask('')}
        onKeyDown={onKeyDown}
      />
      <span id={`${id}-problem`} class="problem">
        {props.problem}
      </span>
      <div
        ref={list}
        id={listId}
        class="popup options"
        role="listbox"
        aria-label={props.listLabel}
        popover="manual"
        // Keeps the focus in the input: losing it would close the list before the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {shown.map((item, at) => option(at, pathText(item.value), item.detail))}
        {others.length > 0 && (
          <div role="group" aria-label={props.othersLabel}>
            <div class="group-name" aria-hidden="true">
              {props.othersLabel}
            </div>
            {others.map(({ label }, at) => option(shown.length + at, label))}
          </div>
        )}
      </div>
    </>
  );
}

/**
 * The completed part of an input, [start, end), and its text up to the caret: the whole, or in a list the item at the
 * caret.
 */
export function completedPart(value: string, caret: number, isList: boolean) {
  const before = isList ? value.slice(0, caret).lastIndexOf(',') + 1 : 0;
  const comma = isList ? value.indexOf(',', caret) : -1;
  // A minus excludes only after another name; no index name starts with it.
  const start = before + ((before > 0 ? /^\s*-?/ : /^\s*/).exec(value.slice(before, caret))?.[0].length ?? 0);
  return { start, end: comma < 0 ? value.length : comma, text: value.slice(start, caret) };
}

/** The input and the caret after a completion was inserted. */
export function completedInput(
  value: string,
  { start, end }: Pick<ReturnType<typeof completedPart>, 'start' | 'end'>,
  completion: string,
): { value: string; caret: number } {
  return { value: value.slice(0, start) + completion + value.slice(end), caret: start + completion.length };
}

/**
 * The option that a key moves to; -1 is none, before the first and after the last.
 *
 * @returns undefined for a key that does not move
 */
export function optionAfter(active: number, options: number, key: string): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1 >= options ? -1 : active + 1;
    case 'ArrowUp':
      return active < 0 ? options - 1 : active - 1;
    case 'PageDown':
      return Math.min(options - 1, active + 8);
    case 'PageUp':
      return Math.max(0, active - 8);
    default:
      return undefined;
  }
}
