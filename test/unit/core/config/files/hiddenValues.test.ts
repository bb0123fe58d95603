import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { withNamesForValues } from '../../../../../src/core/config/files/hiddenValues';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import type { ConfigProblem } from '../../../../../src/core/config/model/configProblem';
import type { SourceFile } from '../../../../../src/core/config/source/placedText';

const secret = 'S3cr3tV4lue';

function problemsOf(...files: readonly SourceFile[]): readonly ConfigProblem[] {
  return checkConfigGroups(readConfigFiles(files), {});
}

const env = (text: string, path = '.env'): SourceFile => ({ path, text });
const compose = (...labels: readonly string[]): SourceFile => ({
  path: 'compose.yml',
  text: `services:\n  shop:\n    image: a\n    labels:\n${labels.map((one) => `      - traefik.${one}\n`).join('')}`,
});
const told = (problems: readonly ConfigProblem[]): readonly string[] =>
  problems.map(({ severity, code, message }) => `${severity} ${code} ${message}`);

describe('hiddenValues: variables of a .env file', () => {
  it('have their values in what is judged', () => {
    const file = compose(`http.routers.r.rule=Host(\`\${HOST}\`) \${MORE}`);
    assert.deepEqual(problemsOf(file, env('HOST=a.test\nMORE=&& Path(`/a`)\n')), []);
    const [problem, ...more] = problemsOf(file, env('HOST=a.test\nMORE=&& Paht(`/a`)\n'));
    assert.equal(problem?.code, 'rule.syntax');
    assert.deepEqual(more, []);
  });

  it('are those beside the file, and not known where the file does not have them', () => {
    const file = compose(`http.routers.r.rule=Host(\`a\`)\${MORE}`);
    assert.deepEqual(problemsOf(file, env('MORE=(\n', 'b/.env')), []);
    assert.deepEqual(problemsOf(file, env('OTHER=(\n')), []);
    assert.deepEqual(problemsOf(file, env('MORE=$OTHER\n')), []);
    assert.equal(problemsOf({ ...file, path: 'b/compose.yml' }, env('MORE=(\n', 'b/.env')).length, 1);
  });

  it('are not read for a stack, which Docker deploys without them', () => {
    const labels = [`rule=Host(\`a\`)\${MORE}`, 'service=s@file'].map(
      (one) => `        - traefik.http.routers.r.${one}\n`,
    );
    const port = '        - traefik.http.services.r.loadbalancer.server.port=80\n';
    const text = `services:\n  shop:\n    image: a\n    deploy:\n      labels:\n${labels.join('')}${port}`;
    assert.deepEqual(problemsOf({ path: 'stack.yml', text }, env('MORE=(\n')), []);
  });

  it('are told of a hash that Compose damages in them', () => {
    const file = compose(
      `http.middlewares.m.basicauth.users=admin:\${HASH}`,
      'http.routers.r.middlewares=m',
      'http.routers.r.rule=Host(`a`)',
    );
    const [problem, ...more] = problemsOf(file, env('HASH=$apr1$AbCdEfGh$0123456789abcdefghijk.\n'));
    assert.equal(problem?.code, 'compose.dollar');
    assert.match(problem?.message ?? '', /“HASH”.*single quotes/);
    assert.deepEqual(more, []);
    assert.deepEqual(problemsOf(file, env("HASH='$apr1$AbCdEfGh$0123456789abcdefghijk.'\n")), []);
  });

  it('are named, not quoted, where the same is told without them', () => {
    const other = `  other:\n    image: a\n    labels: [ "traefik.http.routers.\${A}-web.rule=Host(\`b\`)" ]\n`;
    const file = compose(`http.routers.\${A}-web.rule=Host(\`a\`)`, `http.routers.x.rule=Hots(\`\${A}\`)`);
    const problems = problemsOf({ ...file, text: file.text + other }, env(`A=${secret}\n`));
    assert.ok(told(problems).some((one) => one.includes('Unknown matcher “Hots”. Did you mean “Host”?')));
    assert.ok(
      told(problems).some((one) => one.includes(`“\${A}-web” is declared differently`)),
      told(problems).join(),
    );
  });

  it('are those of the place, of which a message may be about a part', () => {
    const labels = [
      `http.routers.r.rule=\${RULE}`,
      `http.routers.s.rule=Host(\`s\`) && \${MORE}`,
      `http.routers.t.rule=\${R}`,
    ];
    const problems = problemsOf(compose(...labels), env('RULE=Hots(`a`)\nMORE=Path(a)\nR=Host(`a`)\n'));
    assert.deepEqual(
      problems.map(({ message }) => message.replace(/^.*?: (.*?)\. .*$/, '$1')),
      [`\${RULE}`, `\${MORE}`],
    );
  });

  it('are in no problem, whatever is made of them', () => {
    const values = [
      secret,
      `${secret}(`,
      `a,${secret}`,
      `${secret}:x`,
      `a@${secret}`,
      `${secret}.a`,
      `  ${secret}`,
      `Host(\`${secret}\``,
      `/${secret}%`,
      `${secret} ${secret}`,
    ];
    const labels = [
      `http.routers.r.rule=Host(\`a\`) && \${A}`,
      `http.routers.r.rule=Host(\`\${A}\`)`,
      `http.routers.r.rule=\${A}(\`a\`)`,
      `http.routers.r.rule=PathPrefix(\`\${A}\`)`,
      `http.routers.r.rule=ClientIP(\`\${A}\`)`,
      `http.routers.\${A}.rule=Host(\`a\``,
      `http.routers.\${A}.rul=Host(\`a\`)`,
      `http.routers.r.\${A}=a`,
      `http.routers.r.priority=\${A}`,
      `http.routers.r.tls=\${A}`,
      `http.routers.r.middlewares=\${A}`,
      `http.routers.r.service=\${A}`,
      `http.services.\${A}.loadbalancer.server.port=1`,
      `http.services.s.loadbalancer.server.url=http://\${A}:x`,
      `http.services.s.loadbalancer.healthcheck.interval=\${A}`,
      `http.middlewares.\${A}.basicauth.realm=a`,
      `http.middlewares.m.basicauth.users=\${A}`,
      `http.middlewares.m.ipallowlist.sourcerange=\${A}`,
      `http.middlewares.m.redirectregex.regex=\${A}`,
      `http.middlewares.m.circuitbreaker.expression=\${A}()`,
      `http.middlewares.shop-\${A}.headers.stsseconds=1`,
      `tcp.routers.\${A}.entrypoints=a`,
      `docker.network=\${A}`,
      `enable=\${A}`,
      `\${A}=a`,
      `\${A}.routers.r.rule=a`,
      `routers.\${A}.rule=a`,
    ];
    let found = 0;
    const inventoryProblems: string[] = [];
    for (const value of values) {
      for (const label of labels) {
        const more = [
          'http.routers.r.middlewares=m',
          'http.services.x.loadbalancer.server.port=2',
          `http.routers.Sacr3tV4lue.rule=Host(\`b\`)`,
        ];
        const file = compose(label, label, ...more);
        const text = `${file.text}  other:\n    image: a\n    labels: [ 'traefik.${label}', 'traefik.http.routers.r.priority=3' ]\nnetworks: { a: {} }\n`;
        const dynamic = {
          path: 'dynamic.yml',
          text: `http:\n  routers:\n    z: { rule: Host(\`z\`), service: s3cr3tv4lu@docker, middlewares: [S3cr3tV4lu@docker] }\n`,
        };
        const files = [{ ...file, text }, dynamic, env(`A='${value}'\n`)];
        const problems = problemsOf(...files);
        found += problems.length;
        inventoryProblems.push(
          ...problems.map(({ message, fix }) => `${message} ${fix?.text ?? ''} ${fix?.title ?? ''}`),
        );
      }
    }
    assert.ok(found > 500, `${found}`);
    assert.deepEqual(
      inventoryProblems.filter((one) => /s3cr3tv4lue/i.test(one)),
      [],
    );
    assert.ok(inventoryProblems.some((one) => one.includes(`\${A}`)));
    assert.deepEqual(
      inventoryProblems.filter((one) => /[\uE000-\uF8FF]/.test(one)),
      [],
    );
  });

  it('are named in what a proxy reports, except those that are too short and not named like a secret', () => {
    const reading = {
      names: ['PORT', 'ON', 'N', 'HOST', 'API_TOKEN'],
      values: ['80', 'true', 'e', secret, '4711'],
      declarations: [],
      problems: [],
    };
    assert.equal(
      withNamesForValues(`edge:8080 reports: “${secret}” is not true, 4711.`, [reading]),
      `edge:8080 reports: “\${HOST}” is not true, \${API_TOKEN}.`,
    );
  });

  it('cost no more than what they repeat', () => {
    const labels = Array.from({ length: 5_000 }, (_, at) => `http.routers.r${at}.rule=Host(\`${'$A'.repeat(20)}\`)`);
    const problems = problemsOf(compose(...labels), env(`A=${'a'.repeat(1_900)}\n`));
    assert.ok(problems.some(({ code }) => code === 'text.tooLarge'));
  });
});
