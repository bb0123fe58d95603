import { type Listeners, openListeners } from '../../core/base/async/listeners';
import type { EphemeralDocuments } from '../shared/ephemeralDocuments';
import type { EphemeralText } from '../shared/ephemeralText';

/** The hit that the user selected for comparing, in any panel. */
interface HitComparison {
  readonly isSelected: boolean;
  select(hit: EphemeralText): void;
  readonly onDidSelect: Listeners<void>['event'];
  /** Shows the selected hit and this one side by side. Returns false if none was selected. */
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
      // Of a long hit only the beginning is compared: users do not open the whole from there.
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
