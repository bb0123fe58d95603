import type { SourceFile } from '../../../src/core/config/source/placedText';

/** A hostile file of about that many UTF-16 units, and of no more. It counts up: hardly a line of it is like another. */
export type CountingInput = (size: number) => SourceFile;

/** Hostile files by name. */
export type CountingInputs = Readonly<Record<string, CountingInput>>;

/** Line after line, while they fit between what stands before and behind. The lines count from 0. */
export function filled(size: number, line: (at: number) => string, { head = '', tail = '' } = {}): string {
  const parts = [head];
  let length = head.length + tail.length;
  for (let at = 0; ; at++) {
    const next = line(at);
    length += next.length;
    if (length > size) break;
    parts.push(next);
  }
  parts.push(tail);
  return parts.join('');
}

/** A text over and over, up to that many units. */
export function repeated(unit: string, size: number): string {
  return unit.repeat(Math.max(0, Math.floor(size / unit.length)));
}

/** So many texts, one behind the other. */
export function counted(count: number, item: (at: number) => string): string {
  return Array.from({ length: Math.floor(count) }, (_, at) => item(at)).join('');
}

/** As a file of the file provider. */
export function dynamicFile(size: number, line: (at: number) => string, ends: { head?: string; tail?: string } = {}) {
  return { path: 'dynamic.yml', text: filled(size, line, { head: 'http:\n  routers:\n', ...ends }) };
}

/** As labels of one container, as a list. */
export function labelsFile(size: number, line: (at: number) => string, tail = ''): SourceFile {
  const head = 'services:\n  a:\n    image: x\n    labels:\n      - traefik.enable=true\n';
  return { path: 'compose.yml', text: filled(size, line, { head, tail }) };
}

/** As services of a compose file. */
export function servicesFile(size: number, line: (at: number) => string, head = ''): SourceFile {
  return { path: 'compose.yml', text: filled(size, line, { head: `services:\n${head}` }) };
}

/** The ways to write a word in capitals and small letters, of which readers that ignore case take each for the same. */
export function spelling(word: string, at: number): string {
  return [...word].map((letter, place) => ((at >> place) & 1 ? letter.toUpperCase() : letter)).join('');
}
