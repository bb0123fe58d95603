import type { ScalarType } from './configNode';

const intPattern = /^[-+]?(?:0|[1-9][\d_]*|0[0-7_]+|0o[0-7_]+|0x[\da-fA-F_]+|0b[01_]+)$/;
const floatPattern = /^[-+]?(?:\.\d[\d_]*|\d[\d_]*(?:\.[\d_]*)?)(?:[eE][-+]?\d+)?$/;
const specialPattern = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const timePattern =
  /^\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|\s+)\d{1,2}:\d{2}:\d{2}(?:\.\d+)?(?:\s*(?:Z|[-+]\d{1,2}(?::?\d{2})?))?)?$/;

const nulls: ReadonlySet<string> = new Set(['', '~', 'null', 'Null', 'NULL']);
const bools: ReadonlySet<string> = new Set(['true', 'True', 'TRUE', 'false', 'False', 'FALSE']);

/** The type that gopkg.in/yaml.v3 decodes a plain scalar to, for `any` (resolve.go): not that of YAML 1.2. */
export function typeOfPlain(text: string): ScalarType {
  if (nulls.has(text)) return 'null';
  if (bools.has(text)) return 'bool';
  if (!/^[-+.\d]/.test(text)) return 'string';
  if (intPattern.test(text)) return 'int';
  if (floatPattern.test(text) || specialPattern.test(text)) return 'float';
  return timePattern.test(text) ? 'time' : 'string';
}

/** Numbers of a configuration have fewer digits, and the time of converting them grows with their square. */
const mostDigits = 400;

/** The decimal digits of an integer in any of the notations above. */
export function digitsOfInt(text: string): string {
  if (text.length > mostDigits) return text;
  const isNegative = text.startsWith('-');
  const digits = text.replace(/^[-+]/, '').replaceAll('_', '');
  const octal = /^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits;
  try {
    return `${isNegative ? '-' : ''}${BigInt(octal)}`;
  } catch {
    return text;
  }
}

/** The value of a float in the notations above. */
export function numberOfFloat(text: string): number {
  const plain = text.replaceAll('_', '');
  const special = /^([-+]?)\.inf$/i.exec(plain);
  if (special !== null) return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(plain);
}
