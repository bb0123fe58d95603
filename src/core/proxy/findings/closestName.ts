import { editDistance } from '../../base/text/editDistance';

/** The most single-character edits that count as a typo. */
const mostChanges = 2;
/** Longer names are not compared: users do not type them. */
const longest = 64;

/**
 * The one name that the user probably meant: it differs only in case, or in one or two characters if the name is long
 * enough. Undefined if there is none, or if several are equally close.
 */
export function closestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > longest) return undefined;
  const most = Math.min(mostChanges, Math.floor(name.length / 4));
  let found: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let isShared = false;
  for (const other of names) {
    if (other === name || Math.abs(other.length - name.length) > most) continue;
    const changes = editDistance([...name.toLowerCase()], [...other.toLowerCase()]);
    if (changes > most) continue;
    isShared = changes === least || (isShared && changes > least);
    if (changes < least) {
      found = other;
      least = changes;
    }
  }
  return isShared ? undefined : found;
}
