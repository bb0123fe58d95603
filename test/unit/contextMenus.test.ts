/** The menus of rows stay short enough to be read, and the palette offers what makes sense now. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Entry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Contributed {
  readonly commands: readonly { readonly command: string }[];
  readonly menus: Readonly<Record<string, readonly Entry[]>>;
}

const { contributes }: { readonly contributes: Contributed } = JSON.parse(readFileSync('package.json', 'utf8'));
const { commands, menus } = contributes;

/** More entries than these are not read, but searched. */
const mostEntries = 8;
/** A submenu has what is wanted less often. */
const mostInSubmenu = 12;

type Context = Readonly<Record<string, string | boolean>>;

/** Whether a when-clause holds: `&&`, `||`, `!`, parentheses, `==`, `!=`, `=~`, and keys by themselves. */
function holds(when: string, context: Context): boolean {
  const tokens = [...when.matchAll(/\s*(&&|\|\||==|!=|=~|!|\(|\)|\/(?:[^/\\]|\\.)+\/i?|'[^']*'|[^\s()!=&|]+)/g)].map(
    ([, token = '']) => token,
  );
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const unquoted = (token: string): string => token.replace(/^'|'$/g, '');
  const one = (): boolean => {
    const token = next();
    if (token === '!') return !one();
    if (token === '(') {
      const inner = any();
      assert.equal(next(), ')', when);
      return inner;
    }
    const value = token === 'false' ? false : (context[token] ?? '');
    const sign = tokens[at];
    if (sign === '==' || sign === '!=') {
      at++;
      return (String(value) === unquoted(next())) === (sign === '==');
    }
    if (sign === '=~') {
      at++;
      const [, source = '', flags] = /^\/(.*)\/(i?)$/.exec(next()) ?? assert.fail(when);
      return new RegExp(source, flags).test(String(value));
    }
    return value !== '' && value !== false;
  };
  const all = (): boolean => {
    let result = one();
    for (; tokens[at] === '&&'; ) {
      at++;
      const other = one();
      result = result && other;
    }
    return result;
  };
  const any = (): boolean => {
    let result = all();
    for (; tokens[at] === '||'; ) {
      at++;
      const other = all();
      result = result || other;
    }
    return result;
  };
  const result = any();
  assert.equal(at, tokens.length, `all of it is read: ${when}`);
  return result;
}

/** The entries of a row's menu, those of its buttons left out. */
function entriesOf(menu: string, context: Context): readonly string[] {
  return (menus[menu] ?? [])
    .filter(({ when = 'true', group = '' }) => !group.startsWith('inline') && holds(when, { true: true, ...context }))
    .map(({ command, submenu }) => command ?? submenu ?? '');
}

/** All that rows are, as `contextOf` in treeItem.ts and the views of comparisons say it. */
function rows(): readonly { readonly view: string; readonly viewItem: string }[] {
  const items: string[] = [];
  for (const protocol of ['http', 'tcp', 'udp']) {
    for (const kind of ['routers', 'services', 'middlewares']) {
      for (const status of ['enabled', 'disabled']) {
        for (const features of ['', ' rule', ' servers', ' internal', ' rule internal', ' servers internal']) {
          items.push(`item ${protocol} ${kind} ${status}${features}`);
        }
      }
    }
  }
  const endpoints = (kind: string): string[] =>
    ['ready', 'ready filtered', 'gone', 'newer', 'corrupt'].flatMap((state) => [
      `endpoint ${kind} ${state}`,
      `endpoint ${kind} ${state} shared`,
    ]);
  const others = ['overview', 'findings', 'findingKind', 'finding open', 'finding ignored', 'ignoredFindings'];
  const branches = ['entryPoints', 'entryPoint', 'link entryPoint', 'missing', 'unbound', 'protocol', 'provider'];
  const leaves = ['group', 'certificates', 'certificate', 'users', 'fact', 'server', 'fault', 'note'];
  const problems = ['refused', 'tls', 'unauthorized', 'notFound'].map((kind) => `problem ${kind}`);
  const proxies = [
    ...endpoints('proxy'),
    ...items,
    ...items.map((item) => `link ${item}`),
    ...others,
    ...branches,
    ...leaves,
    ...problems,
    'snapshots',
    'snapshot',
  ];
  const browsed = ['indexGroup', 'index open', 'index closed', 'field', 'field searchable', 'note'];
  const searches = [...endpoints('search'), 'savedSearch', ...browsed, ...problems];
  const comparison = ['difference', 'difference listed', 'kind', 'group', 'note'];
  return [
    ...proxies.map((viewItem) => ({ view: 'proxyScout.proxies', viewItem })),
    ...searches.map((viewItem) => ({ view: 'proxyScout.searches', viewItem })),
    ...comparison.map((viewItem) => ({ view: 'proxyScout.comparison', viewItem })),
  ];
}

describe('contextMenus: the context menu of a row', () => {
  it(`has at most ${mostEntries} entries; others belong into a submenu, which has at most ${mostInSubmenu}`, () => {
    const submenus = Object.keys(menus).filter((menu) => menu.startsWith('proxyScout.'));
    for (const row of rows()) {
      for (const menu of ['view/item/context', ...submenus]) {
        const entries = entriesOf(menu, row);
        const place = `${row.view}, “${row.viewItem}”, ${menu}: ${entries.join(', ')}`;
        const most = menu === 'view/item/context' ? mostEntries : mostInSubmenu;
        assert.ok(entries.length <= most, `${entries.length} entries: ${place}`);
        assert.equal(new Set(entries).size, entries.length, `each once: ${place}`);
      }
    }
  });

  it('edits each endpoint, where it is also moved without a mouse', () => {
    for (const [view, kind] of [
      ['proxyScout.proxies', 'proxy'],
      ['proxyScout.searches', 'search'],
    ] as const) {
      const edits = (viewItem: string) =>
        entriesOf('view/item/context', { view, viewItem: `endpoint ${kind} ${viewItem}` }).includes(
          'proxyScout.editEndpoint',
        );
      for (const state of ['ready', 'ready filtered', 'ready workspace', 'gone']) assert.ok(edits(state), state);
      // That opens the file which lists it.
      for (const state of ['unapproved workspace', 'refused workspace']) assert.ok(edits(state), state);
    }
  });

  it('reads the static configuration of a proxy that may have a support dump', () => {
    const reads = (viewItem: string): boolean =>
      entriesOf('proxyScout.manageEndpoint', { view: 'proxyScout.proxies', viewItem }).includes(
        'proxyScout.readStatic',
      );
    assert.ok(reads('endpoint proxy ready supportDump'));
    assert.ok(reads('endpoint proxy ready workspace supportDump filtered'));
    assert.ok(!reads('endpoint proxy ready'));
  });

  it('reads when-clauses as VS Code does', () => {
    const context = { view: 'a.b', viewItem: 'endpoint ready', on: true };
    for (const when of [
      'view == a.b',
      "view == 'a.b' && on",
      'viewItem =~ /\\bready\\b/ && !(viewItem =~ /\\bgone\\b/)',
      '!on || view != c',
      '(on || off) && !off',
    ]) {
      assert.ok(holds(when, context), when);
      assert.ok(!holds(`!(${when})`, context), when);
    }
  });
});

describe('contextMenus: the context menu of a hit, a value, or a heading', () => {
  const flags = ['noFilter', 'isColumn', 'hasTime', 'hasTrace', 'hasRouter', 'hasRequest', 'isHitSelected'];
  const page = { webviewId: 'proxyScout.search' };
  /** With all that may be known of it, on and off. */
  const contexts = (webviewSection: string): readonly Context[] =>
    Array.from({ length: 2 ** flags.length }, (_, bits) => ({
      ...page,
      webviewSection,
      path: 'a',
      ...Object.fromEntries(flags.map((flag, at) => [flag, (bits & (2 ** at)) > 0])),
    }));
  const names = (menu: string, context: Context): readonly string[] =>
    entriesOf(menu, context).map((id) => id.replace('proxyScout.', ''));
  const menu = 'webview/context';

  it(`has at most ${mostEntries} entries, each once`, () => {
    for (const section of ['hit', 'cell', 'heading']) {
      for (const context of contexts(section)) {
        const entries = entriesOf(menu, context);
        const place = `${JSON.stringify(context)}: ${entries.join(', ')}`;
        assert.ok(entries.length > 0 && entries.length <= mostEntries, place);
        assert.equal(new Set(entries).size, entries.length, place);
      }
    }
  });

  it('adds a column that is none yet, and removes one that is', () => {
    const columns = (isColumn: boolean) =>
      names(menu, { ...page, webviewSection: 'cell', isColumn }).filter((id) => id.endsWith('Column'));
    assert.deepEqual([columns(false), columns(true)], [['toggleColumn'], ['removeColumn']]);
    assert.deepEqual(names(menu, { ...page, webviewSection: 'heading', path: 'a' }), ['removeColumn', 'showTopValues']);
  });

  it('has all that is possible with a value, and only that', () => {
    const most = { ...page, webviewSection: 'cell', hasTime: true, hasTrace: true, hasRouter: true, hasRequest: true };
    assert.deepEqual(names(menu, { ...most, isHitSelected: true }), [
      'filterForValue',
      'filterOutValue',
      'toggleColumn',
      'showTopValues',
      'copyFromHit',
      'openFromHit',
      'selectForCompare',
      'compareWithSelected',
    ]);
    const least = { ...page, webviewSection: 'hit' };
    assert.deepEqual(names(menu, least), ['copyFromHit', 'openFromHit', 'selectForCompare']);
  });

  it('is empty elsewhere', () => {
    for (const context of [page, { webviewSection: 'cell' }, { ...page, webviewSection: 'bars' }]) {
      assert.deepEqual(entriesOf(menu, context), []);
    }
  });
});

describe('contextMenus: a menu of the editor', () => {
  const entries = (context: Context) => entriesOf('editor/context', context);

  it('has nothing of ours without an endpoint and a selection that fits', () => {
    assert.deepEqual(entries({ editorHasSelection: true }), []);
    assert.deepEqual(entries({ editorHasSelection: true, 'proxyScout.hasProxies': true }), []);
    const selected = { editorHasSelection: true, 'proxyScout.selectionIsUrl': true };
    assert.deepEqual(entries(selected), []);
    assert.deepEqual(entries({ ...selected, 'proxyScout.hasProxies': true }), ['proxyScout.whichRouter']);
    assert.deepEqual(entries({ editorHasSelection: true, 'proxyScout.hasSearchEndpoints': true }), [
      'proxyScout.searchSelection',
    ]);
    assert.deepEqual(entries({ 'proxyScout.hasSearchEndpoints': true, 'proxyScout.hasProxies': true }), []);
  });
});

describe('contextMenus: the title of a view', () => {
  const title = (view: string, context: Context) =>
    entriesOf('view/title', { view: `proxyScout.${view}`, ...context }).map((id) => id.replace('proxyScout.', ''));

  it('has nothing without an endpoint that needs one', () => {
    for (const view of ['proxies', 'searches']) {
      assert.deepEqual(title(view, {}), ['addEndpoint', 'import', 'showLog', 'deleteAllEndpoints']);
    }
  });

  it('has what its endpoints can do', () => {
    assert.deepEqual(title('proxies', { 'proxyScout.hasProxies': true }).slice(0, 4), [
      'findInAll',
      'filter',
      'refresh',
      'addEndpoint',
    ]);
    assert.deepEqual(title('searches', { 'proxyScout.hasSearchEndpoints': true }).slice(0, 3), [
      'addEndpoint',
      'indices.filter',
      'indices.toggleHidden',
    ]);
  });
});

describe('contextMenus: the Command Palette', () => {
  /** What it offers of ours. */
  const offered = (context: Context): readonly string[] =>
    commands
      .map(({ command }) => command)
      .filter((command) =>
        (menus.commandPalette ?? [])
          .filter((entry) => entry.command === command)
          .every(({ when = 'true' }) => holds(when, { true: true, ...context })),
      )
      .map((command) => command.replace('proxyScout.', ''))
      .toSorted();
  const all = { 'proxyScout.hasProxies': true, 'proxyScout.hasSearchEndpoints': true };
  const onPage = { ...all, activeWebviewPanelId: 'proxyScout.search' };
  const plain = [
    'addEndpoint',
    'compareWith',
    'editEndpoint',
    'export',
    'filter',
    'find',
    'import',
    'openDashboard',
    'refresh',
    'search',
    'showLog',
    'takeSnapshot',
    'whichRouter',
  ];
  /** What a context adds to another one. */
  const added = (context: Context, to: Context): readonly string[] => {
    const before = offered(to);
    return offered({ ...to, ...context }).filter((one) => !before.includes(one));
  };

  it('has three entries while no endpoint is known, in a folder too', () => {
    assert.deepEqual(offered({}), ['addEndpoint', 'import', 'showLog']);
    assert.deepEqual(added({ workspaceFolderCount: '1', 'proxyScout.refreshing': true }, {}), []);
  });

  it('has thirteen in a plain window where all is set up, and one more in a folder', () => {
    assert.deepEqual(offered(all), plain);
    assert.deepEqual(added({ workspaceFolderCount: '1' }, all), ['workspace.saveEndpoints']);
    assert.deepEqual(added({ 'proxyScout.filtered': true, 'proxyScout.refreshing': true }, all), []);
  });

  it('has only what fits the endpoints that there are', () => {
    assert.deepEqual(
      offered({ 'proxyScout.hasProxies': true }),
      plain.filter((one) => one !== 'search'),
    );
    assert.deepEqual(offered({ 'proxyScout.hasSearchEndpoints': true }), [
      'addEndpoint',
      'editEndpoint',
      'export',
      'import',
      'search',
      'showLog',
    ]);
  });

  it('has at most twenty on the search page', () => {
    assert.ok(offered(onPage).length <= 20);
    assert.deepEqual(added(onPage, all), [
      'copyRequest',
      'editAsJson',
      'exportHits',
      'saveSearch',
      'search.follow',
      'search.goToPage',
    ]);
  });

  it('has two more beside a file that Traefik may read, and one for a selection', () => {
    for (const resourceExtname of ['.yml', '.yaml', '.toml', '.hcl', '.nomad']) {
      assert.deepEqual(added({ resourceExtname }, all), ['config.connect', 'config.plan']);
    }
    assert.deepEqual(added({ resourceExtname: '.json' }, all), []);
    assert.deepEqual(added({ editorHasSelection: true }, all), ['searchSelection']);
  });

  it('has what an open document can do', () => {
    const scheme = (name: string) => added({ resourceScheme: `proxy-scout-${name}` }, all);
    assert.deepEqual(scheme('details'), ['revealInTree', 'revealSecrets']);
    assert.deepEqual(scheme('query'), ['runQuery', 'saveSearch']);
    assert.deepEqual(scheme('route'), ['whichRouter.again']);
    assert.deepEqual(scheme('hit'), []);
  });

  it('has all changes of a comparison, whose other commands are in its view', () => {
    assert.deepEqual(added({ 'proxyScout.comparing': true }, all), ['openAllChanges']);
  });
});
