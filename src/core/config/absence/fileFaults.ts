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
export function isBroken(file: SourceFile, version: StaticVersion): boolean {
  if (version === 'a' && optionsOf3(file).length > 0) return true;
  return readFileProvider([file]).problems.some(({ severity }) => severity === 'error');
}

/** Options of routers that Traefik 2 does not have. */
const addedIn3: ReadonlySet<string> = new Set(['rulesyntax', 'parentrefs', 'observability']);

function optionsOf3(file: SourceFile): readonly string[] {
  return ['http', 'tcp'].flatMap((protocol) => {
    const routers = nodeAt(file, [protocol, 'routers']);
    const bodies = routers?.kind === 'map' ? routers.entries.map(({ value }) => value) : [];
    return bodies.flatMap((body) =>
      body.kind === 'map'
        ? body.entries.map(({ key }) => key.text.toLowerCase()).filter((name) => addedIn3.has(name))
        : [],
    );
  });
}

/** The same text as a file of each format: the first that is read without an error and declares something. */
export function inOtherFormat({ path, text }: SourceFile): SourceFile | undefined {
  const others = /\.toml$/.test(path) ? ['.yml'] : /\.ya?ml$/.test(path) ? ['.toml'] : ['.yml', '.toml'];
  return others
    .map((ending) => ({ path: path + ending, text }))
    .find((file) => !isBroken(file, '7') && readFileProvider([file]).declarations.length > 0);
}

const types: ReadonlySet<DecodeFault['kind']> = new Set([
  'bool',
  'int',
  'int32',
  'float',
  'duration',
  'hasChildren',
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
  if (root?.kind !== 'map') return inOtherFormat(file) === undefined ? undefined : 'extension';
  if (lists.some((path) => nodeAt(file, path)?.kind === 'list')) return 'wrongType';
  const faults: DecodeFault[] = [];
  const key = { value: '', file: masked.file, start: 0, end: 0 };
  const children = nodesOfMap(root, faults, ['http', 'tcp', 'udp', 'tls']);
  decodeStruct('Configuration', { key, children }, 'files', faults);
  const ofVersion = version === 'a' ? optionsOf3(file) : [];
  const codes = ofVersion.map((name): AbsenceCode => (name === 'rulesyntax' ? 'ruleOfV3' : 'unknownKey'));
  const [first, ...more] = [...new Set([...codes, ...faults.map(codeOf)])];
  // A YAML 1.2 document and the like are refused before anything is decoded.
  if (faults.length === 0 && codes.length === 0) return isToml ? 'tomlSyntax' : 'syntax';
  return more.length === 0 ? first : undefined;
}

/** What holds objects by their names: written as a list, its items are taken for objects with unknown options. */
const lists = ['http', 'tcp', 'udp'].flatMap((protocol) =>
  ['routers', 'services', 'middlewares'].map((kind) => [protocol, kind]),
);

/** Undefined for a section that is empty, which may be meant in several ways. */
function codeOf({ kind, at }: DecodeFault): AbsenceCode | undefined {
  if (kind === 'standalone' || kind === 'emptyList') return undefined;
  if (kind === 'int' && isPriority(at.file, at.start)) {
    return /^[-+]?\d+$/.test(at.value) ? 'priorityReserved' : 'wrongType';
  }
  return types.has(kind) ? 'wrongType' : 'unknownKey';
}

function isPriority({ text }: SourceFile, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /\bpriority["']?\s{0,20}[:=]\s{0,20}["']?$/i.test(line);
}

const sections: ReadonlySet<string> = new Set(['routers', 'services', 'middlewares', 'options']);

/** The value at the documented path of an object, such as `http`, `routers`, `r`, in the first document of a file. */
export function nodeAt(file: SourceFile, path: readonly string[]): ConfigNode | undefined {
  const { file: masked } = maskTemplates(file);
  const document = /\.toml$/.test(file.path) ? readTomlDocument(masked) : readYamlDocuments(masked)[0];
  let at = document?.root;
  for (const name of path) {
    if (at?.kind !== 'map') return undefined;
    const isName = name === path.at(-1);
    at = at.entries.find(({ key }) =>
      isName && !sections.has(name) ? key.text === name : key.text.toLowerCase() === name,
    )?.value;
  }
  return at;
}
