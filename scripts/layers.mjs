/**
 * @file The layers of src: which code may import which. `layers.test.ts` checks every import, including those of types
 * only, which leave no trace in a bundle. `npm run plan` draws the diagram in docs/architecture.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** @typedef {import('./layers.d.mts').Sources} Sources */
/** @typedef {import('./layers.d.mts').Import} Import */
/** @typedef {import('./layers.d.mts').Wing} Wing */

const core = ['src/core/base', 'src/core/proxy', 'src/core/search', 'src/core/config', 'src/core/bridge'];
/** They use what is in `shared`, but not each other. */
const features = ['endpoints', 'proxies', 'documents', 'routing', 'compare', 'search', 'config'];

/** @type {readonly Wing[]} */
export const wings = [
  { folder: 'src/l10n', mayImport: [], floors: ['.'] },
  { folder: 'src/protocol', mayImport: ['src/l10n'], floors: ['.'] },
  {
    folder: 'src/core/base',
    mayImport: ['src/l10n'],
    floors: ['errors', 'files', 'secrets', 'text', 'async', 'worker', 'json', 'endpoints', 'workspace', 'http'],
  },
  {
    folder: 'src/core/proxy',
    mayImport: ['src/l10n', 'src/protocol', 'src/core/base'],
    floors: [
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
    floors: [
      'remembered',
      'logFields',
      'wire',
      'engine',
      'browse',
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
    ],
  },
  {
    folder: 'src/core/config',
    // Of proxies, only the rules: a configuration is read without one.
    mayImport: ['src/l10n', 'src/core/base', 'src/core/proxy/rules'],
    floors: [
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
      'check',
      'files',
    ],
  },
  {
    folder: 'src/core/bridge',
    mayImport: ['src/l10n', 'src/protocol', 'src/core/base', 'src/core/proxy', 'src/core/search', 'src/core/config'],
    floors: ['declared', 'logs', 'browse', '.'],
  },
  {
    folder: 'src/core',
    mayImport: ['src/l10n', 'src/protocol', ...core],
    floors: ['.'],
  },
  {
    folder: 'src/check',
    mayImport: ['src/l10n', 'src/core/base', 'src/core/proxy', 'src/core/config', 'src/core/bridge'],
    floors: ['.'],
  },
  { folder: 'src/webview', mayImport: ['src/l10n', 'src/protocol'], floors: ['.'] },
  { folder: 'src/vscode/shared', mayImport: ['src/l10n', 'src/protocol', 'src/core', ...core], floors: ['.'] },
  ...features.map((feature) => ({
    folder: `src/vscode/${feature}`,
    mayImport: ['src/l10n', 'src/protocol', ...core, 'src/vscode/shared'],
    floors: ['.'],
  })),
  {
    folder: 'src',
    mayImport: ['src/l10n', 'src/vscode/shared', ...features.map((name) => `src/vscode/${name}`)],
    floors: ['.'],
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
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [`src/${name.replaceAll('\\', '/')}`, readFileSync(join(root, 'src', name), 'utf8')]),
  );
}

/**
 * A quoted path after `from`, `import`, or `import(`. Biome formats all of them the same way. No compiler can be used
 * instead: TypeScript 7 has no JavaScript API, and esbuild drops types first.
 */
const specifierPattern = /\b(?:from|import|require)\s*\(?\s*(['"`])(\.{1,2}\/[^'"`]*)\1/g;

/**
 * All imports between the sources, of any form: `import`, `import type`, `export … from`, `import('…')`.
 *
 * @param {Sources} sources
 * @returns {readonly Import[]}
 */
export function importsOf(sources) {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(specifierPattern)].flatMap(([, , specifier = '']) => {
      const to = normalize(join(dirname(from), specifier)).replaceAll('\\', '/');
      const found = [`${to}.ts`, `${to}/index.ts`].find((file) => sources.has(file));
      return found === undefined ? [] : [{ from, to: found }];
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
  const wing = wingOf(from);
  const other = wingOf(to);
  if (wing === undefined || other === undefined) return undefined;
  if (wing !== other) {
    const mayImport = wing.mayImport.includes(other.folder) || wing.mayImport.includes(dirname(to));
    return mayImport ? undefined : `${wing.folder} may not import ${other.folder}`;
  }
  const [floor, below] = [floorOf(wing, from), floorOf(wing, to)];
  if (floor < 0 || below < 0) return `${floor < 0 ? dirname(from) : dirname(to)} is in no list of floors`;
  return below <= floor ? undefined : `${dirname(to)} is above ${dirname(from)}`;
}

/**
 * The innermost wing that contains a file: `src/core` has only the files directly in it.
 *
 * @param {string} file
 * @returns {Wing | undefined}
 */
export function wingOf(file) {
  return wings
    .filter(({ folder }) => file.startsWith(`${folder}/`))
    .toSorted((one, other) => other.folder.length - one.folder.length)[0];
}

function floorOf({ folder, floors }, file) {
  const name = dirname(file).slice(folder.length + 1);
  return floors.indexOf(name === '' ? '.' : name);
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

/**
 * The diagram in Mermaid: the wings and their folders, from the bottom up. Arrows that follow from others are left out.
 *
 * @param {Sources} sources
 * @returns {string} without the code fence
 */
export function planOf(sources) {
  const between = new Map();
  const within = new Map();
  const add = (arrows, above, below) => arrows.set(above, (arrows.get(above) ?? new Set()).add(below));
  for (const { from, to } of importsOf(sources)) {
    const [wing, other] = [wingOf(from), wingOf(to)];
    if (wing === undefined || other === undefined) continue;
    if (wing === other) {
      const [above, below] = [dirname(from), dirname(to)];
      if (above !== below) add(within, nodeOf(above), nodeOf(below));
    } else {
      add(between, idOf(wing.folder), idOf(other.folder));
    }
  }
  const lines = ['flowchart TD'];
  for (const { folder, floors } of wings) {
    lines.push(`  subgraph ${idOf(folder)}["${folder}"]`);
    for (const floor of floors.toReversed()) lines.push(`    ${idOf(folder, floor)}["${floor}"]`);
    lines.push('  end');
  }
  for (const arrows of [within, between]) {
    for (const [above, belows] of [...arrows].sort(byName)) {
      for (const below of [...belows].sort()) {
        const isImplied = [...belows].some((one) => one !== below && reaches(one, below, arrows));
        if (!isImplied) lines.push(`  ${above} --> ${below}`);
      }
    }
  }
  return lines.join('\n');
}

function byName([one], [other]) {
  return one < other ? -1 : 1;
}

function reaches(from, to, arrows) {
  return [...(arrows.get(from) ?? [])].some((next) => next === to || reaches(next, to, arrows));
}

function nodeOf(path) {
  const { folder } = wingOf(`${path}/`);
  return idOf(folder, path === folder ? '.' : path.slice(folder.length + 1));
}

function idOf(folder, floor) {
  const name = folder.replaceAll('/', '_');
  return floor === undefined ? name : `${name}__${floor === '.' ? 'own' : floor.replaceAll('/', '_')}`;
}
