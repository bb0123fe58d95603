import assert from 'node:assert/strict';
import type { ChangePlan } from '../../../../src/core/changePlan/changePlan';
import { planPage } from '../../../../src/core/changePlan/planPage';
import { listed, planOf, router, service } from './plans';

/** A container with these labels, below `traefik.`. */
const compose = (...labels: readonly string[]): string =>
  JSON.stringify({
    services: {
      app: { image: 'app', expose: [80], labels: ['enable=true', ...labels].map((one) => `traefik.${one}`) },
    },
  });
const rule = (text: string): string => `http.routers.app.rule=${text}`;
const live = listed(
  [router('app@docker', 'Host(`app.example.test`)', 'app')],
  [service('app@docker', 'http://10.0.0.2')],
);

async function planned(
  env: string,
  before: readonly string[],
  after: readonly string[],
  envAfter = env,
): Promise<{ readonly plan: Omit<ChangePlan, 'after'>; readonly text: string }> {
  const { after: _, ...plan } = await planOf(
    live,
    { 'compose.yml': compose(...before), '.env': env },
    { 'compose.yml': compose(...after), '.env': envAfter },
  );
  const { text } = planPage({ ...plan, after: live }, { proxy: 'p', base: 'HEAD', textOf: () => undefined });
  return { plan, text };
}

describe('shownTexts: values of variables in a plan', () => {
  it('are shown as names of variables in examples, hosts, reasons, and names', async () => {
    const env = 'HOST=new-shop.test\nENV=blue-17\n';
    const { plan, text } = await planned(
      env,
      [rule('Host(`app.example.test`)')],
      [`http.routers.\${ENV}.rule=Host(\`\${HOST}\`) && PathPrefix(\`/\${ENV}\`)`],
    );
    assert.ok(text.includes(`GET http://\${HOST}/\${ENV} on web`), text);
    assert.ok(text.includes(`“\${ENV}@docker” is added.`), text);
    assert.doesNotMatch(JSON.stringify(plan), /new-shop|blue-17/);
    assert.doesNotMatch(text, /new-shop|blue-17/);
    const gone = await planned(env, [rule(`Host(\`\${HOST}\`)`)], []);
    assert.doesNotMatch(gone.text, /new-shop/);
  });

  it('are shown as they are where the proxy lists them, so that the examples can be sent', async () => {
    const env = 'DOMAIN=example.test\nSUB=app\n';
    const { text } = await planned(env, [rule(`Host(\`\${SUB}.\${DOMAIN}\`)`)], [rule(`Host(\`docs.\${DOMAIN}\`)`)]);
    assert.match(text, /GET http:\/\/docs\.example\.test\/ on web/);
    assert.match(text, /app\.example\.test/);
  });

  it('are not, if the variable is named like a secret, or the value looks like one', async () => {
    const key = 'a1b2c3d4e5f6g7h8i9j0';
    for (const env of ['SUB_TOKEN=example\n', `SUB_TOKEN=${key}\n`]) {
      const { text } = await planned(env, [], [rule(`Host(\`\${SUB_TOKEN}.test\`)`)]);
      assert.ok(text.includes(`GET http://\${SUB_TOKEN}.test/`), text);
    }
    const { text } = await planned(`SUB=${key}\n`, [], [rule(`Host(\`\${SUB}.example.test\`)`)]);
    assert.doesNotMatch(text, /a1b2/);
  });

  it('are replaced also in a name that is longer than an expression can be', async () => {
    const name = `\${A}`.repeat(4_000);
    const { text } = await planned('A=hidden-name\n', [], [`http.routers.${name}.rule=Host(\`a\`)`]);
    assert.doesNotMatch(text, /hidden/i);
    assert.ok(text.includes(`\${A}\${A}`), text);
  });

  it('are replaced also where several are joined, where a value is a rule, and in other cases and encodings', async () => {
    const env = "A=foo\nB=bar\nRULE='Host(`Hidden.test`) && PathPrefix(`/größe 1`)'\n";
    const joined = await planned(env, [], [rule(`Host(\`\${A}\${B}.test\`)`)]);
    assert.ok(joined.text.includes(`http://\${A}\${B}.test/`), joined.text);
    const whole = await planned(env, [], [rule(`\${RULE}`)]);
    assert.doesNotMatch(whole.text, /hidden|gr%|größe/i);
    assert.ok(whole.text.includes(`http://\${RULE}\${RULE}`), whole.text);
  });

  it('of one or two letters, and numbers like ports, stay', async () => {
    const { text } = await planned(
      'PORT=8080\nN=2\n',
      [],
      [rule(`Host(\`a\${N}.test\`) && PathPrefix(\`/\${PORT}\`)`)],
    );
    assert.match(text, /GET http:\/\/a2\.test\/8080/);
  });

  it('stand in no problem, and in no reason of a router that is disabled', async () => {
    const env = `NAME=hunter3\nLONG=${'z9'.repeat(90)}\n`;
    const before = [rule('Host(`app.example.test`)')];
    const { plan, text } = await planned(env, before, [...before, `http.routers.app.middlewares=\${NAME},\${LONG}`]);
    assert.equal(plan.silenced.length, 1);
    assert.ok(plan.problems.introduced.length > 0);
    assert.doesNotMatch(JSON.stringify([plan.silenced, plan.problems]).replace(/"about":\{.*?\}/g, ''), /hunter3|z9z9/);
    assert.doesNotMatch(text, /hunter3|z9z9/);
    assert.ok(text.includes(`\${NAME}`), text);
  });

  it('of the old text are hidden, too', async () => {
    const { text } = await planned(
      'HOST=old-host.test\n',
      [rule(`Host(\`\${HOST}\`)`)],
      [rule(`Host(\`\${HOST}\`)`)],
      'HOST=new-host.test\n',
    );
    assert.doesNotMatch(text, /old-host|new-host/);
    assert.ok(text.includes(`\${HOST}`), text);
  });

  it('are masked all, if they are too long to be looked for', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `V${at}`);
    const env = names.map((name) => `${name}=${name.toLowerCase().repeat(500)}\n`).join('');
    const labels = names.map((name) => `http.routers.\${${name}}.rule=Host(\`\${${name}}.test\`)`);
    const { text } = await planned(env, [], labels);
    assert.doesNotMatch(text, /v1v1/);
  });
});
