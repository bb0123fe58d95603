import assert from 'node:assert/strict';
import type { CheckContext } from '../../../../../src/core/config/diagnostics/checkContext';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import type { ConfigProblem } from '../../../../../src/core/config/model/configProblem';
import { NameTable } from '../../../../../src/core/config/names/meantNames';

function problemsOf(path: string, text: string, context: CheckContext = {}): readonly ConfigProblem[] {
  return checkConfigGroups(readConfigFiles([{ path, text }]), context);
}

/** What is told of a file, and the file after each quick fix; `-` without one. */
function fixed(path: string, text: string, context?: CheckContext): readonly string[] {
  return problemsOf(path, text, context).map(({ severity, code, fix }) => {
    const after = fix === undefined ? '-' : `${text.slice(0, fix.range.start)}${fix.text}${text.slice(fix.range.end)}`;
    return `${severity} ${code}: ${after}`;
  });
}

const yaml = (rule: string): string =>
  `http:\n  routers:\n    r:\n      rule: ${rule}\n      service: s\n  services: { s: { loadBalancer: { servers: [ { url: http://a } ] } } }\n`;
const item = (text: string): string => `services:\n  a:\n    labels:\n      - ${text}\n      - traefik.enable=true\n`;
const ruleItem = (rule: string, quote = ''): string => item(`${quote}traefik.http.routers.r.rule=${rule}${quote}`);

describe('quickFixes: the quick fix of a rule of Traefik 2', () => {
  it('puts it into the syntax of Traefik 3, as the file writes it', () => {
    const path = /Path(?:Prefix)?/;
    for (const [write, before, after] of [
      [yaml, 'Host(`a`, `b`)', 'Host(`a`) || Host(`b`)'],
      [yaml, 'HostHeader(`a`)', 'Host(`a`)'],
      [yaml, 'Host(`a`, `b`) && Path(`/c`, `/d`)', '(Host(`a`) || Host(`b`)) && (Path(`/c`) || Path(`/d`))'],
      [yaml, '"HostRegexp(`{sub:[a-z]+}.example.test`)"', '"HostRegexp(`^[a-z]+\\\\.example\\\\.test$`)"'],
      [yaml, "'HostRegexp(`{sub:[a-z]+}.example.test`)'", "'HostRegexp(`^[a-z]+\\.example\\.test$`)'"],
      [ruleItem, 'Host(`a`, `b`)', 'Host(`a`) || Host(`b`)'],
      [ruleItem, 'PathPrefix(`/a`, `/b`) && Host(`c`)', '(PathPrefix(`/a`) || PathPrefix(`/b`)) && Host(`c`)'],
    ] as const) {
      const [told] = fixed('compose.yml', write(before));
      const severity = path.test(before) || !before.includes('{') ? 'error' : 'warning';
      assert.equal(told, `${severity} rule.legacy: ${write(after)}`);
    }
  });

  it('doubles dollar signs in a compose file, and backslashes in double quotes', () => {
    const before = 'HostRegexp(`{sub:[a-z]+}.test`)';
    assert.deepEqual(fixed('compose.yml', ruleItem(before)), [
      `warning rule.legacy: ${ruleItem('HostRegexp(`^[a-z]+\\.test$$`)')}`,
    ]);
    assert.deepEqual(fixed('compose.yml', ruleItem(before, '"')), [
      `warning rule.legacy: ${ruleItem('HostRegexp(`^[a-z]+\\\\.test$$`)', '"')}`,
    ]);
    const job = (rule: string): string => `service {\n  tags = ["traefik.http.routers.r.rule=${rule}"]\n}\n`;
    assert.deepEqual(fixed('a.hcl', job(before)), [`warning rule.legacy: ${job('HostRegexp(`^[a-z]+\\\\.test$`)')}`]);
  });

  it('works in TOML and in an IngressRoute', () => {
    const toml = (rule: string): string => `[http.routers.r]\nrule = "${rule}"\nservice = "api@internal"\n`;
    assert.deepEqual(fixed('a.toml', toml('Host(`a`,`b`)')), [`error rule.legacy: ${toml('Host(`a`) || Host(`b`)')}`]);
    const route = (rule: string): string =>
      `apiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: { name: a, namespace: b }\nspec:\n  routes:\n    - match: ${rule}\n      kind: Rule\n      services: [ { name: c, port: 80 } ]\n`;
    assert.deepEqual(fixed('a.yaml', route('Host(`a`,`b`)')), [
      `error rule.legacy: ${route('Host(`a`) || Host(`b`)')}`,
    ]);
  });

  it('replaces in a folded text the one matcher that is wrong', () => {
    const folded = (matcher: string): string => yaml(`>-\n        ${matcher} &&\n        PathPrefix(\`/c\`)`);
    assert.deepEqual(fixed('a.yml', folded('Host(`a`, `b`)')), [
      `error rule.legacy: ${folded('(Host(`a`) || Host(`b`))')}`,
    ]);
  });

  it('is not offered where it is not certain how to write it', () => {
    const flow = 'http: { routers: { r: { rule: Query(`a=b`), service: api@internal } } }';
    assert.deepEqual(fixed('a.yml', flow), ['warning rule.legacy: -']);
    assert.deepEqual(fixed('a.yml', yaml('"HostRegexp(`^a`) && Host(`a`, `b`)"')), ['error rule.legacy: -']);
  });

  it('is not told of Traefik 2 itself', () => {
    assert.deepEqual(fixed('a.yml', yaml('Host(`a`, `b`)'), { ruleSyntax: 'v2' }), []);
    assert.deepEqual(fixed('a.yml', yaml('PathPrefix(`/{id:[0-9]+}`)'), { ruleSyntax: 'v2' }), []);
  });

  it('never repeats values of headers', () => {
    const [problem] = problemsOf('a.yml', yaml('Headers(`X-Key`, `hush`)'));
    assert.equal(problem?.code, 'rule.legacy');
    assert.doesNotMatch(`${problem?.message} ${problem?.fix?.title}`, /hush/);
    assert.equal(problem?.fix?.text, 'Header(`X-Key`, `hush`)');
  });
});

describe('quickFixes: the quick fix of a rule that is broken into lines', () => {
  it('moves each operator to the end of the line above', () => {
    const before = yaml('|\n        Host(`a`)\n        && PathPrefix(`/b`)\n          || Host(`c`)');
    const after = yaml('|\n        Host(`a`) &&\n        PathPrefix(`/b`) ||\n          Host(`c`)');
    assert.deepEqual(fixed('a.yml', before), [`error rule.newline: ${after}`]);
    assert.deepEqual(fixed('a.yml', after), []);
    const windows = before.replaceAll('\n', '\r\n');
    assert.deepEqual(fixed('a.yml', windows), [`error rule.newline: ${after.replaceAll('\n', '\r\n')}`]);
  });

  it('is not offered where something else is wrong', () => {
    const text = yaml('|\n        Host(`a`)\n        && PathPrefix(`/b`)\n        Host(`c`)');
    assert.deepEqual(fixed('a.yml', text), ['error rule.newline: -']);
  });
});

const [variable, group] = [`\${USERS}`, `\${1}`];

describe('quickFixes: the quick fix of a dollar sign in a compose file', () => {
  const users = (value: string): string => item(`"traefik.http.middlewares.m.basicauth.users=${value}"`);

  it('doubles those of a password hash, and not those of a variable', () => {
    for (const [before, after] of [
      ['a:$apr1$H6us$IgXL', 'a:$$apr1$$H6us$$IgXL'],
      ['a:$2y$05$abcdef', 'a:$$2y$$05$$abcdef'],
      [`${variable},a:$apr1$H6us$IgXL`, `${variable},a:$$apr1$$H6us$$IgXL`],
    ] as const) {
      const [told] = fixed('compose.yml', users(before));
      assert.equal(told, `warning compose.dollar: ${users(after)}`);
    }
  });

  it('says nothing of hashes that stay what they are, and of variables', () => {
    for (const value of ['a:$$apr1$$H6us$$IgXL', 'a:$2y$05$/bcdef', variable, `${variable},a:$2y$05$/bcdef`]) {
      const told = fixed('compose.yml', users(value)).filter((one) => one.includes('compose.dollar'));
      assert.deepEqual(told, [], value);
    }
  });

  it('doubles that of a group of a regular expression', () => {
    const text = (value: string): string => item(`traefik.http.middlewares.m.replacepathregex.replacement=/${value}`);
    assert.deepEqual(fixed('compose.yml', text(group)), [`error compose.dollar: ${text(`$${group}`)}`]);
    assert.deepEqual(fixed('compose.yml', text(`\${a b}`)), ['error compose.dollar: -']);
  });

  it('never repeats a hash', () => {
    const [problem] = problemsOf('compose.yml', users('a:$apr1$H6us$IgXL'));
    assert.equal(problem?.message, 'Compose replaces “$apr1” by a variable. Write “$$” for “$”.');
    assert.doesNotMatch(`${problem.fix?.title}`, /H6us|IgXL/);
    const [other] = problemsOf('compose.yml', users('a:$$apr1$H6us$IgXL'));
    assert.equal(other?.message, 'Compose replaces each “$” before a letter by a variable. Write “$$” for “$”.');
  });
});

describe('quickFixes: the quick fix of a name that leads nowhere', () => {
  const names = ['auth@file', 'api@internal', 'twice@file', 'twice@kubernetescrd'];
  const context: CheckContext = { exists: (_, __, name) => names.includes(name), names: () => new NameTable(names) };
  const labels = (value: string): string =>
    item(`traefik.http.routers.r.middlewares=${value}`).replace(
      '- traefik.enable',
      '- traefik.http.routers.r.rule=Host(`a`)\n      - traefik.enable',
    );

  it('adds the provider of the only object of that name', () => {
    assert.deepEqual(fixed('compose.yml', labels('auth'), context), [`error ref.unknown: ${labels('auth@file')}`]);
    assert.deepEqual(fixed('compose.yml', labels('ath@file'), context), [`error ref.unknown: ${labels('auth@file')}`]);
    const router = (service: string): string => `http: { routers: { r: { rule: Host(\`a\`), service: ${service} } } }`;
    assert.deepEqual(fixed('a.yml', router('api'), context), [`error ref.unknown: ${router('api@internal')}`]);
  });

  it('adds the provider of the only one in other files', () => {
    const other = { path: 'b/dynamic.yml', text: 'http: { middlewares: { strip: { compress: {} } } }' };
    const groups = readConfigFiles([{ path: 'a/compose.yml', text: labels('strip') }, other]);
    const told = checkConfigGroups(groups, { exists: () => false });
    assert.deepEqual(
      told.map(({ code, fix }) => `${code} ${fix?.text}`),
      ['ref.unknown strip@file'],
    );
  });

  it('is not offered where there are several, or where the file writes the name otherwise', () => {
    assert.deepEqual(fixed('compose.yml', labels('twice'), context), ['error ref.unknown: -']);
    const route =
      'apiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: { name: a, namespace: b }\nspec:\n  routes:\n    - match: Host(`a`)\n      kind: Rule\n      middlewares: [ { name: aut } ]\n      services: [ { name: c, port: 80 } ]\n';
    const near = { ...context, names: () => new NameTable(['b-auth@kubernetescrd']) };
    assert.deepEqual(fixed('a.yaml', route, near), ['error ref.unknown: -']);
  });
});
