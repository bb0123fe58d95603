/** What is taken from the support dumps of real Traefiks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { staticFinder } from '../../../../src/core/config/files/staticSources';
import { dockerFactsOf } from '../../../../src/core/config/files/traefikFacts';
import { isKnown } from '../../../../src/core/config/source/placedText';
import { readStatic, type StaticReading } from '../../../../src/core/config/static/readStatic';
import { sectionAt, writtenAtOption } from '../../../../src/core/config/static/staticModel';
import { staticOfDump } from '../../../../src/core/liveConfig/dumpedStatic';
import { isAbsentCase, readStaticCases } from '../../../static/cases';
import { worldOf } from '../../../static/worldOf';

const namesSchema = z.array(z.object({ name: z.string(), address: z.string() }));
const recordedSchema = z.object({
  id: z.string(),
  expected: z.object({
    supportDump: z.unknown(),
    api: z.object({ entryPoints: namesSchema, providers: z.array(z.string()) }),
  }),
});

/** Options that decide over what is loaded; `?` where the dump does not tell. */
function factsOf(config: StaticReading['config']) {
  const textOf = (path: string): string => {
    const text = writtenAtOption(config, path)?.value ?? '';
    return isKnown(text) ? text : '?';
  };
  const isDocker = sectionAt(config, 'providers.docker') !== undefined;
  return {
    docker: isDocker ? { ...dockerFactsOf(config), defaultRule: undefined } : undefined,
    directory: textOf('providers.file.directory'),
    filename: textOf('providers.file.filename'),
  };
}

describe('dumpedStatic: the static configuration in support dumps', () => {
  const text = readFileSync(join(process.cwd(), 'test/recordings/static/dumps-3.json'), 'utf8');
  const cases = new Map(readStaticCases(text).flatMap((one) => (isAbsentCase(one) ? [] : [[one.id, one]])));

  it('is that with which Traefik runs, and says the same as the options themselves', () => {
    let dumps = 0;
    for (const { id, expected } of z.array(recordedSchema).parse(JSON.parse(text))) {
      const one = cases.get(id);
      if (one === undefined) continue;
      dumps += 1;
      const { entryPoints, providers } = expected.api;
      const running = { version: '3.7.9', entryPoints, providers: providers.map((name) => name.toLowerCase()) };
      const told = staticOfDump(JSON.stringify(expected.supportDump));
      const found = staticFinder([], [told], running)('a.yml');
      assert.ok(found !== undefined, `${id}: ${told.file.text}`);
      const own = readStatic(worldOf(one.input), '7');
      if (own.starts !== true) continue;
      const [dumped, written] = [factsOf(found.readings.at(-1)?.reading.config), factsOf(own.config)];
      const isMasked = JSON.stringify(dumped).includes('?');
      if (!isMasked) assert.deepEqual(dumped, written, id);
      // Another one does not run with it.
      assert.equal(staticFinder([], [told], { ...running, providers: ['nobody'] })('a.yml'), undefined, id);
    }
    assert.ok(dumps > 30, String(dumps));
  });

  it('knows nothing of what Traefik anonymizes', () => {
    const { text: options } = staticOfDump(
      JSON.stringify({
        entryPoints: { web: { address: 'xxxx' } },
        providers: {
          docker: { constraints: 'Label(`xxxxxxxx`, `a`)', watch: true },
          file: { directory: '/etc/d' },
          plugin: { p: {} },
        },
      }),
    ).file;
    assert.deepEqual(JSON.parse(options), {
      entryPoints: { web: { address: '\uE000' } },
      providers: {
        docker: { exposedByDefault: false, watch: true, constraints: '\uE000' },
        file: { watch: false, directory: '/etc/d' },
        plugin: { p: {} },
      },
    });
  });
});
