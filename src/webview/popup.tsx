import type { ComponentChildren, TargetedKeyboardEvent, TargetedMouseEvent, TargetedToggleEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from './controls';

interface PopupProps {
  /** For the `popovertarget` of the button that opens it. */
  readonly id: string;
  readonly label: string;
  readonly class: string;
  readonly role?: 'dialog' | 'menu';
  /** What gets the focus when it opens; by default its first control. */
  readonly first?: string;
  readonly onKeyDown?: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  /** Its contents, drawn only while it is open. */
  readonly children: () => ComponentChildren;
}

/**
 * A popup below the button that opens it. The browser closes it on Escape and on a click elsewhere, informs screen
 * readers, and restores the focus.
 */
export function Popup({ class: name, role = 'dialog', label, first = 'input, select, button', ...props }: PopupProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div
      id={props.id}
      popover="auto"
      class={`popup ${name}`}
      role={role}
      aria-label={label}
      onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
      onToggle={({ newState, currentTarget }: TargetedToggleEvent<HTMLElement>) => {
        if (newState !== 'open') return setOpen(false);
        const control = currentTarget.querySelector<HTMLElement>(first);
        control?.focus();
        if (control instanceof HTMLInputElement) control.select();
      }}
      onKeyDown={props.onKeyDown}
    >
      {isOpen && props.children()}
    </div>
  );
}

/** Whether Escape belongs to a popup. */
export function isAnyPopupOpen(): boolean {
  return document.querySelector(':popover-open') !== null;
}

/** Opens a popup below an element, as a press of its button does. */
export function openPopup(id: string, source: HTMLElement | null): void {
  document.getElementById(id)?.showPopover(source === null ? {} : { source });
}

/** Closes the popup around an element, which gives the focus back. */
export function closePopupOf(element: Element): void {
  element.closest<HTMLElement>('[popover="auto"]')?.hidePopover();
}

export interface MenuItem {
  readonly label: string;
  readonly key?: string;
  /** For a toggle: whether it is on. */
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  press(): void;
}

/** Some values of which one is on, in a line of the menu. */
export interface MenuChoice {
  readonly label: string;
  readonly options: readonly (Pick<MenuItem, 'label' | 'press' | 'isOff'> & { readonly isOn: boolean })[];
}

type MenuEntry = MenuItem | MenuChoice;

interface MenuProps {
  readonly id: string;
  readonly label: string;
  /** In groups, with a line between those that are not empty. */
  readonly groups: () => readonly (readonly MenuEntry[])[];
}

/** A menu below a button. */
export function Menu({ id, label, groups }: MenuProps) {
  const contents = () =>
    groups()
      .filter((group) => group.length > 0)
      .map((group, at) => [
        at > 0 && <hr key={`line ${at}`} />,
        ...group.map((entry) =>
          'options' in entry ? <Choice key={entry.label} {...entry} /> : <Item key={entry.label} {...entry} />,
        ),
      ]);
  return (
    <Popup id={id} label={label} class="menu" role="menu" first='[role^="menuitem"]' onKeyDown={moveInMenu}>
      {contents}
    </Popup>
  );
}

function moveInMenu(event: TargetedKeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = all.findIndex((item) => item.matches(':focus'));
  const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  all.at(to % all.length)?.focus();
}

/** Closes the menu before it acts, so that the focus may go elsewhere. */
function whenPressed({ isOff = false, press }: Pick<MenuItem, 'isOff' | 'press'>) {
  return ({ currentTarget }: TargetedMouseEvent<HTMLElement>) => {
    if (isOff) return;
    closePopupOf(currentTarget);
    press();
  };
}

function Item(item: MenuItem) {
  const { label, key, isOn, isOff = false } = item;
  return (
    <button
      type="button"
      role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
      tabIndex={-1}
      aria-disabled={isOff}
      aria-checked={isOn}
      onClick={whenPressed(item)}
    >
      <Icon name={isOn === true ? 'check' : 'blank'} />
      <span class="label">{label}</span>
      {key !== undefined && (
        <span class="key" aria-hidden="true">
          {key}
        </span>
      )}
    </button>
  );
}

function Choice({ label, options }: MenuChoice) {
  return (
    <div class="choice" role="group" aria-label={label}>
      <span class="label" aria-hidden="true">
        {label}
      </span>
      {options.map((option) => (
        <button
          key={option.label}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={option.isOn}
          aria-disabled={option.isOff ?? false}
          onClick={whenPressed(option)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
