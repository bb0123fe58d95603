import { createHash } from 'node:crypto';
import { unitsOfHoles } from '../source/markedHoles';

const otherCharacters = new RegExp(`[^\\p{L}\\p{N}${unitsOfHoles}]+`, 'u');

/** The form of a name with other signs (provider.Normalize): letters and digits, joined by `-`. Keeps unknown parts. */
export function normalizeName(name: string): string {
  return name.split(otherCharacters).filter(Boolean).join('-');
}

/** The suffix of routers of Kubernetes: the first ten bytes of the SHA-256 of the rule, in hex. */
export function hashOfRule(rule: string): string {
  return createHash('sha256').update(rule, 'utf8').digest('hex').slice(0, 20);
}

/** FNV-1 of 64 bits, in decimal: Traefik names canaries of Nomad and Consul by their sorted tags. */
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

/** A name, or a message with names, for the user: `*` for each unknown part. */
export function shownName(name: string): string {
  return name.replace(unknownParts, '*');
}

/**
 * Splits a name such as `auth@file`, as Traefik lists it: the name in its declaration, which may have an `@` itself, and
 * the text after the last `@`, empty if there is none.
 */
export function splitQualifiedName(name: string): { readonly own: string; readonly provider: string } {
  const sign = name.lastIndexOf('@');
  return sign < 0 ? { own: name, provider: '' } : { own: name.slice(0, sign), provider: name.slice(sign + 1) };
}
