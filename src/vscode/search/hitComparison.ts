import { type Listeners, openListeners } from '../../core/base/async/listeners';
import type { EphemeralDocuments } from '../shared/ephemeralDocuments';
import type { EphemeralText } from '../shared/ephemeralText';

/** The hit that was chosen to be compared with another, in whichever panel. */
export interface HitComparison {
  /** Whether there is one to compare with. */
  readonly isSelected: boolean;
  select(hit: EphemeralText): void;
  readonly onDidSelect: Listeners<void>['event'];
  /** Shows the chosen one and this one beside each other. False where none was chosen. */
  with(hit: EphemeralText): Promise<boolean>;
}

export function openHitComparison(documents: Pick<EphemeralDocuments, 'compare'>): HitComparison {
  let selected: EphemeralText | undefined;
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
      await documents.compare({ title: `${selected.name} ↔ ${hit.name}`, left: selected, right: hit });
      return true;
    },
  };
}
