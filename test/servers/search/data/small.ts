import { mappingOf } from '../store/mapping';
import type { NewDocument } from '../store/search-index';

/** The mapping of the small indices that are there for what is special about them, not for their documents. */
export const smallMapping = mappingOf({ code: 'keyword', k: 'keyword', n: 'long' });

/** Twelve documents whose `code` is a keyword, where `access-logs` has a long. */
export function smallDocuments(): NewDocument[] {
  return Array.from({ length: 12 }, (_, index) => ({
    id: String(index),
    source: `{"k": "v${index}", "n": ${index}, "code": "x${index}"}`,
  }));
}
