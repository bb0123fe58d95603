/**
 * @file `node scripts/static-options.mjs <repository>`: writes the options of Traefik's static configuration, with their types and the
 * versions that have them, to `src/core/config/static/staticTypes.ts`. Reads the Go types at the newest tag of each minor version in a git
 * directory of Traefik's repository, which holds all tags, and asks no network. The reference in Traefik's documentation is made from the
 * same types, but tells neither a whole number from a duration, nor which sections may be empty.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './setup.mjs';

/** The minor versions, each with the sign that stands for it. */
const versions = [
  ['2.11', 'a'],
  ...['3.0', '3.1', '3.2', '3.3', '3.4', '3.5', '3.6', '3.7'].map((minor) => [minor, minor.slice(2)]),
];

const [repository] = process.argv.slice(2);
if (repository === undefined) {
  console.error('Usage: node scripts/static-options.mjs <git directory of Traefik>');
  process.exit(2);
}

function git(...args) {
  return execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** The newest release of a minor version. */
function tagOf(minor) {
  const patches = git('tag', '--list', `v${minor}.*`)
    .split('\n')
    .flatMap((tag) => /^v\d+\.\d+\.(\d+)$/.exec(tag)?.[1] ?? [])
    .map(Number);
  if (patches.length === 0) throw new Error(`The repository has no release of ${minor}`);
  return `v${minor}.${Math.max(...patches)}`;
}

/** The types and imports that the Go files of a folder declare. */
class Sources {
  packages = new Map();

  constructor(tag) {
    this.tag = tag;
    this.paths = git('ls-tree', '-r', '--name-only', tag, 'pkg/').split('\n');
  }

  read(folder) {
    const known = this.packages.get(folder);
    if (known !== undefined) return known;
    const types = new Map();
    this.packages.set(folder, types);
    for (const path of this.paths) {
      if (dirname(path) !== folder || !path.endsWith('.go') || path.endsWith('_test.go')) continue;
      const text = git('show', `${this.tag}:${path}`);
      const imports = importsOf(text);
      for (const [name, body] of declarationsOf(text)) types.set(name, { folder, imports, body });
    }
    return types;
  }
}

function importsOf(text) {
  const imports = new Map();
  for (const [, alias, path] of text.matchAll(/^(?:import)?[ \t]*(?:([\w.]+)[ \t]+)?"([^"\n]+)"$/gm)) {
    const inside = /^github\.com\/traefik\/traefik\/v\d\/(pkg\/.+)$/.exec(path)?.[1];
    imports.set(alias ?? path.split('/').at(-1), inside ?? path);
  }
  return imports;
}

/** Every `type Name …` of a text, with what follows the name. */
function* declarationsOf(text) {
  for (const found of text.matchAll(/^type (\w+) (=\s*)?/gm)) {
    const from = found.index + found[0].length;
    const isStruct = text.startsWith('struct {', from) || text.startsWith('struct{', from);
    const end =
      isStruct && !/^struct ?\{\}/.test(text.slice(from)) ? text.indexOf('\n}', from) : text.indexOf('\n', from);
    yield [found[1], text.slice(from, end)];
  }
}

const plain = { string: 'string', bool: 'bool', float64: 'float', float32: 'float', any: 'raw', 'interface{}': 'raw' };

/** Reads the structs that are reachable from one: their names, and for each its fields by name. */
class Reader {
  structs = new Map();

  constructor(sources) {
    this.sources = sources;
  }

  /** @returns the type in the form of the table */
  typeOf(written, declared) {
    const type = written.trim();
    if (plain[type] !== undefined) return plain[type];
    if (/^u?int(?:8|16|32|64)?$/.test(type)) return type === 'int64' ? 'int' : type === 'uint64' ? 'uint' : type;
    if (type.startsWith('[]')) return `${this.typeOf(type.slice(2), declared)}[]`;
    if (type.startsWith('map[string]')) {
      const of = this.typeOf(type.slice('map[string]'.length), declared);
      return of === 'raw' ? 'rawmap' : `${of}{}`;
    }
    if (type.startsWith('*')) {
      const of = this.typeOf(type.slice(1), declared);
      return /^[A-Z]/.test(of) ? `*${of}` : of;
    }
    if (type === 'struct{}') return this.structOf('Nothing', declared, 'struct{');
    const [first, second] = type.split('.');
    if (second === undefined) return this.named(first, declared.folder);
    const folder = declared.imports.get(first);
    if (/^(?:time|github\.com\/traefik\/paerser\/types)$/.test(folder) && second === 'Duration') return 'duration';
    return folder?.startsWith('pkg/') ? this.named(second, folder) : 'other';
  }

  named(name, folder) {
    const declared = this.sources.read(folder).get(name);
    if (declared === undefined) return 'other';
    if (!declared.body.startsWith('struct')) return this.typeOf(declared.body.split('//')[0], declared);
    return this.structOf(`${folder.replace('pkg/', '')}.${name}`, declared, declared.body);
  }

  /** The name of a struct: its own, after that of its package. */
  structOf(path, declared, body) {
    const name = path
      .split(/[./_-]/)
      .filter((part) => !/^(?:config|static|provider|kubernetes|kv|observability)$/.test(part))
      .map((part) => part[0].toUpperCase() + part.slice(1))
      .join('');
    if (!this.structs.has(name)) {
      const fields = new Map();
      this.structs.set(name, fields);
      this.addFields(fields, body, declared);
    }
    return name;
  }

  addFields(fields, body, declared) {
    for (const line of body.split('\n').slice(1)) {
      const [, code = ''] = /^\s*((?:[^`/]|\/(?!\/))*(?:`[^`]*`)?)/.exec(line) ?? [];
      const [, tags = ''] = /`([^`]*)`/.exec(code) ?? [];
      const words = code.replace(/`[^`]*`/, '').trim();
      if (words === '') continue;
      const [, name, type] = /^(\w+)\s+(.+)$/.exec(words) ?? [];
      if (type === undefined) this.addEmbedded(fields, words, declared);
      else if (/^[A-Z]/.test(name)) fields.set(name, this.fieldOf(name, type, tags, declared));
    }
  }

  addEmbedded(fields, type, declared) {
    const name = this.typeOf(type, declared).replace('*', '');
    for (const [field, written] of this.structs.get(name) ?? []) fields.set(field, written);
  }

  fieldOf(name, type, tags, declared) {
    const tag = (key) => new RegExp(`\\b${key}:"([^"]*)"`).exec(tags)?.[1];
    const [documented] = (tag('yaml') ?? '').split(',');
    const shown = documented.toLowerCase() === name.toLowerCase() ? documented : name;
    const marks = [tag('label') === 'allowEmpty' && 'empty', tag('label') === '-' && 'none'].filter(Boolean);
    if ((tag('label') ?? '') !== (tag('file') ?? '')) throw new Error(`Other rules in files: ${name} \`${tags}\``);
    return [shown, this.typeOf(type, declared), ...marks].join(' ');
  }
}

/** For each struct, for each field as written, the digits of the versions that have it. */
const table = new Map();
/** The versions that have a struct, also without fields: a field that is in all of them needs no list. */
const all = new Map();
for (const [minor, digit] of versions) {
  const reader = new Reader(new Sources(tagOf(minor)));
  reader.named('Configuration', 'pkg/config/static');
  for (const [struct, fields] of reader.structs) {
    const known = table.get(struct) ?? new Map();
    table.set(struct, known);
    all.set(struct, (all.get(struct) ?? '') + digit);
    for (const field of fields.values()) known.set(field, (known.get(field) ?? '') + digit);
  }
}

const lines = [...table].sort().map(([struct, fields]) => {
  const written = [...fields].map(([field, digits]) => {
    return digits === all.get(struct) ? field : `${field} @${[...digits].sort().join('')}`;
  });
  const value = `'${written.join('; ')}',`;
  const line = `  ${struct}: ${value}`;
  return line.length > 120 ? `  ${struct}:\n    ${value}` : line;
});
writeFileSync(
  join(root, 'src/core/config/static/staticTypes.ts'),
  `/**
 * The options of Traefik's static configuration, written by scripts/static-options.mjs: one text for each struct, which \`optionTypes.ts\`
 * reads. A field is a name, a type (\`*\` is a pointer to a struct, \`[]\` a list, \`{}\` a map, \`raw\` anything), and its exceptions:
 * \`empty\` fields need no children, \`none\` fields are accepted and never set, and after \`@\` stand the versions that have it, unless all do:
 * \`a\` is 2.11, and a digit is the minor version of 3.
 */
export const staticTypes: Readonly<Record<string, string>> = {
${lines.join('\n')}
};
`,
);
