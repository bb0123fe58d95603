import { element } from './dom';

/**
 * Lets a button open and close a popup below it. The browser closes it on Escape and on a click elsewhere, informs
 * screen readers, and restores the focus.
 *
 * @param fill called before it opens
 * @param focus called after it opened
 */
export function popupButton(button: HTMLButtonElement, popup: HTMLElement, fill: () => void, focus: () => void): void {
  popup.popover = 'auto';
  button.popoverTargetElement = popup;
  const whenOpening = (act: () => void) => (event: Event) => {
    if (event instanceof ToggleEvent && event.newState === 'open') act();
  };
  popup.addEventListener('beforetoggle', whenOpening(fill));
  popup.addEventListener('toggle', whenOpening(focus));
}

/** Whether Escape belongs to a popup. */
export function isAnyOpen(): boolean {
  return document.querySelector(':popover-open') !== null;
}

export interface MenuItem {
  readonly label: string;
  /** For a toggle: whether it is on. */
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  /** Whether a line separates it from the item before. */
  readonly isAfterSeparator?: boolean;
  press(): void;
}

/** Groups of items as one menu, with a line between groups that are not empty. */
export function groupedItems(...groups: readonly (readonly MenuItem[])[]): readonly MenuItem[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => group.map((item, place) => ({ ...item, isAfterSeparator: at > 0 && place === 0 })));
}

/** A menu below a button. Its items are made each time it opens. */
export function menu(button: HTMLButtonElement, label: string, items: () => readonly MenuItem[]): HTMLElement {
  const root = element('div', { class: 'popup menu', role: 'menu', 'aria-label': label });
  button.setAttribute('aria-haspopup', 'menu');
  popupButton(
    button,
    root,
    () => root.replaceChildren(...items().flatMap(itemViews)),
    () => itemsOf(root)[0]?.focus(),
  );
  root.addEventListener('keydown', (event) => {
    const all = itemsOf(root);
    const at = all.findIndex((item) => item.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all.at(to % all.length)?.focus();
  });

  function itemViews({ label, isOn, isOff = false, isAfterSeparator, press }: MenuItem): readonly HTMLElement[] {
    const made = element(
      'button',
      {
        type: 'button',
        role: isOn === undefined ? 'menuitem' : 'menuitemcheckbox',
        tabindex: '-1',
        'aria-disabled': String(isOff),
        ...(isOn !== undefined && { 'aria-checked': String(isOn) }),
      },
      element('span', { class: `codicon codicon-${isOn === true ? 'check' : 'blank'}`, 'aria-hidden': 'true' }),
      label,
    );
    made.addEventListener('click', () => {
      if (isOff) return;
      root.hidePopover();
      press();
    });
    return isAfterSeparator === true ? [element('hr', { role: 'separator' }), made] : [made];
  }
  return root;
}

function itemsOf(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}
