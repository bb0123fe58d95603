/** Makes an element with attributes and children. Strings become text nodes: nothing here is ever read as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A codicon, which a screen reader passes over. */
export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

/**
 * Switches a button off so that it keeps the keyboard focus it may have, which `disabled` would throw away: its click
 * handler has to ask `isOff`.
 */
export function setOff(button: HTMLButtonElement, off: boolean): void {
  button.setAttribute('aria-disabled', String(off));
}

export function isOff(button: HTMLButtonElement): boolean {
  return button.getAttribute('aria-disabled') === 'true';
}
