import type { SearchCompletion } from '../protocol/pageMessages';
import { debounce, element, textInput } from './dom';
import { pathText } from './valueFormat';

interface ComboboxOptions {
  readonly id: string;
  /** The name for screen readers. */
  readonly label: string;
  /** The key that focuses it, if the page has one. */
  readonly key?: string;
  readonly listLabel: string;
  readonly hint: string;
  /** Whether it takes several values, separated by commas. */
  readonly isList: boolean;
  edited(value: string): void;
  /** Requests suggestions for `text`, which the caller passes to `show`. */
  wanted(text: string): void;
  closed(): void;
  /** Called when the user took a suggestion by Enter or a click, but not with Tab. */
  picked(): void;
}

const none: readonly SearchCompletion[] = [];

/** Suggestions are requested when typing pauses. */
const pauseMs = 120;

/**
 * A text input with suggestions below it, after the ARIA combobox pattern: the focus stays in the input, and the arrow
 * keys move through the list. After typing, Enter and Tab take the first suggestion; Escape closes the list instead.
 */
export function combobox(options: ComboboxOptions) {
  const { id, label, key, listLabel, hint, isList, edited, wanted, closed, picked } = options;
  const listId = `${id}-options`;
  const input = textInput({
    id,
    role: 'combobox',
    placeholder: hint,
    title: key === undefined ? label : `${label} (${key.toUpperCase()})`,
    ...(key !== undefined && { 'aria-keyshortcuts': key }),
    'aria-label': label,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': listId,
    'aria-describedby': `${id}-problem`,
  });
  const list = element('ul', { id: listId, class: 'popup options', role: 'listbox', 'aria-label': listLabel });
  list.popover = 'manual';
  let items = none;
  let active = -1;
  let isOpen = false;

  const part = () => completedPart(input.value, input.selectionStart ?? input.value.length, isList);
  const asking = debounce(pauseMs, () => wanted(part().text));

  function setOpen(open: boolean): void {
    if (open === isOpen) return;
    isOpen = open;
    input.setAttribute('aria-expanded', String(open));
    list.togglePopover({ force: open, source: input });
    if (!open) activate(-1);
  }

  function close(): void {
    asking.drop();
    setOpen(false);
    closed();
  }

  function activate(at: number): void {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = at;
    const option = list.children[at];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', option.id);
  }

  function take(at: number): void {
    const item = items[at];
    if (item === undefined) return;
    const { value, caret } = completedInput(input.value, part(), item.value);
    input.value = value;
    input.setSelectionRange(caret, caret);
    edited(value);
    close();
  }

  input.addEventListener('input', () => {
    edited(input.value);
    asking.later();
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen) {
      // Closes only the list, without canceling the search.
      event.stopPropagation();
      event.preventDefault();
      close();
    } else if ((event.key === ' ' && event.ctrlKey) || (event.key === 'ArrowDown' && !isOpen)) {
      event.preventDefault();
      wanted(part().text);
    } else if (!isOpen) {
      return;
    } else if (event.key === 'Enter' && items[active]?.value === part().text) {
      // The typed text is the suggestion already, so the form gets the key.
      close();
    } else if ((event.key === 'Enter' || event.key === 'Tab') && active >= 0) {
      if (event.key === 'Enter') event.preventDefault();
      take(active);
      if (event.key === 'Enter') picked();
    } else {
      const to = optionAfter(active, items.length, event.key);
      if (to === undefined) return;
      event.preventDefault();
      activate(to);
    }
  });
  // Keeps the focus in the input: losing it would close the list before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
    if (option === null) return;
    take([...list.children].indexOf(option));
    picked();
  });

  return {
    input,
    list,
    /** Shows suggestions, unless the only one equals the typed text. */
    show(next: readonly SearchCompletion[] = none): void {
      if (next === items) return;
      // If only the details of the same suggestions change, the active one stays.
      const areSame = next.length === items.length && next.every(({ value }, at) => value === items[at]?.value);
      const kept = areSame ? active : -1;
      items = next;
      active = -1;
      input.removeAttribute('aria-activedescendant');
      list.replaceChildren(
        ...next.map(({ value, detail }, at) =>
          element(
            'li',
            { id: `${listId}-${at}`, role: 'option', 'aria-selected': 'false' },
            element('span', { class: 'value' }, pathText(value)),
            ...(detail === undefined ? [] : [element('span', { class: 'detail' }, detail)]),
          ),
        ),
      );
      const isNews = next.length > 1 || (next[0] !== undefined && next[0].value !== part().text);
      setOpen(isNews && document.activeElement === input);
      if (isOpen && kept >= 0) activate(kept);
      else if (isOpen && part().text !== '') activate(0);
    },
  };
}

/**
 * The completed part of an input, [start, end), and its text up to the caret: the whole, or in a list the item at the
 * caret.
 */
export function completedPart(value: string, caret: number, isList: boolean) {
  const before = isList ? value.slice(0, caret).lastIndexOf(',') + 1 : 0;
  const comma = isList ? value.indexOf(',', caret) : -1;
  const start = before + (/^\s*/.exec(value.slice(before, caret))?.[0].length ?? 0);
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
