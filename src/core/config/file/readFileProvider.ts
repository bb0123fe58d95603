import * as l10n from '@vscode/l10n';
import { quoted, quotedPath } from '../../base/text/quoted';
import { declareObjects } from '../declare/declareObjects';
import { decodeStruct } from '../decode/decodeConfig';
import { fixOfFault, wordsOfFault } from '../decode/faultWords';
import { nodesOfMap } from '../decode/fileNodes';
import { type IgnoredPart, wordsOfIgnored } from '../decode/ignoredPart';
import { type DecodeFault, isFaultOfPart } from '../decode/untypedNode';
import { type ConfigProblem, objectProblem, type ReadConfig, renameFix, unitProblem } from '../model/configProblem';
import { type Declaration, objectKey } from '../model/declaration';
import { problemsOfText } from '../model/textProblems';
import { compareBytes } from '../names/objectNames';
import { firstFault } from '../source/beforeFault';
import {
  type ConfigDocument,
  type ConfigEntry,
  type ConfigMap,
  type ConfigNode,
  type ConfigScalar,
  isNull,
  type TextFault,
} from '../source/configNode';
import { isKnown, type PlacedText, placedAt, rangeOf, type SourceFile } from '../source/placedText';
import { readTomlDocument } from '../source/tomlDocument';
import { readYamlForTraefik } from '../source/yamlDocuments';
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
  return /\.toml$/i.test(file.path) ? [readTomlDocument(file)] : readYamlForTraefik(file);
}

function isCertainFault({ kind, at }: DecodeFault, { hasOutput, isConditional }: MaskedFile): boolean {
  if (!hasOutput) return true;
  return isKnown(at.value) && kind !== 'standalone' && kind !== 'emptyList' && !isConditional(at);
}

const protocols: ReadonlySet<string> = new Set(['http', 'tcp', 'udp']);
/** The sections of a protocol, in lower case. */
export const sectionsOfProtocols: ReadonlySet<string> = new Set([
  'routers',
  'services',
  'middlewares',
  'serverstransports',
]);

/**
 * The parts that Traefik silently omits from a file: names that are not texts, objects and TLS without a value, and all
 * documents except the first.
 */
function ignoredInFile([first, ...more]: readonly ConfigDocument[]): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  for (const protocol of entriesOf(first?.root, protocols)) {
    for (const { key, value } of entriesOf(protocol.value, sectionsOfProtocols)) {
      if (value.kind === 'map') reportIgnoredObjects(value, key.text.toLowerCase() === 'routers', problems);
    }
  }
  const next = more.find(({ root }) => root !== undefined && !isNull(root))?.root;
  if (next !== undefined) {
    const message = l10n.t('Traefik reads only the first document of a file. Put this one into a file of its own.');
    problems.push(ignored({ ...next, end: Math.min(next.end, endOfLine(next)) }, message));
  }
  return problems;
}

function entriesOf(node: ConfigNode | undefined, names: ReadonlySet<string>): readonly ConfigEntry[] {
  return node?.kind === 'map' ? node.entries.filter(({ key }) => names.has(key.text.toLowerCase())) : [];
}

const tlsSection: ReadonlySet<string> = new Set(['tls']);

function reportIgnoredObjects(objects: ConfigMap, areRouters: boolean, problems: ConfigProblem[]): void {
  // If all of them are null, Traefik refuses the whole file, which another problem reports.
  const hasOther = objects.entries.some(({ value }) => !isNull(value));
  for (const { key, value } of objects.entries) {
    if (key.type !== 'string' && key.type !== 'null') problems.push(unquoted(key));
    if (isNull(value)) {
      if (hasOther)
        problems.push(ignored(key, l10n.t('“{0}” has no options, so that Traefik leaves it out.', quoted(key.text))));
    } else if (areRouters) {
      const tls = entriesOf(value, tlsSection).find((one) => isNull(one.value));
      const words = l10n.t('“{0}” without a value is off. Write “{0}: {}” to turn it on.', quoted(tls?.key.text ?? ''));
      if (tls !== undefined) problems.push(ignored(tls.key, words));
    }
  }
}

/** Traefik calls it `<int Value>`, so that nothing can refer to it. */
function unquoted(key: ConfigScalar): ConfigProblem {
  const message = l10n.t('Traefik does not use the name “{0}”, as it is no text. Put it in quotes.', quoted(key.text));
  const fix = renameFix(placedAt(key, key.text), `"${key.text}"`);
  return { ...ignored(key, message), fix: fix && { ...fix, title: l10n.t('Put it in quotes') } };
}

function ignored(at: ConfigNode, message: string): ConfigProblem {
  return { code: 'file.ignored', severity: 'warning', message, range: rangeOf(at) };
}

function endOfLine({ file, start }: ConfigNode): number {
  const end = file.text.indexOf('\n', start);
  return end < 0 ? file.text.length : end;
}
