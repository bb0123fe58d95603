import { decodeStruct } from '../decode/decodeConfig';
import { nodesOfMap } from '../decode/fileNodes';
import type { DecodeFault } from '../decode/untypedNode';
import { readFileProvider } from '../file/readFileProvider';
import { maskTemplates } from '../file/templates';
import type { ConfigNode } from '../source/configNode';
import type { SourceFile } from '../source/placedText';
import { readTomlDocument } from '../source/tomlDocument';
import { readYamlDocuments } from '../source/yamlDocuments';
import type { StaticVersion } from '../static/optionTypes';
import type { AbsenceCode } from './absenceReason';

export const dynamicEnding = /\.(?:ya?ml|toml)$/i;

/** Whether Traefik's file provider would refuse a file. */
export function isBroken(file: SourceFile): boolean {
  return readFileProvider([file]).problems.some(({ severity }) => severity === 'error');
}

/** The same text as a file of each format: the first that is read without an error and declares something. */
export function inOtherFormat({ path, text }: SourceFile): SourceFile | undefined {
  const others = /\.toml$/.test(path) ? ['.yml'] : /\.ya?ml$/.test(path) ? ['.toml'] : ['.yml', '.toml'];
  return others
    .map((ending) => ({ path: path + ending, text }))
    .find((file) => !isBroken(file) && readFileProvider([file]).declarations.length > 0);
}

const types: ReadonlySet<DecodeFault['kind']> = new Set([
  'bool',
  'int',
  'int32',
  'float',
  'duration',
  'standalone',
  'hasChildren',
  'emptyList',
  'listValue',
  'timeValue',
]);

/** Why a file is broken, if that is one reason; undefined if it has several. */
export function faultOfFile(file: SourceFile, version: StaticVersion): AbsenceCode | undefined {
  const isToml = /\.toml$/.test(file.path);
  const masked = maskTemplates(file);
  if (masked.faults.length > 0) return 'template';
  const document = isToml ? readTomlDocument(masked.file) : readYamlDocuments(masked.file)[0];
  if ((document?.faults ?? []).length > 0) {
    if (document?.faults.every(({ kind }) => kind === 'tooLarge') === true) return undefined;
    return inOtherFormat(file) === undefined ? (isToml ? 'tomlSyntax' : 'syntax') : 'extension';
  }
  const root = document?.root;
  if (root?.kind !== 'map') return inOtherFormat(file) === undefined ? (isToml ? 'tomlSyntax' : 'syntax') : 'extension';
  const faults: DecodeFault[] = [];
  const key = { value: '', file: masked.file, start: 0, end: 0 };
  const children = nodesOfMap(root, faults, ['http', 'tcp', 'udp', 'tls']);
  decodeStruct('Configuration', { key, children }, 'files', faults);
  const [first, ...more] = [...new Set(faults.map((fault) => codeOf(fault, version)))];
  // A YAML 1.2 document and the like are refused before anything is decoded.
  if (first === undefined) return isBroken(file) ? (isToml ? 'tomlSyntax' : 'syntax') : undefined;
  return more.length === 0 ? first : undefined;
}

function codeOf({ kind, at }: DecodeFault, version: StaticVersion): AbsenceCode {
  if (kind === 'int' && isPriority(at.file, at.start)) return /^[-+]?\d+$/.test(at.value) ? 'priorityReserved' : 'wrongType';
  if (types.has(kind)) return 'wrongType';
  return version === 'a' && /^(?:ruleSyntax|parentRefs|observability)$/i.test(at.value) ? 'ruleOfV3' : 'unknownKey';
}

function isPriority({ text }: SourceFile, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /\bpriority["']?\s{0,20}[:=]\s{0,20}["']?$/i.test(line);
}

/** The value at the documented path of an object, such as `http`, `routers`, `r`, in the first document of a file. */
export function nodeAt(file: SourceFile, path: readonly string[]): ConfigNode | undefined {
  const { file: masked } = maskTemplates(file);
  const document = /\.toml$/.test(file.path) ? readTomlDocument(masked) : readYamlDocuments(masked)[0];
  let at = document?.root;
  for (const name of path) {
    if (at?.kind !== 'map') return undefined;
    const isName = name === path.at(-1);
    at = at.entries.find(({ key }) => (isName ? key.text === name : key.text.toLowerCase() === name))?.value;
  }
  return at;
}
