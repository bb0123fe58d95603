import { debounce, element } from './dom';
import type { PageState } from './pageState';

const readableMs = 6_000;

/** A brief message at the bottom, which disappears by itself. */
export function toastView() {
  const root = element('p', { class: 'toast', role: 'status' });
  let drawn: PageState['announcement'];
  const going = debounce(readableMs, () => root.replaceChildren());

  return {
    root,
    update({ announcement }: PageState): void {
      if (announcement === drawn) return;
      drawn = announcement;
      root.replaceChildren(announcement?.text ?? '');
      going.later();
    },
  };
}
