/**
 * A browser for the page's views: happy-dom's document, with what it leaves out of the standard and the views count on. Import
 * it before them, because some ask on loading which browser they are in.
 */
import { mock } from 'node:test';
import { Window } from 'happy-dom';

const browser = new Window({ url: 'https://page.example.test/', width: 1200, height: 900 });

/** What the views, and the tests of them, use of a browser by its name. */
const names = [
  'document',
  'getComputedStyle',
  'getSelection',
  'matchMedia',
  'addEventListener',
  'removeEventListener',
  'requestAnimationFrame',
  'dispatchEvent',
  'Element',
  'Event',
  'HTMLButtonElement',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLSelectElement',
  'InputEvent',
  'KeyboardEvent',
  'MouseEvent',
  'Node',
  'PointerEvent',
] as const;

/** https://html.spec.whatwg.org/multipage/interaction.html#toggleevent */
class ToggleEvent extends browser.Event {
  constructor(
    type: string,
    readonly newState: 'open' | 'closed',
  ) {
    super(type, {});
  }
}

// Node has one from version 21 on.
if (globalThis.navigator === undefined) Object.defineProperty(globalThis, 'navigator', { value: browser.navigator });

/** Opens an empty document for each test of a `describe`, in which time passes by `passTime` only. */
export function withBrowser(): void {
  const had = new Map<string, PropertyDescriptor | undefined>();
  before(() => {
    for (const name of [...names, 'ToggleEvent']) {
      had.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      const value = name === 'ToggleEvent' ? ToggleEvent : Reflect.get(browser, name);
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
    }
    completeBrowser();
  });
  beforeEach(() => {
    document.body.remove();
    document.documentElement.append(document.createElement('body'));
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  });
  afterEach(() => mock.timers.reset());
  after(() => {
    for (const [name, descriptor] of had) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  });
}

/** Lets so many milliseconds pass. */
export function passTime(milliseconds: number): void {
  mock.timers.tick(milliseconds);
}

const openAttribute = 'data-open-popover';
let isComplete = false;

/** Adds to happy-dom what it has not: visibility and focus by `hidden`, and popovers. */
function completeBrowser(): void {
  if (isComplete) return;
  isComplete = true;
  const { prototype } = HTMLElement;
  const focus = prototype.focus;
  Object.assign(prototype, {
    checkVisibility(this: HTMLElement): boolean {
      return this.isConnected && this.closest(`[hidden], [popover]:not([${openAttribute}])`) === null;
    },
    focus(this: HTMLElement): void {
      const isFocusable = this.hasAttribute('tabindex') || this.matches('a[href], button, input, select, textarea');
      if (isFocusable && this.checkVisibility()) focus.call(this);
    },
    showPopover(this: HTMLElement): void {
      if (this.hasAttribute(openAttribute)) return;
      this.dispatchEvent(new ToggleEvent('beforetoggle', 'open') as unknown as Event);
      if (this.popover === 'auto') closePopovers();
      openers.set(this, document.activeElement);
      this.setAttribute(openAttribute, '');
      this.dispatchEvent(new ToggleEvent('toggle', 'open') as unknown as Event);
    },
    hidePopover(this: HTMLElement): void {
      if (!this.hasAttribute(openAttribute)) return;
      this.dispatchEvent(new ToggleEvent('beforetoggle', 'closed') as unknown as Event);
      const opener = openers.get(this);
      const hadFocus = this.contains(document.activeElement);
      this.removeAttribute(openAttribute);
      if (hadFocus && opener instanceof HTMLElement) opener.focus();
      this.dispatchEvent(new ToggleEvent('toggle', 'closed') as unknown as Event);
    },
    togglePopover(this: HTMLElement, to?: boolean | { force?: boolean }): boolean {
      const isForced = typeof to === 'object' ? to.force : to;
      if (isForced ?? !this.hasAttribute(openAttribute)) this.showPopover();
      else this.hidePopover();
      return this.hasAttribute(openAttribute);
    },
    matches(this: HTMLElement, selector: string): boolean {
      return matches.call(this, popoverSelector(selector));
    },
    querySelectorAll(this: HTMLElement, selector: string) {
      return querySelectorAll.call(this, popoverSelector(selector));
    },
  });
  const { querySelector } = document;
  document.querySelector = (selector: string) => querySelector.call(document, popoverSelector(selector));
}

const openers = new WeakMap<HTMLElement, Element | null>();
const popoverSelector = (selector: string) => selector.replaceAll(':popover-open', `[${openAttribute}]`);
const querySelectorAll = browser.Element.prototype.querySelectorAll as (this: Element, selector: string) => unknown;
const matches = browser.Element.prototype.matches as (this: Element, selector: string) => boolean;

/** Closes what a press elsewhere, or Escape, closes. Returns whether there was anything. */
export function closePopovers(): boolean {
  const open = [...document.querySelectorAll<HTMLElement>(`[popover="auto"][${openAttribute}]`)];
  for (const popover of open) popover.hidePopover();
  return open.length > 0;
}
