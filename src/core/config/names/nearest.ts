import { editDistance } from '../../base/text/editDistance';

/** Longer texts are no names, and comparing them takes time. */
const LONGEST = 60;
const MOST = 200;

/** The known name that is nearest to one that was mistyped; undefined if none is near. */
export function nearestTo(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST || known.length > MOST) return undefined;
  const small = name.toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate.length > LONGEST) continue;
    const steps = editDistance(small, candidate.toLowerCase());
    if (steps < least) [nearest, least] = [candidate, steps];
  }
  return nearest;
}
