/**
 * Chooses and packs the files that are none of ours to judge, by the rule of test/foreign/README.md, "How they were
 * chosen", which knows nothing of the reader that they are for.
 *
 *   node test/foreign/pack.mjs <sources.json>
 *
 * `sources.json` is a list of `{"package", "version", "repository", "commit", "license", "copyright", "folder", "within",
 * "without"}`: `folder` is the unpacked package, `within` the folder of the repository that it was packed from ("" for its
 * root), `without` the paths that are not the same at `commit`, or whose license is another's or not known.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** How many files of each kind are kept. */
const quotas = {
  ci: 50,
  openapi: 25,
  other: 25,
  compose: 30,
  kubernetes: 40,
  ansible: 10,
  cargo: 10,
  toml: 20,
  hcl: 10,
};

const ciPath = /(^|\/)(\.github\/.*|\.circleci\/.*|\.travis\.yml|\.?appveyor\.ya?ml|\.gitlab-ci\.yml|cloudbuild.*)$/;
const composePath = /(^|\/)(docker-)?compose[^/]*\.ya?ml$/;
const ansiblePath = /(^|\/)(ansible|molecule|playbooks|roles)\//;
const helmPath = /(^|\/)(Chart\.yaml|values\.yaml|kustomization\.ya?ml|templates\/[^/]+\.yaml)$/;

/** The kind of a file by its path, and for YAML that no path tells by its first keys; undefined for other files. */
function kindOf(path, text) {
  if (/(^|\/)Cargo\.toml$/.test(path)) return 'cargo';
  if (/\.toml$/.test(path)) return 'toml';
  if (/\.(hcl|tf|nomad)$/.test(path)) return 'hcl';
  if (!/\.ya?ml$/.test(path)) return undefined;
  if (ciPath.test(path)) return 'ci';
  if (ansiblePath.test(path)) return 'ansible';
  if (composePath.test(path)) return 'compose';
  if (helmPath.test(path) || (/^apiVersion:/m.test(text) && /^kind:/m.test(text))) return 'kubernetes';
  if (/^(openapi|swagger):/m.test(text)) return 'openapi';
  return 'other';
}

/** Whether the text is, or could be, for Traefik: its name, and the Kubernetes kinds of others that it takes routes from. */
const isOurs = (text) => /traefik|^\s*kind:\s*["']?Ingress\b|gateway\.networking\.k8s\.io/im.test(text);

function* pathsBelow(folder, path = '') {
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* pathsBelow(folder, inner);
    else if (entry.isFile()) yield inner;
  }
}

const hash = (text) => createHash('sha256').update(text).digest('hex');

/** A file's place in its package: those with something in them first, then by the SHA-256 of their paths. */
const place = ({ path, text }) => `${text.length < 200 ? 1 : 0}${hash(path)}`;

/** The files of one package that may be taken, by kind, in their order. */
function candidates(source) {
  const byKind = new Map();
  // Cargo writes Cargo.toml anew for its registry; the one of the repository is beside it.
  const packed = [...pathsBelow(source.folder)];
  const isCrate = packed.includes('Cargo.toml.orig');
  for (const file of packed) {
    if (isCrate && file === 'Cargo.toml') continue;
    if (statSync(join(source.folder, file)).size > 64 * 1024) continue;
    if (source.without.includes(file)) continue;
    const path = `${source.within === '' ? '' : `${source.within}/`}${file.replace(/^Cargo\.toml\.orig$/, 'Cargo.toml')}`;
    const text = readFileSync(join(source.folder, file), 'utf8');
    const kind = kindOf(path, text);
    if (kind === undefined || text.includes('\uFFFD') || text.trim() === '' || isOurs(text)) continue;
    byKind.set(kind, [...(byKind.get(kind) ?? []), { ...source, path, text }]);
  }
  for (const files of byKind.values()) files.sort((a, b) => (place(a) < place(b) ? -1 : 1));
  return byKind;
}

const [list] = process.argv.slice(2);
if (list === undefined) {
  console.error('usage: node test/foreign/pack.mjs <sources.json>');
  process.exit(2);
}
const sources = JSON.parse(readFileSync(list, 'utf8')).sort((a, b) => (hash(a.package) < hash(b.package) ? -1 : 1));
const offered = sources.map(candidates);
const lines = [];
const texts = new Set();
for (const [kind, quota] of Object.entries(quotas)) {
  let left = quota;
  // Packages take turns, so that no large one fills a kind before the others had one.
  for (let turn = 0; left > 0 && offered.some((byKind) => (byKind.get(kind)?.length ?? 0) > turn); turn++) {
    for (const byKind of offered) {
      const file = byKind.get(kind)?.[turn];
      if (left === 0 || file === undefined || texts.has(file.text)) continue;
      texts.add(file.text);
      left -= 1;
      const { package: name, version, repository, commit, license, copyright, path, text } = file;
      lines.push(JSON.stringify({ kind, package: name, version, repository, commit, license, copyright, path, text }));
    }
  }
  console.log(`${kind}: ${quota - left}`);
}
writeFileSync(join(here, 'files.ndjson'), `${lines.join('\n')}\n`);
