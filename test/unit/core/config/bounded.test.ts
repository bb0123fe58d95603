import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkConfigGroups } from '../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import type { ConfigProblem } from '../../../../src/core/config/model/configProblem';
import type { SourceFile } from '../../../../src/core/config/source/placedText';
import { countTogether, UnfoldingBudget } from '../../../../src/core/config/source/unfoldingBudget';
import { readYamlDocuments } from '../../../../src/core/config/source/yamlDocuments';
import { recordingsFolder } from '../../../recordings/read';

const sources = join(dirname(dirname(recordingsFolder())), 'src');

interface Read {
  /** Names of routers that are declared. */
  readonly routers: readonly string[];
  readonly problems: readonly ConfigProblem[];
}

function read(...files: readonly SourceFile[]): Read {
  const groups = readConfigFiles(files);
  const declared = groups.flatMap(({ declarations }) => declarations);
  return {
    routers: declared.flatMap(({ kind, name }) => (kind === 'router' ? [name] : [])),
    problems: checkConfigGroups(groups, {}),
  };
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

const firstRouter = '    first: {rule: Host(`first.test`), service: s}\n';
const dynamic = (rest: string): SourceFile => ({
  path: 'dynamic.yml',
  text: `http:\n  routers:\n${firstRouter}${rest}`,
});
const compose = (rest: string): SourceFile => ({
  path: 'compose.yml',
  text: `services:\n  first: {labels: {traefik.http.routers.first.rule: Host(\`first.test\`)}}\n${rest}`,
});
const gateway = (listeners: number): string =>
  `apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: g}\nspec:\n  gatewayClassName: traefik\n  listeners:\n${lines(listeners, (at) => `  - {name: l${at}, port: 80, protocol: HTTP, hostname: h${at}.test}\n`)}`;
const route = (name: string, parents: string, hostnames: string): string =>
  `---\napiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: ${name}, namespace: a}\nspec: {parentRefs: [${parents}], hostnames: [${hostnames}], rules: [{backendRefs: [{name: s, port: 80}]}]}\n`;
const ingressRoute = (name: string, spec: string): string =>
  `---\napiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: ${name}, namespace: a}\nspec: {${spec}}\n`;
const matches = (count: number): string =>
  lines(count, (at) => `{match: Host(\`m${at}.test\`), kind: Rule, services: [{name: s, port: 80}]},`);

const ingress = (name: string, paths: string, middlewares: string): string =>
  `---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: ${name}, namespace: a, annotations: {traefik.ingress.kubernetes.io/router.middlewares: "${middlewares}"}}\nspec: {ingressClassName: traefik, rules: [{http: {paths: [${paths
    .trim()
    .split(' ')
    .map((path) => `{path: ${path}, backend: {service: {name: s, port: {number: 80}}}},`)
    .join('')}]}}]}\n`;

/** What repeats more than anybody writes, by how. Behind its first object, each unfolds to millions of things. */
const unfolding: Readonly<Record<string, SourceFile>> = {
  'a long value behind an alias': dynamic(
    `    big: {rule: Host(\`b\`), service: &n ${'s'.repeat(50_000)}}\n${lines(2_000, (at) => `    r${at}: {rule: Host(\`a\`), service: *n}\n`)}`,
  ),
  'a long key behind an alias': dynamic(
    `    &n ${'k'.repeat(50_000)}: {rule: Host(\`b\`), service: s}\n${lines(2_000, () => '    *n : {rule: Host(`a`), service: s}\n')}`,
  ),
  'a list as a key behind an alias': dynamic(
    `    x: &n [${'k,'.repeat(20_000)}]\n${lines(2_000, () => '    *n : 1\n')}`,
  ),
  'aliases of aliases': dynamic(
    `    a0: &a0 [1, 1, 1, 1, 1]\n${lines(30, (at) => `    a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]\n`)}`,
  ),
  'maps that each merge the one before': dynamic(
    `    m0: &m0 {k0: 1}\n${lines(3_000, (at) => `    m${at + 1}: &m${at + 1} {<<: *m${at}, k${at + 1}: 1}\n`)}`,
  ),
  'a large map that many merge': dynamic(
    `    m: &m {${lines(3_000, (at) => `k${at}: 1,`)}}\n${lines(2_000, (at) => `    r${at}: {<<: *m}\n`)}`,
  ),
  'long labels that many services extend': compose(
    `  base: {labels: {traefik.http.middlewares.m.headers.customrequestheaders.a: ${'v'.repeat(50_000)}}}\n${lines(2_000, (at) => `  s${at}: {extends: base}\n`)}`,
  ),
  'many labels that many services extend': compose(
    `  base: {labels: {${lines(2_000, (at) => `traefik.a${at}: b,`)}}}\n${lines(2_000, (at) => `  s${at}: {extends: base}\n`)}`,
  ),
  'routes at many listeners with many hostnames': {
    path: 'k8s.yml',
    text: `${gateway(800)}${route('first', '{name: other}', 'first.test')}${route(
      'r',
      '{name: g},'.repeat(200),
      lines(2_000, (at) => `h${at}.test,`),
    )}`,
  },
  'entry points that many routes of an object have': {
    path: 'k8s.yml',
    text: `${ingressRoute('first', `routes: [${matches(1)}]`)}${ingressRoute('r', `entryPoints: [${lines(2_000, (at) => `e${at},`)}], routes: [${matches(2_000)}]`)}`,
  },
  'middlewares that many paths of an Ingress have': {
    path: 'k8s.yml',
    text: `${ingress('first', '/first', '')}${ingress(
      'r',
      lines(2_000, (at) => `/${at} `),
      lines(2_000, (at) => `m${at}@file,`),
    )}`,
  },
  'filters of a rule that many matches have': {
    path: 'k8s.yml',
    text: `${gateway(1)}${route('first', '{name: other}', 'first.test')}${route('r', '{name: other}', 'a.test').replace(
      'rules: [{',
      `rules: [{filters: [${'{type: CORS},'.repeat(1_000)}], matches: [${lines(1_000, (at) => `{path: {value: /${at}}},`)}], `,
    )}`,
  },
  'hostnames that many rules of a route have': {
    path: 'k8s.yml',
    text: `${gateway(1)}${route('first', '{name: other}', 'first.test')}${route(
      'r',
      '{name: other}',
      lines(2_000, (at) => `h${at}.test,`),
    ).replace('rules: [', `rules: [${'{backendRefs: [{name: s, port: 80}]},'.repeat(2_000)}`)}`,
  },
  'a route that many name as their parent': {
    path: 'k8s.yml',
    text: `${ingressRoute('first', `routes: [${matches(1)}]`)}${ingressRoute('parent', `routes: [${matches(1_000)}]`)}${lines(1_000, (at) => ingressRoute(`r${at}`, `parentRefs: [{name: parent}], routes: [${matches(1)}]`))}`,
  },
};

describe('readConfigFiles', () => {
  for (const [what, file] of Object.entries(unfolding)) {
    it(`tells the place where it is too much, once, and keeps what stands before: ${what}`, () => {
      const { routers, problems } = read(file);
      const cuts = problems.filter(({ code }) => code === 'text.tooLarge');
      assert.deepEqual(
        cuts.map(({ severity }) => severity),
        ['warning'],
        JSON.stringify(problems.slice(0, 3)),
      );
      const [{ range } = { range: { start: 0 } }] = cuts;
      assert.ok(range.start > file.text.indexOf('first'), `${range.start}`);
      assert.ok(
        routers.some((name) => name.includes('first')),
        routers.slice(0, 5).join(),
      );
      // Nothing is concluded from what was not read, and no message holds what is repeated.
      assert.ok(routers.length < 3_000, `${routers.length}`);
      assert.ok(
        problems.every(({ message }) => message.length < 1_000),
        problems.map(({ message }) => message.length).join(),
      );
    });
  }

  it('bounds what many small files unfold to together', () => {
    const text = `x: &x {${lines(20, (at) => `r${at}: {rule: Host(\`a\`), service: s},`)}}\nhttp:\n  routers:\n    <<: *x\n`;
    const files = Array.from({ length: 200 }, (_, at) => ({ path: `${at}/dynamic.yml`, text }));
    const cutIn = (...some: readonly SourceFile[]): readonly string[] =>
      read(...some).problems.flatMap(({ code, range }) => (code === 'text.tooLarge' ? [range.path] : []));
    assert.deepEqual(cutIn(...files), []);
    countTogether(files);
    const budgets = files.map((file) => new UnfoldingBudget(file));
    const taken = budgets.filter((budget) => budget.repeat(15_000, 0, { start: 0, end: 1 }));
    assert.ok(taken.length > 20 && taken.length < 100, `${taken.length}`);
    assert.deepEqual(taken, budgets.slice(0, taken.length));
    // Counted anew for whoever reads next.
    assert.deepEqual(cutIn(...files.map((file) => ({ ...file }))), []);
  });

  it('reads a large file that repeats little to its end', () => {
    const labels = lines(
      40,
      (at) =>
        `  s${at}:\n    <<: *common\n    labels:\n      <<: *labels\n      traefik.http.routers.r${at}.rule: Host(\`${at}.test\`)\n`,
    );
    const common = `x-common: &common\n${lines(20, (at) => `  key${at}: value\n`)}x-labels: &labels\n${lines(20, (at) => `  traefik.http.middlewares.m${at}.compress: "true"\n`)}`;
    const { routers, problems } = read({ path: 'compose.yml', text: `${common}services:\n${labels}` });
    assert.equal(routers.length, 40);
    assert.deepEqual(problems, []);
    const large = read(dynamic(lines(6_000, (at) => `    r${at}: {rule: Host(\`${at}.example.test\`), service: s}\n`)));
    assert.equal(large.routers.length, 6_001);
    assert.deepEqual(large.problems, []);
  });

  it('tells the place of a TOML text that its parser cannot take, and keeps what stands before', () => {
    const table = '[http.routers.first]\nrule = "Host(`a.test`)"\nservice = "s"\n';
    for (const [open, close] of ['""', "''", ['"""', '"""'], ["'''", "'''"], ['', '']].map(([one, other]) => [
      one,
      other,
    ])) {
      const value = open === '' ? '1'.repeat(130_000) : `${open}${'a'.repeat(130_000)}${close}`;
      const { routers, problems } = read({ path: 'dynamic.toml', text: `${table}[http.routers.b]\nrule = ${value}\n` });
      assert.ok(routers.includes('first@file'), `${open}`);
      const [problem, ...others] = problems.filter(({ code }) => code === 'text.tooLarge');
      assert.equal(problem?.range.start, table.length + '[http.routers.b]\nrule = '.length, `${open}`);
      assert.deepEqual(others, []);
    }
  });

  it('reads long chains of references, whose ends are not judged', () => {
    for (const count of [150, 3_000]) {
      const services = lines(count, (at) => `    s${at}: {weighted: {services: [{name: s${at + 1}}]}}\n`);
      const middlewares = lines(count, (at) => `    m${at}: {chain: {middlewares: [m${at + 1}]}}\n`);
      const text = `http:\n  routers:\n    r: {rule: Host(\`a\`), service: s0, middlewares: [m0]}\n  services:\n${services}  middlewares:\n${middlewares}`;
      const { problems } = read({ path: 'dynamic.yml', text });
      assert.deepEqual(problems, [], `${count}`);
    }
  });

  /** More nodes than are parsed, of which the last ones are not finished. */
  const unfinished = {
    brackets: `    r: [${'['.repeat(50)}${'a,'.repeat(310_000)}`,
    dashes: `  services:\n${lines(3_500, () => `    - ${'- '.repeat(90)}a\n`)}`,
    aliases: `    a: &a 1\n    x: {<<: [${'*a,'.repeat(310_000)}`,
  };
  for (const [what, rest] of Object.entries(unfinished)) {
    it(`stops parsing where there are too many nodes, and says nothing of what is half there: ${what}`, () => {
      const file = dynamic(rest);
      const [cut, ...others] = readYamlDocuments(file).flatMap(({ faults }) => faults);
      assert.equal(cut?.kind, 'tooLarge');
      assert.ok((cut?.start ?? 0) > file.text.length / 3);
      assert.deepEqual(others, []);
    });
  }

  it('does not repeat names that are longer than Kubernetes allows: what is made of them is not known', () => {
    const long = 'n'.repeat(20_000);
    for (const [where, text] of Object.entries({
      name: ingressRoute(long, `routes: [${matches(200)}]`),
      namespace: ingressRoute('r', `routes: [${matches(200)}]`).replace('namespace: a', `namespace: ${long}`),
      options: ingressRoute('r', `tls: {options: {name: ${long}}}, routes: [${matches(200)}]`),
      path: ingress(
        'i',
        lines(500, (at) => `/${at} `),
        '',
      ).replace('http:', `host: ${long}, http:`),
      route: lines(500, () => route('r', `{name: ${long.slice(0, 300)}}`, 'a.test')),
    })) {
      const groups = readConfigFiles([{ path: 'k8s.yml', text }]);
      const made = groups.flatMap(({ declarations }) => declarations);
      assert.ok(made.length > 0, where);
      const texts = made.flatMap(({ name, unit, router }) => [
        name,
        unit,
        router?.tls?.options?.value,
        router?.rule?.value,
      ]);
      assert.ok(
        texts.every((one) => (one ?? '').length < 1_000),
        where,
      );
      assert.deepEqual(checkConfigGroups(groups, {}), [], where);
    }
  });

  it('finds what an object says among any number of other keys', () => {
    const keys = lines(200, (at) => `k${at}: 1, `);
    const { routers } = read({
      path: 'k8s.yml',
      text: ingressRoute('first', `${keys}entryPoints: [web], routes: [${matches(3)}], z: 1`),
    });
    assert.equal(routers.length, 3);
  });

  it('lists ten names and how many more there are', () => {
    const text = `services:\n  a:\n    image: a\n    labels:\n${lines(200, (at) => `      traefik.http.services.service-${at}.loadbalancer.server.port: 80\n`)}      traefik.http.routers.r.rule: Host(\`a\`)\n`;
    const [problem] = read({ path: 'compose.yml', text }).problems;
    assert.match(problem?.message ?? '', /\(service-0, (?:service-\d+, ){9}and 190 more\)/);
  });

  it('gives at most 1,000 problems of a file, its errors first, and says that there are more', () => {
    const text = `http:\n  routers:\n${lines(1_200, (at) => `    r${at}: {rulee: a, entryPoints: [web]}\n`)}`;
    const other = { path: 'other/compose.yml', text: 'services: {a: {labels: {traefik.http.routers.r.rulee: a}}}' };
    const { problems } = read({ path: 'dynamic.yml', text }, other);
    const own = problems.filter(({ range }) => range.path === 'dynamic.yml');
    assert.equal(own.length, 1_000);
    assert.equal(own.at(-1)?.code, 'text.tooMany');
    assert.equal(own.at(-1)?.severity, 'error');
    assert.equal(problems.filter(({ range }) => range.path === other.path).length, 1);
  });

  it('makes whatever a reader throws a problem of that file alone', () => {
    const good = { path: 'a/good.yml', text: 'http:\n  routers:\n    r: {rulee: a}\n' };
    let failed = 0;
    for (let fatal = 3; fatal < 39; fatal++) {
      let looks = 0;
      // A file that cannot be looked at once, as if a reader had failed there.
      const bad: SourceFile = {
        path: 'a/bad.yml',
        get text() {
          if (++looks === fatal) throw new RangeError('Maximum call stack size exceeded');
          return 'http:\n  routers:\n    r: {rule: Host(`a`), service: s, priority: x, unknown: y}\n';
        },
      };
      const { problems } = read(bad, good);
      assert.ok(
        problems.some(({ range, code }) => range.path === good.path && code === 'file.syntax'),
        `${fatal}`,
      );
      const unread = problems.filter(({ code }) => code === 'text.unread');
      assert.ok(
        unread.every(({ range, severity }) => range.path === bad.path && severity === 'warning'),
        `${fatal}`,
      );
      failed += unread.length;
    }
    assert.ok(failed > 0);
  });
});

describe('bounded: the readers of configuration', () => {
  const files = ['core/config', 'core/liveConfig'].flatMap((folder) =>
    readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(sources, folder, name), 'utf8') })),
  );

  it('give no function a list of a file as its arguments', () => {
    const found = files.flatMap(({ name, text }) =>
      [
        ...text.matchAll(
          /\b(?:push|unshift|splice|concat|min|max|fromCodePoint|fromCharCode)\((?:[^(){}[\]]*,\s*)?\.\.\./g,
        ),
      ].map(([call]) => `${name}: ${call}`),
    );
    assert.deepEqual(found, []);
  });

  it('quote in messages at most 100 characters, and at most ten names', () => {
    /** An argument that is bounded: a text of ours, one of these functions, or a sentence that is. */
    const bounded =
      /^(?:'[^']*'|"[^"]*"|quoted(?:List|Path)?\(.*\)|(?:most|longest|deepest|largest)[A-Z]\w*|shownError\(.*\)|shownProxyName\(.*\)|timeText\(.*\)|plainText\(.*\)|String\(.*\)|cause|names|fault\.message|listed|more)$/s;
    const found = files.flatMap(({ name, text }) =>
      callsOf('l10n.t', text).flatMap(([, ...rest]) =>
        rest.filter((one) => !bounded.test(one)).map((one) => `${name}: ${one}`),
      ),
    );
    assert.deepEqual(found, []);
  });
});

/** The arguments of all calls of a function, as written. */
function callsOf(name: string, text: string): readonly (readonly string[])[] {
  return text
    .split(`${name}(`)
    .slice(1)
    .map((rest) => {
      const args = [''];
      let depth = 0;
      for (const [piece] of rest.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[\s\S]/g)) {
        if (piece === ')' && depth === 0) break;
        if ('([{'.includes(piece)) depth++;
        if (')]}'.includes(piece)) depth--;
        if (piece === ',' && depth === 0) args.push('');
        else args[args.length - 1] += piece;
      }
      return args.map((one) => one.trim()).filter((one) => one !== '');
    });
}
