import { createHash } from 'node:crypto';
import { unitsOfHoles } from '../source/markedHoles';

const otherCharacters = new RegExp(`[^\\p{L}\\p{N}${unitsOfHoles}]+`, 'u');

/**
 * What Traefik makes of a name with other signs (provider.Normalize): letters and digits, joined by `-`. Unknown parts
 * stay what they are.
 */
export function normalizeName(name: string): string {
  return name.split(otherCharacters).filter(Boolean).join('-');
}

/** The suffix that routers of Kubernetes carry: the first ten bytes of the SHA-256 of the rule, in hex. */
export function hashOfRule(rule: string): string {
  return createHash('sha256').update(rule, 'utf8').digest('hex').slice(0, 20);
}

/** FNV-1 of 64 bits, in decimal: how Nomad and Consul name canaries, by their sorted tags. */
export function hashOfTags(tags: readonly string[]): string {
  const bytes = Buffer.from([...tags].sort(compareBytes).join(''), 'utf8');
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, hash * 0x100000001b3n) ^ BigInt(byte);
  return String(hash);
}

/** Go's order of strings: by their UTF-8 bytes. */
export function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one, 'utf8'), Buffer.from(other, 'utf8'));
}

const unknownParts = new RegExp(`[${unitsOfHoles}]+`, 'g');

/** A name, or a message with names, as a person reads it: `*` for each part that is not known. */
export function shownName(name: string): string {
  return name.replace(unknownParts, '*');
}
