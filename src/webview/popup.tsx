import type { ComponentChildren, TargetedKeyboardEvent, TargetedMouseEvent, TargetedToggleEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Button, type ButtonProps, Icon } from './controls';

interface PopupProps {
  readonly id: string;
  readonly label: string;
  readonly class: string;
  readonly role?: 'dialog' | 'menu';
  /** The button that opens it, unless something else does. */
  readonly button?: ButtonProps;
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
export function Popup({ id, label, class: name, role = 'dialog', button, first, onKeyDown, children }: PopupProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {button && <Button id={`${id}-button`} popovertarget={id} {...button} />}
      <div
        id={id}
        popover="auto"
        class={`popup ${name}`}
        role={role}
        aria-label={label}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState, currentTarget }: TargetedToggleEvent<HTMLElement>) => {
          if (newState !== 'open') return setOpen(false);
          const control = currentTarget.querySelector<HTMLElement>(first ?? 'input, select, button');
          control?.focus();
          if (control instanceof HTMLInputElement) control.select();
        }}
        onKeyDown={onKeyDown}
      >
        {isOpen && children()}
      </div>
    </>
  );
}

/** Whether Escape belongs to a popup. */
export function isAnyPopupOpen(): boolean {
  return document.querySelector(':popover-open') !== null;
}

/** Opens a popup below an element, by default its button, as a press of that does. */
export function openPopup(id: string, below = `${id}-button`): void {
  const source = document.getElementById(below);
  document.getElementById(id)?.togglePopover({ force: true, ...(source !== null && { source }) });
}

/** Closes the popup around an element, which gives the focus back. */
export function closePopupOf(element: Element): void {
  element.closest<HTMLElement>('[popover="auto"]')?.hidePopover();
}

interface MenuItem {
  readonly label: string;
  /** The key that does the same. */
  readonly shortcut?: string;
  /** For a toggle: whether it is on. */
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  press(): void;
}

/** An entry, or some values of which one is on, in a line of the menu. */
export type MenuEntry = MenuItem | { readonly label: string; readonly options: readonly MenuItem[] };

interface MenuProps extends Pick<PopupProps, 'id' | 'label' | 'button'> {
  /** In groups, with a line between those that are not empty. */
  readonly groups: () => readonly (readonly (MenuEntry | false)[])[];
}

/** A menu below a button. */
export function Menu({ groups, button, ...props }: MenuProps) {
  const entries = () => groups().map((group) => group.filter((entry) => entry !== false));
  return (
    <Popup
      {...props}
      {...(button && { button: { 'aria-haspopup': 'menu', ...button } })}
      class="menu"
      role="menu"
      first='[role^="menuitem"]'
      onKeyDown={moveInMenu}
    >
      {() =>
        entries()
          .filter(({ length }) => length > 0)
          .map((group, at) => [
            at > 0 && <hr key={`line ${at}`} />,
            group.map((entry) =>
              'options' in entry ? (
                <div key={entry.label} class="choice" role="group" aria-label={entry.label}>
                  <span class="label" aria-hidden="true">
                    {entry.label}
                  </span>
                  {entry.options.map((option) => (
                    <Item key={option.label} role="menuitemradio" {...option} />
                  ))}
                </div>
              ) : (
                <Item key={entry.label} role={entry.isOn === undefined ? 'menuitem' : 'menuitemcheckbox'} {...entry} />
              ),
            ),
          ])
      }
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

type ItemProps = MenuItem & { readonly role: 'menuitem' | 'menuitemcheckbox' | 'menuitemradio' };

function Item({ label, shortcut, isOn, isOff = false, press, role }: ItemProps) {
  /** Closes the menu before it acts, so that the focus may go elsewhere. */
  const onClick = ({ currentTarget }: TargetedMouseEvent<HTMLElement>): void => {
    if (isOff) return;
    closePopupOf(currentTarget);
    press();
  };
  return (
    <button type="button" role={role} tabIndex={-1} aria-disabled={isOff} aria-checked={isOn} onClick={onClick}>
      {role !== 'menuitemradio' && <Icon name={isOn === true ? 'check' : 'blank'} />}
      <span class="label">{label}</span>
      {shortcut !== undefined && (
        <span class="key" aria-hidden="true">
          {shortcut}
        </span>
      )}
    </button>
  );
}
