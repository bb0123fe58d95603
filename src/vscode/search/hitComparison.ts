import { type Listeners, openListeners } from '../../core/base/async/listeners';
import type { PassingDocuments } from '../shared/passing';
import type { PassingText } from '../shared/passingText';

/** The hit that was chosen to be compared with another, in whichever panel. */
export interface HitComparison {
  /** Whether there is one to compare with. */
  readonly isSelected: boolean;
  select(hit: PassingText): void;
  readonly onDidSelect: Listeners<void>['event'];
  /** Shows the chosen one and this one beside each other. False where none was chosen. */
  with(hit: PassingText): Promise<boolean>;
}

export function openHitComparison(documents: Pick<PassingDocuments, 'compare'>): HitComparison {
  let selected: PassingText | undefined;
  const listeners = openListeners<void>();
  return {
    get isSelected() {
      return selected !== undefined;
    },
    select({ name, ending, text }) {
      // Of a long one the head is compared: nobody opens the whole from there.
      selected = { name, ending, text };
      listeners.fire();
    },
    onDidSelect: listeners.event,
    async with(hit) {
      if (selected === undefined) return false;
      await documents.compare(selected, hit);
      return true;
    },
  };
}
