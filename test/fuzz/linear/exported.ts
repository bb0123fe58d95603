import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordingsFolder } from '../../recordings/read';
import { notReaders } from './notReaders';
import type { Readers } from './reader';

const sources = join(dirname(dirname(recordingsFolder())), 'src');

/** An exported function, by where it is declared and its name: `core/base/http/login.ts challengesOf`. */
type Name = string;

/** A function or an arrow that is exported under its name, up to the bracket before its parameters. */
const exportedPattern = /^export (?:async )?(?:function\*? (\w+)(?:<[^(]*>)?|const (\w+)[^=\n]*= (?:async )?)\(/gm;
/** A function that others have as a job only. */
const jobPattern = /^export const \w+ = jobOf\([^;]*\b(\w+),?\s*\);/gm;
/** A parameter that may be a text from outside, or what was parsed of one. */
const text = /:\s*(?:readonly )?(?:string|unknown)\b/;

/**
 * The exported functions of the core and of the messages that are given texts by themselves or in lists, or what is not known.
 * Read from the sources: whatever is added there is found, wherever it is.
 */
function takersOfTexts(): ReadonlySet<Name> {
  const found = new Set<Name>();
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/');
    if (!/^(?:core|protocol)\/.*(?<!\.d)\.ts$/.test(path)) continue;
    const source = readFileSync(join(sources, file), 'utf8');
    for (const { 0: begin, 1: name, 2: constant, index } of source.matchAll(exportedPattern)) {
      if (text.test(parametersAt(source, index + begin.length))) found.add(`${path} ${name ?? constant}`);
    }
    for (const [, name = ''] of source.matchAll(jobPattern)) {
      const begin = `\nfunction ${name}(`;
      const at = source.indexOf(begin);
      if (at >= 0 && text.test(parametersAt(source, at + begin.length))) found.add(`${path} ${name}`);
    }
  }
  return found;
}

/** What stands in the brackets whose first one is before this place, without defaults that call something. */
function parametersAt(source: string, start: number): string {
  let depth = 1;
  let end = start;
  while (end < source.length && depth > 0) {
    const sign = source.charAt(end++);
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
  }
  return source.slice(start, end - 1);
}

/**
 * What the lists of readers and of others lack, and what they name that is not there, each with what to do. A new function that takes a text
 * is thereby fed to `npm run fuzz`, or somebody has said why it need not be.
 */
export function missingFrom(covered: readonly Readers[]): readonly string[] {
  const exported = takersOfTexts();
  const fed = new Set(
    covered.flatMap((readers) =>
      Object.entries(readers).flatMap(([path, named]) => Object.keys(named).map((name) => `${path} ${name}`)),
    ),
  );
  const excused = new Set(
    Object.values(notReaders).flatMap((files) =>
      Object.entries(files).flatMap(([path, names]) => names.map((name) => `${path} ${name}`)),
    ),
  );
  return [
    ...[...exported]
      .filter((name) => !fed.has(name) && !excused.has(name))
      .map((name) => `${name} takes texts: feed it in test/fuzz/linear/readers, or say in notReaders.ts why not`),
    ...[...excused]
      .filter((name) => !exported.has(name) || fed.has(name))
      .map((name) => `${name} is no such function, or is fed: take it out of notReaders.ts`),
  ];
}
