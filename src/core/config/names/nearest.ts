import { editDistance } from '../../base/text/editDistance';

/** Longer texts are not names, and comparing them takes time. */
const longest = 60;
const mostCandidates = 200;

/** The known name that is nearest to a mistyped one; undefined if none is near. */
export function nearestTo(name: string, known: readonly string[]): string | undefined {
  if (name.length > longest || known.length > mostCandidates) return undefined;
  const small = name.toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate.length > longest) continue;
    const other = candidate.toLowerCase();
    const steps = editDistance(small, other, least - 1);
    if (steps < least) [nearest, least] = [candidate, steps];
  }
  return nearest;
}
