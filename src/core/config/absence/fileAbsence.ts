import { readFileProvider } from '../file/readFileProvider';
import { maskTemplates } from '../file/templates';
import type { Declaration } from '../model/declaration';
import { isKnown, type SourceFile } from '../source/placedText';
import { readYamlDocuments } from '../source/yamlDocuments';
import { isOptionOn, writtenAtOption } from '../static/staticModel';
import { absolutePath, parentFolderOf } from '../static/staticWorld';
import type { AbsenceCase, SoughtObject } from './absenceQuestion';
import type { AbsenceCode } from './absenceReason';
import { dynamicEnding, faultOfFile, inOtherFormat, isBroken, nodeAt } from './fileFaults';
import {
  fileAt,
  filesAtEnd,
  filesAtStart,
  filesBelow,
  isBehindLink,
  isDirectory,
  realPath,
  type SeenFiles,
} from './seenFiles';

/** Whether a declaration is the sought object. */
export function isSought({ protocol, kind, name, rule }: SoughtObject, one: Declaration): boolean {
  if (one.protocol !== protocol || one.kind !== kind || one.name !== name) return false;
  return rule === undefined || one.router?.rule?.value === rule;
}

/** The declarations of all files that the file provider reads in the end, as Traefik has them. */
export function loadedDeclarations(one: AbsenceCase): readonly Declaration[] {
  const end = filesAtEnd(filesAtStart(one.question), one.question.later ?? []);
  return readFileProvider(loadedFiles(one, end)).declarations;
}

/** The paths that the file provider is told; a directory has precedence. */
function pathsOf({ reading, question }: AbsenceCase): { readonly directory?: string; readonly filename?: string } {
  const pathOf = (name: string): string | undefined => {
    const written = writtenAtOption(reading.config, `providers.file.${name}`)?.value ?? '';
    return written === '' ? undefined : absolutePath(written, question.world.workingDirectory);
  };
  const [directory, filename] = [pathOf('directory'), pathOf('filename')];
  return { ...(directory !== undefined && { directory }), ...(filename !== undefined && { filename }) };
}

function loadedFiles(one: AbsenceCase, seen: SeenFiles): readonly SourceFile[] {
  const { directory, filename } = pathsOf(one);
  if (directory !== undefined) {
    const files = isDirectory(directory, seen) ? filesBelow(directory, seen) : [];
    return files.filter(({ path }) => dynamicEnding.test(path));
  }
  const file = filename === undefined ? undefined : fileAt(filename, seen);
  return file === undefined || filename === undefined || !dynamicEnding.test(filename)
    ? []
    : [{ ...file, path: filename }];
}

/** Why the file provider does not have an object; undefined if it has it, or if the reason is not certain. */
export function fileAbsence(one: AbsenceCase): AbsenceCode | undefined {
  const { question, reading } = one;
  const { sought, later = [] } = question;
  const paths = pathsOf(one);
  if (paths.directory === undefined && paths.filename === undefined) return 'fileProviderWithoutPath';
  const start = filesAtStart(question);
  const end = filesAtEnd(start, later);
  const loaded = loadedFiles(one, end);
  const broken = loaded.filter((file) => isBroken(file, one.version));
  if (broken.length > 0) return brokenReason(one, loaded, broken);
  const { declarations } = readFileProvider(loaded);
  const found = declarations.find((declared) => isSought(sought, declared));
  if (found?.absent === 'duplicate') return 'nameClash';
  if (found !== undefined) {
    if (found.isConditional === true) return 'templateCondition';
    return later.length > 0 ? lateReason(one, start, end) : undefined;
  }
  return missingReason(one, loaded, end, reading.file);
}

function brokenReason(
  { question, reading, version }: AbsenceCase,
  loaded: readonly SourceFile[],
  broken: readonly SourceFile[],
): AbsenceCode | undefined {
  if (broken.some(({ path }) => path === reading.file?.path)) return 'staticFileInDirectory';
  const intact = loaded.filter((file) => !broken.includes(file));
  const isElsewhere = intact.some((file) => declares(file, question.sought));
  if (isElsewhere) return 'otherFileBroken';
  const { protocol, kind, name } = question.sought;
  const own = [protocol, `${kind}s`, name.slice(0, name.lastIndexOf('@'))];
  if (broken.some((file) => isNullAt(file, own))) return 'nullBody';
  const [first, ...more] = new Set(broken.map((file) => faultOfFile(file, version)));
  if (more.length > 0 || (broken.length > 1 && intact.length > 0)) return undefined;
  return first;
}

function isNullAt(file: SourceFile, path: readonly string[]): boolean {
  const node = nodeAt(file, path);
  return node?.kind === 'scalar' && node.type === 'null';
}

function declares(file: SourceFile, sought: SoughtObject): boolean {
  return readFileProvider([file]).declarations.some((declared) => isSought(sought, declared));
}

/** Why none of the files that are read declares it. */
function missingReason(
  one: AbsenceCase,
  loaded: readonly SourceFile[],
  seen: SeenFiles,
  staticFile: SourceFile | undefined,
): AbsenceCode | undefined {
  const { sought } = one.question;
  const { directory, filename } = pathsOf(one);
  const own = loaded.map((file) => reasonInFile(file, sought)).find((code) => code !== undefined);
  if (own !== undefined) return own;
  const isStatic = staticFile !== undefined && !loaded.includes(staticFile) && declares(staticFile, sought);
  const others = [...seen.files.values()].filter((file) => {
    if (file.path === staticFile?.path || loaded.some(({ path }) => realPath(path, seen) === file.path)) return false;
    const read = dynamicEnding.test(file.path) ? file : inOtherFormat(file);
    return read !== undefined && declares(read, sought);
  });
  if (others.length === 0) return isStatic ? 'dynamicInStatic' : nothingReason(loaded);
  if (isStatic) return undefined;
  if (directory === undefined) {
    return others.some(({ path }) => path === filename) ? 'extension' : 'wrongFilename';
  }
  if (filename !== undefined && others.some(({ path }) => path === realPath(filename, seen)))
    return 'directoryBeatsFilename';
  const prefix = `${realPath(directory, seen)}/`;
  if (others.every(({ path }) => path.startsWith(prefix))) return 'extension';
  if (others.some(({ path }) => isBehindLink(directory, path, seen))) return 'linkNotFollowed';
  return others.some(({ path }) => path.startsWith(prefix)) ? undefined : 'wrongDirectory';
}

const protocols = ['http', 'tcp', 'udp'] as const;

/** Why a file that Traefik can read does not declare it, although it seems to. */
function reasonInFile(file: SourceFile, sought: SoughtObject): AbsenceCode | undefined {
  const { protocol, kind, name, rule } = sought;
  const own = name.slice(0, name.lastIndexOf('@'));
  if (isNullAt(file, [protocol, `${kind}s`, own])) return 'nullBody';
  const { declarations } = readFileProvider([file]);
  const hasOther = declarations.some(
    (one) => one.kind === kind && one.name === name && one.protocol !== protocol && protocols.includes(one.protocol),
  );
  if (hasOther) return 'wrongProtocol';
  const isOfTemplate = declarations.some(
    (one) => one.kind === kind && one.protocol === protocol && (one.isConditional === true || !isKnown(one.name)),
  );
  if (isOfTemplate || isNameConditional(file, own)) return 'templateCondition';
  const isOtherRule = declarations.some((one) => one.protocol === protocol && one.kind === kind && one.name === name);
  if (isOtherRule && rule !== undefined) return undefined;
  const documents = /\.toml$/i.test(file.path) ? [] : readYamlDocuments(maskTemplates(file).file);
  const isLater = documents.slice(1).some(({ root }) => {
    const text = root === undefined ? '' : file.text.slice(root.start, root.end);
    return (
      text !== '' &&
      declares({ path: file.path, text: `${' '.repeat(columnOf(file, root?.start ?? 0))}${text}` }, sought)
    );
  });
  return isLater ? 'rootKey' : undefined;
}

/** Whether a name stands as a key in a part of a template that may be left out. */
function isNameConditional(file: SourceFile, name: string): boolean {
  if (name === '') return false;
  const { isConditional } = maskTemplates(file);
  for (let at = file.text.indexOf(name); at >= 0; at = file.text.indexOf(name, at + name.length)) {
    const isKey = /^["']?\s*[:=]/.test(file.text.slice(at + name.length, at + name.length + 5));
    const isWhole = !/[\w.-]/.test(file.text.charAt(at - 1));
    if (isKey && isWhole && isConditional({ start: at })) return true;
  }
  return false;
}

function columnOf({ text }: SourceFile, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1);
}

/** A directory with one file, which declares nothing at all: its root is not that of a dynamic configuration. */
function nothingReason(loaded: readonly SourceFile[]): AbsenceCode | undefined {
  const [first, ...more] = loaded;
  if (first === undefined || more.length > 0 || first.text.includes('{{')) return undefined;
  const { declarations } = readFileProvider([first]);
  return declarations.every(({ kind }) => kind === 'tlsOptions' || kind === 'tlsStore') ? 'rootKey' : undefined;
}

/** Why an object that files declare by now was not read after Traefik had started. */
function lateReason(one: AbsenceCase, start: SeenFiles, end: SeenFiles): AbsenceCode | undefined {
  const { question, reading } = one;
  const atStart = loadedFiles(one, start);
  const wasThere = readFileProvider(atStart).declarations.some(
    (declared) => isSought(question.sought, declared) && declared.absent === undefined,
  );
  if (wasThere) return undefined;
  if (!isOptionOn(reading.config, 'providers.file.watch', true)) return 'notWatched';
  const { directory, filename } = pathsOf(one);
  const watched = directory ?? parentFolderOf(filename ?? '/');
  if (!isDirectory(watched, start)) return 'directoryMadeLater';
  if (end.links.size > 0) return 'linkNotFollowed';
  const inDirectory = loadedFiles(one, end).filter(({ path }) => parentFolderOf(path) === realPath(watched, end));
  return inDirectory.some((file) => declares(file, question.sought)) ? undefined : 'subdirectoryNotWatched';
}
