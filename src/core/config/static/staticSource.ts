import * as l10n from '@vscode/l10n';
import { wordsOfFault } from '../decode/faultWords';
import { nodesOfMap } from '../decode/fileNodes';
import { nodesOfLabels, type WrittenLabel } from '../decode/labelNodes';
import type { DecodeFault, UntypedNode } from '../decode/untypedNode';
import type { ConfigProblem } from '../model/configProblem';
import { problemsOfText } from '../model/textProblems';
import { type ConfigDocument, type ConfigMap, type ConfigNode, isNull } from '../source/configNode';
import { type PlacedText, rangeOf, type SourceFile } from '../source/placedText';
import { readTomlDocument } from '../source/tomlDocument';
import { readYamlForTraefik } from '../source/yamlDocuments';

/** One source of a static configuration as a tree: a file, the flags, or the variables. */
export interface StaticTree {
  /** The options at the root; undefined if Traefik cannot read the source, or all of it is not known. */
  readonly children: readonly UntypedNode[] | undefined;
  /** Why Traefik refuses it. */
  readonly problems: readonly ConfigProblem[];
  /** Whether a part of it was not read because of its size. */
  readonly isCut?: boolean | undefined;
  /** The keys at the root that Traefik has no option for: it ignores them. */
  readonly unknownRoots: readonly PlacedText[];
}

const readable = /\.(?:toml|ya?ml|json)$/i;

/**
 * Reads a file as a tree (paerser's file/file_node.go).
 *
 * @param roots the options at the root, in lower case; all keys if undefined
 */
export function treeOfFile(file: SourceFile, roots: ReadonlySet<string> | undefined): StaticTree {
  const refused = (message: string, start = 0, end = 0): StaticTree => ({
    children: undefined,
    problems: [refusal({ path: file.path, start, end }, message)],
    unknownRoots: [],
  });
  if (!readable.test(file.path)) {
    return refused(l10n.t('Traefik reads its static configuration only from files that end in .toml, .yaml, or .yml.'));
  }
  const document = documentOf(file);
  if (document !== undefined && document.faults.length > 0) {
    const problems = problemsOfText(document.faults, file, { kind: 'unit', unit: file.path });
    const isCut = document.faults.every(({ kind }) => kind === 'tooLarge' || kind === 'unread');
    return { children: undefined, problems, isCut, unknownRoots: [] };
  }
  const root = document?.root;
  if (root === undefined || isNull(root) || (root.kind === 'map' && root.entries.length === 0)) {
    return refused(l10n.t('Traefik does not start with an empty file. Write an option, or remove the file.'));
  }
  if (root.kind !== 'map') {
    return refused(l10n.t('The file has to be a map of options, such as “entryPoints”.'), root.start, root.end);
  }
  const colon = colonInBrackets(root);
  if (colon !== undefined) {
    const words = l10n.t('In brackets, a value cannot begin with a colon. Put it in quotes.');
    return refused(words, colon.start, colon.end);
  }
  const faults: DecodeFault[] = [];
  const children = nodesOfMap(root, faults, roots === undefined ? undefined : [...roots]);
  if (children.length === 0) {
    return refused(l10n.t('Traefik does not start, as the file has no option of the static configuration.'));
  }
  return { children, problems: faults.map(problemOfFault), unknownRoots: unknownRootsOf(root, roots) };
}

/** A plain value that begins with a colon, in braces or brackets: Go's parser takes the colon for one of a key. */
function colonInBrackets(node: ConfigNode, isInside = false): ConfigNode | undefined {
  const { text, path } = node.file;
  if (node.kind === 'scalar') {
    const isPlain = isInside && text.charAt(node.start) === ':' && !/["']/.test(text.charAt(node.start - 1));
    return isPlain ? node : undefined;
  }
  const isFlow = isInside || (!/\.toml$/i.test(path) && /[[{]/.test(text.charAt(node.start)));
  const below = node.kind === 'map' ? node.entries.map(({ value }) => value) : node.items;
  for (const one of below) {
    const found = colonInBrackets(one, isFlow);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Each version reads the same file. */
const documents = new WeakMap<SourceFile, { readonly document: ConfigDocument | undefined }>();

function documentOf(file: SourceFile): ConfigDocument | undefined {
  const known = documents.get(file) ?? { document: readDocument(file) };
  documents.set(file, known);
  return known.document;
}

function readDocument(file: SourceFile): ConfigDocument | undefined {
  return /\.toml$/i.test(file.path) ? readTomlDocument(file) : readYamlForTraefik(file)[0];
}

function unknownRootsOf(root: ConfigMap, roots: ReadonlySet<string> | undefined): readonly PlacedText[] {
  if (roots === undefined) return [];
  return root.entries
    .filter(({ key }) => !roots.has(key.text.toLowerCase()) && !/^(?:<<|x-)/.test(key.text))
    .map(({ key }) => ({ value: key.text, file: key.file, start: key.start, end: key.end }));
}

/** Reads flags or variables as a tree (paerser's parser/labels_decode.go). */
export function treeOfLabels(labels: readonly WrittenLabel[]): StaticTree {
  const { root, faults } = nodesOfLabels(labels, ['traefik']);
  const problems = faults.map(problemOfFault);
  return { children: problems.length > 0 ? undefined : (root?.children ?? []), problems, unknownRoots: [] };
}

function problemOfFault(fault: DecodeFault): ConfigProblem {
  const { at } = fault;
  // Flags and variables are read as labels, which they are not.
  const own = { ...fault, at: { ...at, value: at.value.replace(/^traefik\./, '') } };
  return refusal(rangeOf(at), wordsOfFault(own));
}

/** A problem with which Traefik does not start. */
export function refusal(range: ConfigProblem['range'], message: string): ConfigProblem {
  return { code: 'static.syntax', severity: 'error', message, range, about: { kind: 'unit', unit: range.path } };
}
