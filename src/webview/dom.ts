/** Makes an element with attributes and children. Strings become text nodes: no string is read as HTML. */
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

export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

/** An input of one line, without the browser's suggestions. */
export function textInput(attributes: Readonly<Record<string, string>>): HTMLInputElement {
  return element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', ...attributes });
}

/** A select that calls `choose` with the value that the user chose. */
export function select(label: string, id: string, choose: (value: string) => void): HTMLSelectElement {
  const made = element('select', { id, 'aria-label': label, title: label });
  made.addEventListener('change', () => choose(made.value));
  return made;
}

/** Disables a button but keeps its focus, which `disabled` would drop. Its click handler has to check `isOff`. */
export function setOff(button: HTMLButtonElement, off: boolean): void {
  button.setAttribute('aria-disabled', String(off));
}

export function isOff(button: HTMLButtonElement): boolean {
  return button.getAttribute('aria-disabled') === 'true';
}

interface ButtonOptions {
  readonly icon?: string;
  /** The effect of the button, in more words than its label, and its key. By default the label. */
  readonly title?: string;
  /** Shows the icon alone; the label is for screen readers. */
  readonly isIconOnly?: boolean;
  readonly class?: string;
}

export function button(label: string, look: ButtonOptions, press = () => {}): HTMLButtonElement {
  const { icon: name, title = label, isIconOnly = false } = look;
  const made = element(
    'button',
    { type: 'button', title, ...(look.class !== undefined && { class: look.class }) },
    ...(name === undefined ? [] : [icon(name)]),
    element('span', { class: isIconOnly ? 'for-screen-readers' : 'label' }, label),
  );
  made.addEventListener('click', () => {
    if (!isOff(made)) press();
  });
  return made;
}

/** A bar of a share from 0 to 1. It gets a width here, because the page forbids styles in attributes. */
export function shareBar(share: number): HTMLElement {
  const bar = element('span', { class: 'share-bar', 'aria-hidden': 'true' });
  bar.style.width = `${Math.min(100, share * 100)}%`;
  return bar;
}

/** Sets a text only if it differs, because a screen reader announces it each time. */
export function setText(target: Node, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Sets a value only if it differs, because setting moves the caret to the end. */
export function setValue(target: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (target.value !== value) target.value = value;
}

/** Sets the options of a select, each a value and its label, unless it has them already. */
export function setOptions(target: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
  const isSame =
    target.options.length === options.length &&
    options.every(([value, label], at) => target.options[at]?.value === value && target.options[at]?.text === label);
  if (isSame) return;
  target.replaceChildren(...options.map(([value, label]) => element('option', { value }, label)));
}

/** Calls back when `later` was not called for this many milliseconds. */
export function debounce(ms: number, call: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = () => clearTimeout(timer);
  return {
    drop,
    later(): void {
      drop();
      timer = setTimeout(call, ms);
    },
  };
}
