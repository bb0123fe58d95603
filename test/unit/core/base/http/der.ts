/** Writes the DER (X.690) that the certificates and key stores of the tests are made of. */

export function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head =
    length < 0x80
      ? Buffer.of(tag, length)
      : length < 0x100
        ? Buffer.of(tag, 0x81, length)
        : Buffer.of(tag, 0x82, length >> 8, length & 0xff);
  return Buffer.concat([head, content]);
}

export const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);
export const integer = (bytes: Buffer): Buffer => der(0x02, bytes);
export const bitString = (bytes: Buffer): Buffer => der(0x03, Buffer.of(0), bytes);
export const octets = (bytes: Buffer): Buffer => der(0x04, bytes);

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}
