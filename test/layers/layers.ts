/**
 * Who may import whom in src: the plan of docs/architecture.md as a list. Every import counts, also of types alone, which
 * leave no trace in a bundle.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Source texts by their paths, with slashes: `src/core/jobs.ts`. */
export type Sources = ReadonlyMap<string, string>;

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** The wings, each with those that it may import, and its folders: each of them may import those before it in its wing. */
export interface Wing {
  readonly folder: string;
  readonly mayImport: readonly string[];
  /** Below the wing's folder, from the ground up; `.` is the wing's own files. */
  readonly floors: readonly string[];
}

const core = ['src/core/base', 'src/core/proxy', 'src/core/search', 'src/core/bridge'];
/** They share what is in `shared` and know nothing of each other. */
const features = ['endpoints', 'proxies', 'documents', 'routing', 'compare', 'search'];

export const wings: readonly Wing[] = [
  { folder: 'src/protocol', mayImport: [], floors: ['.'] },
  {
    folder: 'src/core/base',
    mayImport: [],
    floors: ['errors', 'files', 'secrets', 'text', 'async', 'worker', 'json', 'endpoints', 'http'],
  },
  {
    folder: 'src/core/proxy',
    mayImport: ['src/core/base'],
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
    mayImport: ['src/protocol', 'src/core/base'],
    floors: ['remembered', 'wire', 'engine', 'query', 'saved', 'paging', 'read', 'export'],
  },
  {
    folder: 'src/core/bridge',
    mayImport: ['src/protocol', 'src/core/base', 'src/core/proxy', 'src/core/search'],
    floors: ['logs', '.'],
  },
  {
    folder: 'src/core',
    mayImport: ['src/protocol', ...core],
    floors: ['.'],
  },
  { folder: 'src/webview', mayImport: ['src/protocol'], floors: ['.'] },
  { folder: 'src/vscode/shared', mayImport: ['src/protocol', 'src/core', ...core], floors: ['.'] },
  ...features.map((feature) => ({
    folder: `src/vscode/${feature}`,
    mayImport: ['src/protocol', ...core, 'src/vscode/shared'],
    floors: ['.'],
  })),
  { folder: 'src', mayImport: ['src/vscode/shared', ...features.map((name) => `src/vscode/${name}`)], floors: ['.'] },
];

/** The sources of the repository. */
export function readSources(root: string): Sources {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return new Map(
    names.map((name) => [`src/${name.replaceAll('\\', '/')}`, readFileSync(join(root, 'src', name), 'utf8')]),
  );
}

/** What of each other the sources import, in whatever way: `import`, `import type`, `export … from`, `import('…')`. */
export function importsOf(sources: Sources): readonly Import[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(SPECIFIER)].flatMap(([, , specifier = '']) => {
      const to = normalize(join(dirname(from), specifier)).replaceAll('\\', '/');
      const found = [`${to}.ts`, `${to}/index.ts`].find((file) => sources.has(file));
      return found === undefined ? [] : [{ from, to: found }];
    }),
  );
}

/**
 * What stands behind `from`, `import` or `import(` in quotes. Biome writes them all in one way, and no compiler is there that
 * can be asked: TypeScript 7 has none for JavaScript, and esbuild drops types first.
 */
const SPECIFIER = /\b(?:from|import|require)\s*\(?\s*(['"`])(\.{1,2}\/[^'"`]*)\1/g;

/** What breaks the order, one line for each import. */
export function brokenLayers(sources: Sources): readonly string[] {
  return importsOf(sources).flatMap(({ from, to }) => {
    const why = whyNot(from, to);
    return why === undefined ? [] : [`${from} imports ${to}: ${why}`];
  });
}

function whyNot(from: string, to: string): string | undefined {
  const wing = wingOf(from);
  const other = wingOf(to);
  if (wing === undefined || other === undefined) return undefined;
  if (wing !== other) {
    return wing.mayImport.includes(other.folder) ? undefined : `${wing.folder} may not import ${other.folder}`;
  }
  const [floor, below] = [floorOf(wing, from), floorOf(wing, to)];
  if (floor < 0 || below < 0) return `${floor < 0 ? dirname(from) : dirname(to)} is in no list of floors`;
  return below <= floor ? undefined : `${dirname(to)} is above ${dirname(from)}`;
}

/** The innermost: `src/core` has only its own files. */
export function wingOf(file: string): Wing | undefined {
  return wings
    .filter(({ folder }) => file.startsWith(`${folder}/`))
    .reduce<Wing | undefined>((best, one) => (best && best.folder.length > one.folder.length ? best : one), undefined);
}

function floorOf({ folder, floors }: Wing, file: string): number {
  const name = dirname(file).slice(folder.length + 1);
  return floors.indexOf(name === '' ? '.' : name);
}

/** Files that import each other, directly or by way of others: one line for each circle. */
export function circlesOfFiles(sources: Sources): readonly string[] {
  const below = new Map<string, string[]>();
  for (const { from, to } of importsOf(sources)) below.set(from, [...(below.get(from) ?? []), to]);
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push([...way.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const next of below.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of sources.keys()) visit(file, []);
  return circles;
}
