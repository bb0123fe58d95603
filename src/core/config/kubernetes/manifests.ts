import { maskTemplates } from '../file/templates';
import type { ConfigProblem } from '../model/configProblem';
import { problemsOfText } from '../model/textProblems';
import { hashOfRule } from '../names/objectNames';
import { firstFault } from '../source/beforeFault';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import {
  isKnown,
  type PlacedText,
  placedAt,
  rangeOf,
  type SourceFile,
  type SourceRange,
  unknownPart,
} from '../source/placedText';
import { readYamlDocuments } from '../source/yamlDocuments';

export interface Manifest {
  /** The part of `apiVersion` before the slash; empty for core objects. */
  readonly group: string;
  readonly kind: string;
  readonly name: PlacedText;
  /** An `unknownPart` if unknown. */
  readonly namespace: string;
  readonly spec: ConfigNode | undefined;
  readonly node: ConfigNode;
  /** Whether a template writes a part of its file. */
  readonly isTemplated: boolean;
}

/**
 * All objects of manifests, also those in a `List`, and the problems of their text. Masks templates, such as Helm's.
 *
 * @param namespace of objects that name none
 */
export function readManifests(files: readonly SourceFile[], namespace: string | undefined) {
  const manifests: Manifest[] = [];
  const problems: ConfigProblem[] = [];
  /** Documents that can only be read up to a fault: the missing parts of their objects may be after it. */
  const cuts: SourceRange[] = [];
  for (const original of files) {
    const { file, hasOutput } = maskTemplates(original);
    for (const { root, faults } of readYamlDocuments(file)) {
      const ofText = problemsOfText(faults, file, { kind: 'unit', unit: file.path });
      // A template may write the missing text.
      for (const problem of ofText) if (!hasOutput || problem.code === 'text.tooLarge') problems.push(problem);
      if (root !== undefined && firstFault(faults) !== undefined) {
        // What is missing at its end counts, too.
        cuts.push({ ...rangeOf(root), end: root.end + 1 });
      }
      for (const node of root === undefined ? [] : [root, ...listItemsIn(valueIn(root, 'items'))]) {
        const manifest = manifestOf(node, hasOutput, namespace);
        if (manifest !== undefined) manifests.push(manifest);
      }
    }
  }
  return { manifests, problems, cuts };
}

function manifestOf(node: ConfigNode, isTemplated: boolean, namespace = unknownPart): Manifest | undefined {
  const kind = textIn(node, 'kind');
  const metadata = valueIn(node, 'metadata');
  const version = textIn(node, 'apiVersion');
  if (kind === undefined || version === undefined || metadata === undefined) return undefined;
  const name = nameIn(metadata, 'name') ?? nameIn(metadata, 'generateName') ?? placedAt(metadata, '');
  const group = version.includes('/') ? version.slice(0, version.lastIndexOf('/')) : '';
  return {
    group,
    kind,
    name,
    namespace: nameTextIn(metadata, 'namespace') ?? namespace,
    spec: valueIn(node, 'spec'),
    node,
    isTemplated,
  };
}

export function annotationsOf(node: ConfigNode): ConfigNode | undefined {
  return valueIn(valueIn(node, 'metadata'), 'annotations');
}

/** A plain value with its place; undefined if absent or empty. */
export function placedIn(node: ConfigNode | undefined, key: string): PlacedText | undefined {
  const value = valueIn(node, key);
  if (value?.kind !== 'scalar' || value.type === 'null' || value.text === '') return undefined;
  return placedAt(value, value.text);
}

/** Kubernetes refuses longer names, and hosts cannot be longer. */
const longestName = 253;

/**
 * A name, or a host, with its place: an `unknownPart` if it is longer than any valid one. Then derived texts, such as the names
 * of all routers of an object, are unknown instead of repeating a long text thousands of times.
 */
export function nameIn(node: ConfigNode | undefined, key: string): PlacedText | undefined {
  const name = placedIn(node, key);
  const isLong = name !== undefined && name.value.length > longestName;
  return isLong ? { ...name, value: unknownPart, places: 'none' } : name;
}

/** Returns the same without its place; also an empty one. */
export function nameTextIn(node: ConfigNode | undefined, key: string): string | undefined {
  const name = textIn(node, key);
  return name === undefined || name.length <= longestName ? name : unknownPart;
}

/** The plain values of a list. */
export function textsAt(node: ConfigNode | undefined): readonly PlacedText[] {
  return listItemsIn(node).flatMap((item) => (item.kind === 'scalar' ? [placedAt(item, item.text)] : []));
}

const contents = new WeakMap<ConfigNode, string>();
/** Longer ones are shortened: objects that share a node repeat them. */
const longestContent = 100;

/** What stands at a node, as a text to compare: the same for the same values, however they are written. */
export function manifestContent(node: ConfigNode | undefined): string {
  if (node === undefined) return '';
  const known = contents.get(node) ?? shortened(JSON.stringify(plainValue(node)));
  contents.set(node, known);
  return known;
}

function shortened(content: string): string {
  if (content.length <= longestContent) return content;
  return hashOfRule(content) + (isKnown(content) ? '' : unknownPart);
}

function plainValue(node: ConfigNode): unknown {
  if (node.kind === 'scalar') return node.type === 'null' ? null : node.text;
  if (node.kind === 'list') return node.items.map(plainValue);
  const entries = node.entries.toSorted(({ key: one }, { key: other }) => (one.text < other.text ? -1 : 1));
  return entries.map(({ key, value }) => [key.text, plainValue(value)]);
}
