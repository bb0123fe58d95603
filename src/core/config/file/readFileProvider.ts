import * as l10n from '@vscode/l10n';
import { quoted, quotedPath } from '../../base/text/quoted';
import { declareObjects } from '../declare/declareObjects';
import { decodeStruct } from '../decode/decodeConfig';
import { fixOfFault, wordsOfFault } from '../decode/faultWords';
import { nodesOfMap } from '../decode/fileNodes';
import { type IgnoredPart, wordsOfIgnored } from '../decode/ignoredPart';
import { type DecodeFault, isFaultOfPart } from '../decode/untypedNode';
import { type ConfigProblem, objectProblem, type ReadConfig, unitProblem } from '../model/configProblem';
import { type Declaration, objectKey } from '../model/declaration';
import { problemsOfText } from '../model/textProblems';
import { compareBytes } from '../names/objectNames';
import { firstFault } from '../source/beforeFault';
import type { ConfigDocument, TextFault } from '../source/configDocument';
import { isNull } from '../source/configNode';
import { isKnown, type PlacedText, rangeOf, type SourceFile } from '../source/placedText';
import { readTomlDocument } from '../source/tomlDocument';
import { readYamlDocuments } from '../source/yamlDocuments';
import { ignoredInFile } from './ignoredInFile';
import { type MaskedFile, maskTemplates } from './templates';

const roots = ['http', 'tcp', 'udp', 'tls'];

/**
 * Reads the files of a file provider: one file, or those of a directory with its subdirectories. With a broken one,
 * Traefik loses all; of objects that several declare, the first counts, in the order in which Traefik reads the files.
 */
export function readFileProvider(files: readonly SourceFile[]): ReadConfig {
  const problems: ConfigProblem[] = [];
  const declarations: Declaration[] = [];
  const first = new Map<string, Declaration>();
  for (const file of [...files].sort(byPath)) {
    if (!/\.(?:ya?ml|toml)$/i.test(file.path)) continue;
    const read = readOneFile(file);
    for (const problem of read.problems) problems.push(problem);
    for (const one of read.declarations) {
      const key = objectKey(one, one.name);
      const earlier = first.get(key);
      if (earlier === undefined || !isKnown(one.name)) {
        first.set(key, one);
        declarations.push(one);
      } else if (earlier.unit !== one.unit) {
        declarations.push({ ...one, absent: 'duplicate' });
        problems.push(duplicate(one, earlier));
      }
    }
  }
  const isBroken = problems.some(({ severity }) => severity === 'error');
  if (!isBroken) return { declarations, problems };
  return { declarations: declarations.map((one) => ({ ...one, absent: 'broken' })), problems };
}

/** What an error of a file means for a Traefik that starts: the end of its message. */
export function lostFolderSentence(): string {
  return l10n.t('Until this is fixed, Traefik ignores everything from the file provider.');
}

function duplicate(one: Declaration, earlier: Declaration): ConfigProblem {
  const message = l10n.t(
    '“{0}” is declared in {1} already. Traefik uses that one.',
    quoted(one.at.value),
    quotedPath(earlier.at.file.path),
  );
  return objectProblem(one, 'warning', 'defined.twice', one.at, message);
}

/** The order in which Traefik reads a directory: by the names in it, bytes compared, folders among files. */
function byPath({ path: one }: SourceFile, { path: other }: SourceFile): number {
  const [names, others] = [one.split('/'), other.split('/')];
  for (let index = 0; index < Math.min(names.length, others.length); index++) {
    const order = compareBytes(names[index] ?? '', others[index] ?? '');
    if (order !== 0) return order;
  }
  return names.length - others.length;
}

/** Traefik reads files with YAML 1.1 only. */
const directivePattern = /^(?:[^\S\n]*(?:#[^\n]*)?\n|%TAG[^\n]*\n)*%YAML[ \t]+(?![ \t]|1\.1\b)/;

function readOneFile(original: SourceFile): ReadConfig {
  const masked = maskTemplates(original);
  const about = { kind: 'unit', unit: original.path } as const;
  const documents = documentsOf(masked.file);
  const [document] = documents;
  // A template may write the missing text.
  const isCertain = ({ kind, start }: TextFault): boolean =>
    !masked.hasOutput || kind === 'tooLarge' || (kind === 'twice' && !masked.isConditional({ start }));
  const text = [...masked.faults, ...(document?.faults ?? []).filter(isCertain)];
  // A template may write the missing text.
  const isCut = firstFault(document?.faults ?? []) !== undefined;
  const ignoredParts = masked.hasOutput || isCut ? [] : ignoredInFile(documents);
  const problems: ConfigProblem[] = [...problemsOfText(text, original, about), ...ignoredParts];
  if (document?.root === undefined) return { declarations: [], problems };
  const { root } = document;
  if (root.kind !== 'map') {
    const fault = { kind: 'root', about: '', start: root.start, end: root.end } as const;
    const isWrong = !isNull(root) && !masked.hasOutput;
    const wrong = isWrong ? problemsOfText([fault], original, about) : [];
    return { declarations: [], problems: [...problems, ...wrong] };
  }
  const faults: DecodeFault[] = [];
  const key: PlacedText = { value: '', file: masked.file, start: 0, end: 0 };
  const children = nodesOfMap(root, faults, roots);
  const ignored: IgnoredPart[] = [];
  const config = decodeStruct('Configuration', { key, children }, 'files', faults, ignored);
  for (const fault of faults.filter((one) => isCertainFault(one, masked) && (!isCut || isFaultOfPart(one)))) {
    const message = `${wordsOfFault(fault)} ${lostFolderSentence()}`;
    problems.push({ ...unitProblem(original.path, 'error', 'file.syntax', fault.at, message), fix: fixOfFault(fault) });
  }
  for (const part of masked.hasOutput ? [] : ignored) {
    const { at, fix } = part;
    const message = wordsOfIgnored(part);
    problems.push({ code: 'file.ignored', severity: 'warning', message, range: rangeOf(at), fix });
  }
  const place = { provider: 'file', unit: original.path, isConditional: masked.isConditional };
  return { declarations: declareObjects(config, place), problems };
}

/** All documents of a file, of which Traefik reads the first. */
function documentsOf(file: SourceFile): readonly ConfigDocument[] {
  if (/\.toml$/i.test(file.path)) return [readTomlDocument(file)];
  const documents = readYamlDocuments(file);
  const [first, ...more] = documents;
  if (first === undefined || !directivePattern.test(file.text.slice(0, 1_000))) return documents;
  const start = Math.max(0, file.text.indexOf('%YAML'));
  const fault: TextFault = { kind: 'directive', about: '', start, end: start + 5 };
  return [{ ...first, faults: [...first.faults, fault] }, ...more];
}

function isCertainFault({ kind, at }: DecodeFault, { hasOutput, isConditional }: MaskedFile): boolean {
  if (!hasOutput) return true;
  return isKnown(at.value) && kind !== 'standalone' && kind !== 'emptyList' && !isConditional(at);
}
