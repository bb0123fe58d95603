/**
 * @file The layers of src: which code may import which. `layers.test.ts` checks every import, including those of types
 * only, which leave no trace in a bundle.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** @typedef {import('./layers.d.mts').Sources} Sources */
/** @typedef {import('./layers.d.mts').Import} Import */
/** @typedef {import('./layers.d.mts').Layer} Layer */

/** They know several of proxy, search, and config, but not each other. */
const rooms = ['src/core/accessLogs', 'src/core/addressProbe', 'src/core/searchView'];
const core = [
  'src/core/base',
  'src/core/proxy',
  'src/core/search',
  'src/core/config',
  ...rooms,
  'src/core/liveConfig',
  'src/core/changePlan',
];
/** They use what is in `shared`, but not each other. */
const features = ['endpoints', 'proxies', 'documents', 'routing', 'compare', 'search', 'config'];

/** @type {readonly Layer[]} */
export const layers = [
  { folder: 'src/l10n', mayImport: [], folders: ['.'] },
  { folder: 'src/protocol', mayImport: ['src/l10n'], folders: ['.'] },
  {
    folder: 'src/core/base',
    mayImport: ['src/l10n'],
    folders: [
      'errors',
      'files',
      'lists',
      'secrets',
      'text',
      'async',
      'worker',
      'json',
      'endpoints',
      'workspace',
      'http',
    ],
  },
  {
    folder: 'src/core/proxy',
    mayImport: ['src/l10n', 'src/protocol', 'src/core/base'],
    folders: [
      'wire',
      'secrets',
      'model',
      'api',
      'rules',
      'describe',
      'publicUrls',
      'snapshots',
      'compare',
      'find',
      'routing',
      'findings',
      'documents',
      'documents/route',
      'tree',
      '.',
    ],
  },
  {
    folder: 'src/core/search',
    mayImport: ['src/l10n', 'src/protocol', 'src/core/base'],
    folders: [
      'remembered',
      'logFields',
      'wire',
      'engine',
      'query',
      'address',
      'saved',
      'paging',
      'read',
      'fields',
      'histogram',
      'surroundings',
      'follow',
      'export',
      'page',
    ],
  },
  {
    folder: 'src/core/config',
    // Of proxies, only the rules: a configuration is read without one.
    mayImport: ['src/l10n', 'src/core/base', 'src/core/proxy/rules'],
    folders: [
      'source',
      'names',
      'model',
      'decode',
      'declare',
      'labels',
      'compose',
      'file',
      'tags',
      'kubernetes',
      'diagnostics',
      'static',
      'absence',
      'files',
    ],
  },
  ...rooms.map((folder) => ({
    folder,
    mayImport: ['src/l10n', 'src/protocol', 'src/core/base', 'src/core/proxy', 'src/core/search'],
    folders: ['.'],
  })),
  {
    folder: 'src/core/liveConfig',
    mayImport: ['src/l10n', 'src/core/base', 'src/core/proxy', 'src/core/config'],
    folders: ['.'],
  },
  {
    folder: 'src/core/changePlan',
    mayImport: ['src/l10n', 'src/core/base', 'src/core/proxy', 'src/core/config', 'src/core/liveConfig'],
    folders: ['.'],
  },
  {
    folder: 'src/core',
    mayImport: ['src/l10n', 'src/protocol', ...core],
    folders: ['.'],
  },
  {
    folder: 'src/check',
    mayImport: [
      'src/l10n',
      'src/core/base',
      'src/core/proxy',
      'src/core/config',
      'src/core/liveConfig',
      'src/core/changePlan',
    ],
    folders: ['.'],
  },
  { folder: 'src/webview', mayImport: ['src/l10n', 'src/protocol'], folders: ['.'] },
  { folder: 'src/vscode/shared', mayImport: ['src/l10n', 'src/protocol', 'src/core', ...core], folders: ['.'] },
  ...features.map((feature) => ({
    folder: `src/vscode/${feature}`,
    mayImport: ['src/l10n', 'src/protocol', ...core, 'src/vscode/shared'],
    folders: ['.'],
  })),
  {
    folder: 'src',
    mayImport: ['src/l10n', 'src/vscode/shared', ...features.map((name) => `src/vscode/${name}`)],
    folders: ['.'],
  },
];

/**
 * Reads the sources of the repository.
 *
 * @param {string} root
 * @returns {Sources}
 */
export function readSources(root) {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [`src/${name.replaceAll('\\', '/')}`, readFileSync(join(root, 'src', name), 'utf8')]),
  );
}

/**
 * A quoted path after `from`, `import`, or `import(`. Biome formats all of them the same way. No compiler can be used
 * instead: TypeScript 7 has no JavaScript API, and esbuild drops types first.
 */
const specifierPattern = /(\btypeof\s+)?\b(from|import|require)\s*(\(?)\s*(['"`])(\.{1,2}\/[^'"`]*)\4/g;

/**
 * All imports between the sources, of any form: `import`, `import type`, `export … from`, `import('…')`.
 *
 * @param {Sources} sources
 * @returns {readonly Import[]}
 */
export function importsOf(sources) {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(specifierPattern)].flatMap(([, isType, word, call, , specifier = '']) => {
      const to = normalize(join(dirname(from), specifier)).replaceAll('\\', '/');
      const found = [`${to}.ts`, `${to}.tsx`, `${to}/index.ts`].find((file) => sources.has(file));
      const isDynamic = word === 'import' && call !== '' && isType === undefined;
      return found === undefined ? [] : [{ from, to: found, isDynamic }];
    }),
  );
}

/**
 * The imports that break the layering, one line each.
 *
 * @param {Sources} sources
 * @returns {readonly string[]}
 */
export function brokenLayers(sources) {
  return importsOf(sources).flatMap(({ from, to }) => {
    const why = whyNot(from, to);
    return why === undefined ? [] : [`${from} imports ${to}: ${why}`];
  });
}

function whyNot(from, to) {
  const layer = layerOf(from);
  const other = layerOf(to);
  if (layer === undefined || other === undefined) return undefined;
  if (layer !== other) {
    const mayImport = layer.mayImport.includes(other.folder) || layer.mayImport.includes(dirname(to));
    return mayImport ? undefined : `${layer.folder} may not import ${other.folder}`;
  }
  const [own, below] = [positionOf(layer, from), positionOf(layer, to)];
  if (own < 0 || below < 0) return `${own < 0 ? dirname(from) : dirname(to)} is in no list of folders`;
  return below <= own ? undefined : `${dirname(to)} is above ${dirname(from)}`;
}

/**
 * The innermost layer that contains a file: `src/core` has only the files directly in it.
 *
 * @param {string} file
 * @returns {Layer | undefined}
 */
export function layerOf(file) {
  return layers
    .filter(({ folder }) => file.startsWith(`${folder}/`))
    .toSorted((one, other) => other.folder.length - one.folder.length)[0];
}

function positionOf({ folder, folders }, file) {
  const name = dirname(file).slice(folder.length + 1);
  return folders.indexOf(name === '' ? '.' : name);
}

/**
 * Files that import each other, directly or indirectly: one line for each cycle.
 *
 * @param {Sources} sources
 * @returns {readonly string[]}
 */
export function circlesOfFiles(sources) {
  const below = new Map();
  for (const { from, to } of importsOf(sources)) below.set(from, [...(below.get(from) ?? []), to]);
  const circles = [];
  const done = new Set();
  const visit = (file, way) => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push([...way.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const next of below.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of sources.keys()) visit(file, []);
  return circles;
}
