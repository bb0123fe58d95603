/** An IP address as a number of 128 bits; IPv4 is mapped into IPv6, as the engines store it. */
export type Address = bigint;

const mapped = 0xffff_0000_0000n;

function parseV4(text: string): bigint | undefined {
  const parts = text.split('.').map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 256));
  if (parts.length !== 4 || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

/** @returns `undefined` where the text is no address */
export function parseAddress(text: string): Address | undefined {
  const v4 = parseV4(text);
  if (v4 !== undefined) return mapped | v4;
  const halves = text.split('::');
  if (!/^[\da-fA-F:]+$/.test(text) || halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array<string>(Math.max(missing, 0)).fill('0'), ...tail];
  if (groups.some((group) => group === '' || group.length > 4)) return undefined;
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

/** In the short form: `10.0.0.1`, `2001:db8::fffa`. */
export function formatAddress(address: Address): string {
  if (address >> 32n === mapped >> 32n) {
    return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join('.');
  }
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((address >> BigInt(112 - index * 16)) & 0xffffn).toString(16),
  ).join(':');
  const zeros = [...groups.matchAll(/(?<![^:])0(?::0)+(?![^:])/g)].sort((a, b) => b[0].length - a[0].length)[0];
  if (zeros === undefined) return groups;
  const head = groups.slice(0, zeros.index).replace(/:$/, '');
  const tail = groups.slice(zeros.index + zeros[0].length).replace(/^:/, '');
  return `${head}::${tail}`;
}
