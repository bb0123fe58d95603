import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { workspaceFilePath } from '../../src/core/base/workspace/filePlace';
import {
  Commands,
  ContextKeys,
  detailsScheme,
  FeatureCommands,
  FormerSettings,
  hitScheme,
  jsonScheme,
  queryScheme,
  routeScheme,
  Settings,
  secretsScheme,
  Views,
  walkthroughCommands,
} from '../../src/vscode/shared/ids';
import { contrast, rgbOf } from '../../src/webview/textColors';

interface Setting {
  readonly scope: string;
  readonly order: number;
  readonly tags?: readonly string[];
  readonly markdownDescription: string;
  readonly deprecationMessage?: string;
}

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
    readonly walkthroughs: readonly {
      readonly description: string;
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly svg: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly menus: Readonly<
      Record<string, readonly { readonly command?: string; readonly submenu?: string; readonly when?: string }[]>
    >;
    readonly colors: readonly {
      readonly id: string;
      readonly defaults: Readonly<Record<'dark' | 'light' | 'highContrast' | 'highContrastLight', string>>;
    }[];
    readonly submenus: readonly { readonly id: string }[];
    readonly grammars: readonly { readonly language: string; readonly path: string }[];
    readonly jsonValidation: readonly { readonly fileMatch: string; readonly url: string }[];
    readonly languages: readonly { readonly id: string }[];
    readonly configurationDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly when: string }[];
    readonly configuration: readonly {
      readonly title: string;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
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
const contributed = new Set(contributes.commands.map(({ command }) => command));
const settings: Readonly<Record<string, Setting>> = Object.assign(
  {},
  ...contributes.configuration.map(({ properties }) => properties),
);
const hasKey = (command: string): boolean => contributes.keybindings.some((one) => one.command === command);
const isNow = ([, { deprecationMessage }]: readonly [string, Setting]): boolean => deprecationMessage === undefined;

describe('manifest: package.json', () => {
  it('contributes commands that the code knows, and not more than a person can look through', () => {
    assert.equal(contributed.size, contributes.commands.length);
    for (const command of contributed) assert.ok(commands.has(command), command);
    assert.ok(contributed.size <= 78, `${contributed.size} commands`);
    const { commandPalette = [], ...menus } = contributes.menus;
    const hidden = commandPalette.flatMap(({ command, when }) => (when === 'false' ? [command] : []));
    const inMenus = Object.values(menus).flatMap((menu) => menu.map(({ command }) => command));
    for (const command of contributed) {
      assert.ok(!hidden.includes(command) || inMenus.includes(command) || hasKey(command), command);
    }
  });

  it('keeps a command for each key of the last version, which activates the extension', () => {
    const before: readonly string[] = JSON.parse(readFileSync('test/unit/commandsOfLastVersion.json', 'utf8'));
    assert.equal(before.length, 118);
    const registered = new Set<string>(Object.values(FeatureCommands).flatMap((feature) => Object.values(feature)));
    registered.add(Commands.showLog);
    const events = new Set(manifest.activationEvents);
    for (const command of before) {
      assert.ok(registered.has(command), command);
      // VS Code does so by itself for the contributed ones.
      assert.notEqual(contributed.has(command), events.has(`onCommand:${command}`), command);
    }
    // No other is former, and none is both.
    for (const command of Object.values(FeatureCommands.former)) {
      assert.ok(before.includes(command) && !commands.has(command), command);
    }
  });

  it('runs a command that is contributed in place of a former one', () => {
    const source = readFileSync('src/vscode/shared/formerCommands.ts', 'utf8');
    const named = [...source.matchAll(/Commands\.(\w+)\b/g)].map(([, name = '']) => name);
    assert.ok(named.length > 10);
    for (const name of named.filter((one) => one !== 'former')) {
      const id: unknown = Reflect.get(Commands, name);
      assert.ok(typeof id === 'string' && contributed.has(id), name);
    }
  });

  it('contributes every command that has a default key', () => {
    const keys = ['find', 'search.nextPage', 'search.previousPage', 'search.firstPage', 'search.goToPage'];
    assert.deepEqual(
      contributes.keybindings.map(({ command }) => command),
      [...keys, 'search.toggleWrap', 'runQuery', 'saveSearch'].map((name) => `proxyScout.${name}`),
    );
    for (const { command } of contributes.keybindings) assert.ok(contributed.has(command), command);
  });

  it('contributes the views that the code knows', () => {
    const views = Object.values(contributes.views).flat();
    assert.deepEqual(views.map(({ id }) => id).sort(), Object.values(Views).sort());
    for (const { view } of contributes.viewsWelcome) assert.ok(views.some(({ id }) => id === view));
  });

  it('contributes the settings that the code knows; a workspace can only set which problems of its files are shown', () => {
    const { section, ...names } = Settings;
    assert.deepEqual(
      Object.entries(settings)
        .filter(isNow)
        .map(([name]) => name)
        .sort(),
      Object.values(names)
        .map((name) => `${section}.${name}`)
        .sort(),
    );
    for (const [name, { scope }] of Object.entries(settings)) {
      assert.equal(scope, name.startsWith(`${section}.config.`) ? 'resource' : 'application');
    }
  });

  it('groups its settings under titles', () => {
    assert.deepEqual(
      contributes.configuration.map(({ title }) => title),
      ['Proxies', 'Search', 'Configuration Files', 'Requests'],
    );
  });

  it('shows few settings to who does not ask for all: those first, and names that read as words', () => {
    const now = Object.entries(settings).filter(isNow);
    const [shown, advanced] = [false, true].map((isAdvanced) =>
      now.filter(([, { tags }]) => (tags?.includes('advanced') ?? false) === isAdvanced),
    );
    assert.deepEqual(
      shown?.map(([name]) => name.replace('proxyScout.', '')),
      [
        'proxies.groupBy',
        'proxies.sortBy',
        'proxies.badge',
        'proxies.autoRefreshSeconds',
        'search.pageSize',
        'search.showHiddenIndices',
        'config.problems',
      ],
    );
    assert.equal(now.length, (shown?.length ?? 0) + (advanced?.length ?? 0));
    for (const { properties } of contributes.configuration) {
      const ranks = Object.values(properties).map(({ order, tags = [] }) => [order, tags.length] as const);
      assert.deepEqual(
        ranks,
        ranks.toSorted(([one], [other]) => one - other),
      );
      assert.deepEqual(
        ranks.map(([, isAdvanced]) => isAdvanced),
        ranks.map(([, isAdvanced]) => isAdvanced).toSorted(),
      );
    }
    // VS Code begins a word at each capital: "MiB" became "Mi B".
    for (const [name] of now) assert.doesNotMatch(name, /[A-Z]{2}|[A-Z]$/, name);
  });

  it('keeps a setting of the last version, with a message that says what it became', () => {
    const former = Object.entries(settings).filter((setting) => !isNow(setting));
    assert.deepEqual(
      former.map(([name]) => name.replace('proxyScout.', '')).sort(),
      [...Object.values(FormerSettings), 'search.hover', 'proxies.showInternal'].sort(),
    );
    for (const [now, before] of Object.entries(FormerSettings)) {
      const { deprecationMessage = '' } = settings[`proxyScout.${before}`] ?? {};
      assert.ok(deprecationMessage.includes(`proxyScout.${now}`), before);
    }
  });

  it('has menus and keys for commands that exist', () => {
    const entries = Object.values(contributes.menus).flat();
    const used = [...entries, ...contributes.keybindings].flatMap(({ command }) => command ?? []);
    const submenus = contributes.submenus.map(({ id }) => id);
    for (const { submenu } of entries) if (submenu !== undefined) assert.ok(submenus.includes(submenu), submenu);
    for (const id of submenus) assert.ok(Object.hasOwn(contributes.menus, id), id);
    const texts = [
      ...contributes.viewsWelcome.map(({ contents }) => contents),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ description }) => description)),
    ];
    const linked = texts.flatMap((text) =>
      [...text.matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command ?? ''),
    );
    // VS Code makes one for each view.
    const walkthrough = 'workbench.action.openWalkthrough';
    const known = new Set([...commands, ...Object.values(Views).map((view) => `${view}.focus`), walkthrough]);
    for (const command of [...used, ...linked]) assert.ok(known.has(command), command);
  });

  it('packages the icons of tabs, in the colors of light and dark themes', () => {
    const packaged = readFileSync('.vscodeignore', 'utf8').split('\n');
    assert.ok(packaged.includes('!media/search-tab-*.svg'));
    const colors = ['light', 'dark'].map((theme) =>
      /stroke="(#\w{6})"/.exec(readFileSync(`media/search-tab-${theme}.svg`, 'utf8'))?.[1]?.toLowerCase(),
    );
    // Those of VS Code's own icons.
    assert.deepEqual(colors, ['#424242', '#c5c5c5']);
  });

  it('has a walkthrough of few steps, each with a small picture and completed by doing it', () => {
    const [walkthrough] = contributes.walkthroughs;
    assert.ok(walkthrough !== undefined && contributes.walkthroughs.length === 1);
    assert.equal(walkthrough.steps.length, 5);
    const packaged = readFileSync('.vscodeignore', 'utf8').split('\n');
    assert.ok(packaged.includes('!media/walkthrough/*.svg'));
    for (const { media, completionEvents } of walkthrough.steps) {
      assert.match(media.svg, /^media\/walkthrough\/[\w-]+\.svg$/);
      const picture = readFileSync(media.svg, 'utf8');
      assert.ok(picture.length < 30_000, media.svg);
      // Neither light nor dark: VS Code puts the colors of its theme in.
      assert.match(picture, /var\(--vscode-foreground,/);
      assert.ok(completionEvents.length > 0);
      for (const event of completionEvents) {
        const [, kind, what = '', page] =
          /^(onCommand|onContext):([\w.]+)( && activeEditor == gettingStartedPage)?$/.exec(event) ?? assert.fail(event);
        const ran = [...walkthroughCommands].map((command) => `${command}.ran`);
        const known: readonly string[] =
          kind === 'onCommand' ? [...walkthroughCommands] : [...Object.values(ContextKeys), ...ran];
        assert.ok(known.includes(what), event);
        assert.ok(page === undefined || kind === 'onContext', event);
      }
      // VS Code drops what is true already when it loads the walkthrough, so a step is also done by going to the page.
      assert.ok(completionEvents.some((event) => event.endsWith(' && activeEditor == gettingStartedPage')));
    }
    assert.ok(walkthrough.description.length <= 60, walkthrough.description);
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
      const others = pattern.includes('hit') ? [hitScheme, secretsScheme] : [detailsScheme];
      for (const scheme of [...others, jsonScheme]) assert.match(scheme, new RegExp(pattern), pattern);
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

  it('has a color for warnings in documents that is readable on light, and the tree’s elsewhere', () => {
    const [{ id, defaults } = assert.fail('no color'), ...others] = contributes.colors;
    assert.deepEqual(others, []);
    assert.match(readFileSync('src/vscode/shared/pageFeatures.ts', 'utf8'), new RegExp(`caution: color\\('${id}'\\)`));
    // The editor of Light Modern and Light 2026 is white; a tenth darker is the darkest of the usual light themes.
    for (const background of ['#ffffff', '#e6e6e6']) {
      const [text, page] = [rgbOf(defaults.light), rgbOf(background)];
      assert.ok(text !== undefined && page !== undefined && contrast(text, page) >= 4.5, background);
    }
    const { light: _, ...rest } = defaults;
    assert.deepEqual([...new Set(Object.values(rest))], ['problemsWarningIcon.foreground']);
  });

  it('reads its documents as UTF-8, whatever encoding the user has set for files', () => {
    const [language = assert.fail('no language')] = contributes.languages;
    const defaults = contributes.configurationDefaults[`[${language.id}]`];
    assert.equal(defaults?.['files.encoding'], 'utf8');
    assert.equal(defaults['files.autoGuessEncoding'], false);
  });

  it('titles commands in title case, with an ellipsis where they ask for more', () => {
    for (const { command, title, category } of contributes.commands) {
      assert.equal(category, 'Proxy Scout', command);
      assert.match(title, /^[A-Z][\w-]*(,? (as|by|curl|for|in|of|on|or|out|to|with|[A-Z][\w-]*))*[…?]?$/, command);
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

  it('activates for what a window reload brings back, and for files that may declare something', () => {
    const others = manifest.activationEvents.filter((event) => !event.startsWith('onCommand:'));
    assert.deepEqual(others, [
      // The palette of a new window has what there is.
      'onStartupFinished',
      'onLanguage:yaml',
      'onLanguage:dockercompose',
      'onLanguage:toml',
      `onFileSystem:${queryScheme}`,
      `onFileSystem:${routeScheme}`,
      'onWebviewPanel:proxyScout.search',
    ]);
  });

  it('has JSON schemas for the bodies of searches, the file of a workspace, and no other document', () => {
    assert.deepEqual(contributes.jsonValidation, [
      { fileMatch: `/${workspaceFilePath}`, url: './media/proxy-scout.schema.json' },
      { fileMatch: `${queryScheme}:/**`, url: './media/search-body.schema.json' },
    ]);
    for (const { url } of contributes.jsonValidation) assert.ok(existsSync(url));
  });

  it('is typed against the oldest VS Code that it runs in', () => {
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode']}`);
  });

  it('names files that are there', () => {
    assert.ok(existsSync(manifest.icon), manifest.icon);
    assert.equal(manifest.main, './dist/extension.js');
  });
});
