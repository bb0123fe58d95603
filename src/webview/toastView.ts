import { debounce, element } from './dom';
import type { PageState } from './pageState';

const readableMs = 6_000;

/** A brief message at the bottom, which disappears by itself. */
export function toastView() {
  const root = element('p', { class: 'toast', role: 'status' });
  let drawn: PageState['said'];
  const going = debounce(readableMs, () => root.replaceChildren());

  return {
    root,
    update({ said }: PageState): void {
      if (said === drawn) return;
      drawn = said;
      root.replaceChildren(said?.text ?? '');
      going.later();
    },
  };
}
