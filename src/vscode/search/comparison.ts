import type { PassingDocuments } from '../shared/passing';
import type { PassingText } from '../shared/passingText';

/** The hit that was chosen to be compared with another, in whichever panel. */
export interface Comparison {
  /** Whether there is one to compare with. */
  readonly isSelected: boolean;
  select(hit: PassingText): void;
  /** Shows the chosen one and this one beside each other. False where none was chosen. */
  with(hit: PassingText): Promise<boolean>;
}

/** @param onSelect told that there is one to compare with */
export function openComparison(documents: Pick<PassingDocuments, 'compare'>, onSelect: () => void): Comparison {
  let selected: PassingText | undefined;
  return {
    get isSelected() {
      return selected !== undefined;
    },
    select({ name, ending, text }) {
      // Of a long one the head is compared: nobody opens the whole from there.
      selected = { name, ending, text };
      onSelect();
    },
    async with(hit) {
      if (selected === undefined) return false;
      await documents.compare(selected, hit);
      return true;
    },
  };
}
