import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

const compose = (labels: readonly string[]): string =>
  `services:\n  a:\n    labels:\n${labels.map((label) => `      - traefik.http.${label}\n`).join('')}`;
const dynamic = (names: readonly string[]): string =>
  `http:\n  middlewares:\n${names.map((name) => `    ${name}: { headers: { frameDeny: true } }\n`).join('')}`;

/** What is said of the middlewares that are missing, with what is put there instead. */
function missing(files: Readonly<Record<string, string>>): readonly (readonly [string, string | undefined])[] {
  const read = readConfigFiles(Object.entries(files).map(([path, text]) => ({ path, text })));
  // As one: what other files declare counts, too.
  const groups = read.map((group, at) => ({
    ...group,
    declarations: at === 0 ? read.flatMap(({ declarations }) => declarations) : [],
  }));
  return checkConfigGroups(groups, { exists: () => false }).flatMap(({ code, message, fix }) =>
    code === 'ref.unknown' ? [[message, fix?.text] as const] : [],
  );
}

describe('objectIndex: a name that leads nowhere', () => {
  it('is probably the only one of that name of another provider', () => {
    const labels = ['routers.r.rule=Host(`a`)', 'routers.r.middlewares=auth'];
    const [[message, fix] = []] = missing({ '/c.yml': compose(labels), '/f/d.yml': dynamic(['auth', 'auto']) });
    assert.equal(message, 'Middleware “auth” not found. Did you mean “auth@file”?');
    assert.equal(fix, 'auth@file');
  });

  it('is probably the nearest one, as the object would write it', () => {
    const labels = ['routers.r.rule=Host(`a`)', 'routers.r.middlewares=limt', 'middlewares.limit.ratelimit.average=1'];
    assert.deepEqual(missing({ '/c.yml': compose(labels) })[0]?.[1], 'limit');
    const other = ['routers.r.rule=Host(`a`)', 'routers.r.middlewares=secrue@file'];
    assert.deepEqual(missing({ '/c.yml': compose(other), '/f/d.yml': dynamic(['secure']) })[0]?.[1], 'secure@file');
  });

  it('is nobody’s where there are very many', () => {
    const count = 900;
    const labels = Array.from({ length: count }, (_, at) => [
      `routers.r${at}.rule=Host(\`a${at}\`)`,
      `routers.r${at}.middlewares=typed${at}`,
      `middlewares.m${at}.ratelimit.average=1`,
    ]).flat();
    const found = missing({ '/c.yml': compose(labels) });
    assert.equal(found.length, count);
    assert.equal(
      found.every(([, fix]) => fix === undefined),
      true,
    );
  });
});
