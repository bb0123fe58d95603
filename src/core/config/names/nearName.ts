import { editDistance } from '../../base/text/editDistance';

/** Longer texts are not names, and comparing them takes time. */
const longest = 60;
const mostCandidates = 200;
/** Names from this length on may differ in two typos. */
const longNameLength = 10;
/** Shorter parts distinguish related names: `app-a` and `app-b`, `eu` and `us`. */
const shortestPart = 3;

/**
 * Whether one name is most likely the other with a typo: a letter more or less, another one, two that are swapped, or
 * upper case. Names that differ in digits or in a part of one or two letters differ on purpose.
 */
export function isNearName(one: string, other: string): boolean {
  if (one === other || one.length > longest || other.length > longest) return false;
  const [small, otherSmall] = [one.toLowerCase(), other.toLowerCase()];
  if (small === otherSmall) return true;
  if (withoutDigits(small) === withoutDigits(otherSmall)) return false;
  const most = Math.min(one.length, other.length) >= longNameLength ? 2 : 1;
  if (Math.abs(one.length - other.length) > most || !differsInWords(small, otherSmall)) return false;
  return editDistance(small, otherSmall, most) <= most;
}

function withoutDigits(name: string): string {
  return name.replace(/\d+/g, '');
}

function differsInWords(one: string, other: string): boolean {
  const [parts, others] = [one.split(/[^a-z0-9]+/), other.split(/[^a-z0-9]+/)];
  if (parts.length !== others.length) return Math.min(one.length, other.length) >= shortestPart;
  return parts.every(
    (part, at) => part === others[at] || Math.min(part.length, others[at]?.length ?? 0) >= shortestPart,
  );
}

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
