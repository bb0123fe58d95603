import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import { runJob } from '../../../../../src/core/base/worker/runJob';
import { publishedPorts } from '../../../../../src/core/config/compose/publishedPorts';
import { contextOfFacts, type ProxyFacts } from '../../../../../src/core/config/diagnostics/checkContext';
import { configJobs, longestReadHere, readConfigJob } from '../../../../../src/core/config/files/configJobs';
import { allProblemsOf, checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { indexedFiles } from '../../../../../src/core/config/files/indexedConfig';
import { whyNotLoaded } from '../../../../../src/core/config/files/notLoaded';
import {
  checkConfig,
  indexConfig,
  readConfig,
  readPublishedPorts,
  readWhyNotLoaded,
} from '../../../../../src/core/config/files/readConfig';
import { type ConfigGroup, readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import { configOfSent } from '../../../../../src/core/config/files/sentConfig';
import type { Declaration } from '../../../../../src/core/config/model/declaration';
import type { SourceFile } from '../../../../../src/core/config/source/placedText';
import { allJobs } from '../../../../../src/core/jobs';
import { readDeclaredCases } from '../../../../declared/cases';
import { recordingsFolder } from '../../../../recordings/read';

const { signal } = new AbortController();
const folder = join(recordingsFolder(), 'declared');

/** Recorded files of all kinds, each of them by its own path. */
const recorded = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => readDeclaredCases(readFileSync(join(folder, name), 'utf8')))
  .flatMap(({ files, id }) => files.map(({ path, text }) => ({ path: `${id}/${path}`, text })));

const template = 'http:\n  routers:\n    {{/* made by hand */}}\n';
const large = (path: string, head: string, line: (at: number) => string): SourceFile => {
  // Most of it are comments: its length is what sends it to a thread, and what it declares takes the time.
  const lines = Array.from({ length: 400 }, (_, at) => `${line(at)}# ${'long'.repeat(40)}\n`).join('');
  return { path, text: head + lines };
};
/** Files that are read on a thread: with masked templates, quoted and folded texts, and problems with fixes. */
const files: readonly SourceFile[] = [
  large(
    'dynamic.yml',
    'http:\n  routers:\n',
    (at) => `    r${at}: {rule: "Host(\`${at}.test\`)", service: s, tls: yes}\n`,
  ),
  large('a/dynamic.yml', template, (at) => `    s${at}: {rule: 'Host(\`{{ env "X" }}\`)', service: s}\n`),
  large('compose.yml', 'services:\n', (at) => `  s${at}: {labels: ["traefik.http.routers.r${at}.rulee=\${A}"]}\n`),
  large('dynamic.toml', '', (at) => `[http.routers.r${at}]\nrule = "Host(\`a\`)"\nservice = "s"\n`),
  large('job.nomad', '', (at) => `service { name = "s${at}" tags = ["traefik.enable=true"] }\n`),
];

/** The groups with the options of their objects as data. */
function withSettings(groups: readonly ConfigGroup[]) {
  return groups.map(({ declarations, hidden, ...group }) => ({
    ...group,
    declarations: declarations.map(listed),
    hidden: hidden && { ...hidden, declarations: hidden.declarations.map(listed) },
  }));
}

function withoutSettings(groups: readonly ConfigGroup[]) {
  const bare = (one: Declaration) => ({ ...one, settings: undefined });
  return groups.map(({ declarations, hidden, ...group }) => ({
    ...group,
    declarations: declarations.map(bare),
    hidden: hidden && { ...hidden, declarations: hidden.declarations.map(bare) },
  }));
}

function listed(one: Declaration) {
  return { ...one, settings: one.settings?.asListed() };
}

describe('readConfig', () => {
  it('gives on a thread what it gives here, of all recorded files', async () => {
    // At once, as each thread takes a while to start.
    const there = await configOfSent(
      await runJob(readConfigJob, [recorded, true], { length: Number.MAX_SAFE_INTEGER, signal }),
      recorded,
      signal,
    );
    assert.ok(there.length > 1_000, `${there.length}`);
    assert.deepEqual(withSettings(there), withSettings(readConfigFiles(recorded)));
  });

  for (const file of files) {
    it(`reads ${file.path} of ${Math.round(file.text.length / 1_000)} KB on a thread, with its places`, async () => {
      assert.ok(file.text.length > longestReadHere);
      const there = await readConfig([file], signal);
      const here = readConfigFiles([{ ...file }]);
      assert.ok(there.some(({ declarations }) => declarations.length >= 400));
      assert.deepEqual(withoutSettings(there), withoutSettings(here));
      assert.ok(there.every(({ declarations }) => declarations.every(({ settings }) => settings === undefined)));
      assert.deepEqual(withSettings(await readConfig([file], signal, true)), withSettings(here));
      // Its places are in the very file, so that what is checked later finds its text.
      assert.deepEqual(checkConfigGroups(there, {}), checkConfigGroups(here, {}));
      const index = await indexConfig([file], signal);
      assert.deepEqual(index, indexedFiles([{ ...file }]));
    });
  }

  it('checks on a thread as here, beside what a proxy lists', async () => {
    const proxy: ProxyFacts = {
      entryPoints: new Map([['web', 'tcp']]),
      ruleSyntax: undefined,
      listed: new Map([['http service', { names: new Set(['t@file']), isWhole: true }]]),
    };
    for (const file of files) {
      const groups = await readConfig([file], signal);
      for (const facts of [proxy, undefined]) {
        const there = await checkConfig([file], groups, facts, signal);
        assert.deepEqual(there, allProblemsOf(groups, facts === undefined ? {} : contextOfFacts(facts)));
      }
    }
  });

  it('ends when it is no longer wanted, here and on a thread', async () => {
    for (const [file] of [[files[0]], [{ path: 'a.yml', text: 'http: {}' }]] as const) {
      assert.ok(file !== undefined);
      const ended = new AbortController();
      const reading = readConfig([file], ended.signal);
      ended.abort();
      if (file.text.length <= longestReadHere) await reading;
      else await assert.rejects(reading, (error) => isRequestFailure(error) && error.failure.kind === 'canceled');
    }
  });

  it('reads the ports of a long compose file on a thread', async () => {
    const file = large('compose.yml', 'services:\n', (at) => `  s${at}: {ports: ["${8000 + at}:80"], image: image}\n`);
    assert.ok(file.text.length > longestReadHere);
    const ports = await readPublishedPorts(file, signal);
    assert.deepEqual(ports, publishedPorts(file));
    assert.equal(ports.length, 50);
  });
});

describe('readConfig: why a proxy lacks what long files declare', () => {
  it('is the same on a thread', async () => {
    const file = large('a.yml', 'http:\n  routers:\n', (at) => `    r${at}: { rule: Host(\`a\`), service: a }\n`);
    const told = { from: 'proxy', file: { path: 'traefik.yml', text: 'providers: { docker: {} }\n' } };
    const running = { version: '3.7.9', providers: ['docker'], entryPoints: undefined };
    const missing = [{ protocol: 'http', kind: 'router', name: 'r1@file', path: file.path }] as const;
    const reasons = await readWhyNotLoaded([[file], [told], running, missing], signal);
    assert.deepEqual(reasons, [{ code: 'fileProviderMissing', from: 'proxy' }]);
    assert.deepEqual(reasons, whyNotLoaded([file], [told], running, missing));
  });
});

describe('readConfig: the jobs on configuration files', () => {
  it('have names of their own among all jobs', () => {
    const names = [...allJobs, ...configJobs].map(({ name }) => name);
    assert.deepEqual([...new Set(names)], names);
  });
});
