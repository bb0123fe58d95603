import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import {
  Commands,
  ContextKeys,
  DETAILS_SCHEME,
  HIT_SCHEME,
  JSON_SCHEME,
  QUERY_SCHEME,
  SECRETS_SCHEME,
  Settings,
  Views,
} from '../../src/vscode/shared/ids';

interface Manifest {
  readonly main: string;
  readonly icon: string;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly grammars: readonly { readonly language: string; readonly path: string }[];
    readonly jsonValidation: readonly { readonly fileMatch: string; readonly url: string }[];
    readonly languages: readonly { readonly id: string }[];
    readonly keybindings: readonly { readonly command: string; readonly when: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string }>> };
  };
}

const source = readFileSync('package.json', 'utf8');
const words: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.nls.json', 'utf8'));
/** With the texts of package.nls.json in it, as VS Code reads it. */
const manifest: Manifest = JSON.parse(source, (_, value: unknown) =>
  typeof value === 'string'
    ? value.replace(/^%(.+)%$/, (_whole, key: string) => words[key] ?? assert.fail(key))
    : value,
);
const { contributes } = manifest;
const commands = new Set<string>(Object.values(Commands));

describe('package.json', () => {
  it('contributes the commands that the code knows', () => {
    assert.deepEqual(contributes.commands.map(({ command }) => command).sort(), [...commands].sort());
  });

  it('contributes the views that the code knows', () => {
    const views = Object.values(contributes.views).flat();
    assert.deepEqual(views.map(({ id }) => id).sort(), Object.values(Views).sort());
    for (const { view } of contributes.viewsWelcome) assert.ok(views.some(({ id }) => id === view));
  });

  it('contributes the settings that the code knows, none of which a workspace can set', () => {
    const { section, ...names } = Settings;
    assert.deepEqual(
      Object.keys(contributes.configuration.properties).sort(),
      Object.values(names)
        .map((name) => `${section}.${name}`)
        .sort(),
    );
    for (const { scope } of Object.values(contributes.configuration.properties)) assert.equal(scope, 'application');
  });

  it('has menus and keys for commands that exist', () => {
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(({ command }) => command);
    const linked = contributes.viewsWelcome.flatMap(({ contents }) =>
      [...contents.matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command ?? ''),
    );
    for (const command of [...used, ...linked]) assert.ok(commands.has(command), command);
  });

  it('has when-clauses that name ids and keys the code knows', () => {
    const known = new Set<string>([
      ...commands,
      ...Object.values(Views),
      ...Object.values(ContextKeys),
      'proxyScout.search',
    ]);
    const clauses = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].flatMap(
      ({ when }) => when ?? [],
    );
    const named = clauses.flatMap((when) => when.match(/proxyScout\.\w+/g) ?? []);
    assert.ok(named.length > 0);
    for (const name of named) assert.ok(known.has(name), name);
  });

  it('has when-clauses that name the schemes of documents as the code does', () => {
    const clauses = Object.values(contributes.menus).flatMap((menu) => menu.flatMap(({ when }) => when ?? []));
    const named = clauses.flatMap((when) => /resourceScheme =~ \/(.*?)\//.exec(when)?.[1] ?? []);
    assert.ok(named.length > 0);
    for (const pattern of named) {
      const others = pattern.includes('hit') ? [HIT_SCHEME, SECRETS_SCHEME] : [DETAILS_SCHEME];
      for (const scheme of [...others, JSON_SCHEME]) assert.match(scheme, new RegExp(pattern), pattern);
    }
  });

  it('has a grammar that is there for the language of details', () => {
    const [language] = contributes.languages;
    assert.equal(contributes.grammars.length, 1);
    for (const { path, language: of } of contributes.grammars) {
      assert.equal(of, language?.id);
      assert.ok(existsSync(path), path);
    }
  });

  it('titles commands in title case, with an ellipsis where they ask for more', () => {
    for (const { command, title, category } of contributes.commands) {
      assert.equal(category, 'Proxy Scout', command);
      assert.match(title, /^[A-Z][\w-]*(,? (as|by|curl|for|in|of|or|out|to|with|[A-Z][\w-]*))*[…?]?$/, command);
    }
  });

  it('has all its texts in package.nls.json, and those only', () => {
    const keys = [...source.matchAll(/"%(.+?)%"/g)].map(([, key = '']) => key);
    assert.deepEqual([...new Set(keys)].sort(), Object.keys(words).sort());
    const shown = /"(title|name|description|markdownDescription|contents|label)": "([^%].*)"/g;
    // The name of the product is the same in all languages.
    const others = [...source.matchAll(shown)].map(([, , text = '']) => text);
    assert.deepEqual(
      others.filter((text) => !/^(proxy-scout|Proxy Scout(\$\{path\})?)$/.test(text)),
      [],
    );
  });

  it('activates for a search page, or the body of a search, that a window reload brings back', () => {
    assert.deepEqual(manifest.activationEvents, [`onFileSystem:${QUERY_SCHEME}`, 'onWebviewPanel:proxyScout.search']);
  });

  it('has a JSON schema that is there for the bodies of searches, and for no other document', () => {
    const [validation] = contributes.jsonValidation;
    assert.deepEqual(contributes.jsonValidation, [
      { fileMatch: `${QUERY_SCHEME}:/**`, url: './media/search-body.schema.json' },
    ]);
    assert.ok(existsSync(validation?.url ?? ''));
  });

  it('is typed against the oldest VS Code that it runs in', () => {
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode']}`);
  });

  it('names files that are there', () => {
    assert.ok(existsSync(manifest.icon), manifest.icon);
    assert.equal(manifest.main, './dist/extension.js');
  });
});
