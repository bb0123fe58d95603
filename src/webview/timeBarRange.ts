import * as l10n from '@vscode/l10n';
import { element } from './dom';

/**
 * The bars as a list. The user chooses a range by a drag, a click, or (Shift with) arrow keys and Enter; Escape drops
 * it.
 *
 * @param onBar gets the text of the bar under the pointer or focus; undefined for none
 * @param choose gets the first and the last bar that the user chose
 */
export function barRange(onBar: (text: string | undefined) => void, choose: (first: number, last: number) => void) {
  const root = element('div', {
    class: 'bars-list',
    role: 'listbox',
    tabindex: '0',
    'aria-label': l10n.t('Hits over time'),
    'aria-multiselectable': 'true',
    'aria-orientation': 'horizontal',
  });
  let bars: readonly HTMLElement[] = [];
  let texts: readonly string[] = [];
  /** The bar that keys start from, and the other end of the range. */
  let at = 0;
  let anchor: number | undefined;
  let isDragging = false;
  let isAllowed = false;

  function show(): void {
    const [first, last] = anchor === undefined ? [-1, -1] : [Math.min(at, anchor), Math.max(at, anchor)];
    for (const [place, bar] of bars.entries()) {
      bar.setAttribute('aria-selected', String(place >= first && place <= last));
      bar.classList.toggle('active', place === at);
    }
    const active = bars[at];
    if (active === undefined) root.removeAttribute('aria-activedescendant');
    else root.setAttribute('aria-activedescendant', active.id);
  }

  function move(to: number, isRange: boolean): void {
    if (isRange) anchor ??= at;
    else anchor = undefined;
    at = Math.max(0, Math.min(bars.length - 1, to));
    show();
    onBar(texts[at]);
  }

  function chooseRange(): void {
    if (!isAllowed || bars.length === 0) return;
    const other = anchor ?? at;
    anchor = undefined;
    show();
    choose(Math.min(at, other), Math.max(at, other));
  }

  function barAt({ clientX }: PointerEvent): number {
    const { left, width } = root.getBoundingClientRect();
    const place = width === 0 ? 0 : Math.floor(((clientX - left) / width) * bars.length);
    return Math.max(0, Math.min(bars.length - 1, place));
  }

  root.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || bars.length === 0) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (to !== undefined) move(to, event.shiftKey && isAllowed);
    else if (event.key === 'Enter' || event.key === ' ') chooseRange();
    else if (event.key === 'Escape' && anchor !== undefined) {
      isDragging = false;
      move(at, false);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  });
  root.addEventListener('focus', () => onBar(texts[at]));
  root.addEventListener('blur', () => onBar(undefined));

  root.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !isAllowed) return;
    isDragging = true;
    root.setPointerCapture(event.pointerId);
    anchor = undefined;
    move(barAt(event), false);
    anchor = at;
    show();
  });
  root.addEventListener('pointermove', (event) => {
    if (isDragging) move(barAt(event), true);
    else onBar(texts[barAt(event)]);
  });
  root.addEventListener('pointerup', () => {
    if (isDragging) chooseRange();
    isDragging = false;
  });
  root.addEventListener('pointercancel', () => {
    isDragging = false;
    move(at, false);
  });
  root.addEventListener('pointerleave', () => {
    if (!isDragging) onBar(document.activeElement === root ? texts[at] : undefined);
  });

  return {
    root,
    use(next: readonly string[]): void {
      texts = next;
      at = 0;
      anchor = undefined;
      isDragging = false;
      bars = next.map((text, place) =>
        element('div', { id: `time-bar-${place}`, role: 'option', 'aria-selected': 'false', 'aria-label': text }),
      );
      root.replaceChildren(...bars);
      root.hidden = bars.length === 0;
      show();
      if (document.activeElement === root) onBar(texts[at]);
    },
    allow(allowed: boolean): void {
      isAllowed = allowed;
      root.classList.toggle('narrows', allowed);
      root.title = allowed ? l10n.t('Drag to search in a time range, or press Shift+Arrow and Enter') : '';
    },
  };
}
