/** Static configurations that are larger than anybody writes: reading them takes no longer than their length asks for. */
import assert from 'node:assert/strict';
import type { PlacedText, SourceFile } from '../../../../../src/core/config/source/placedText';
import { staticVersions } from '../../../../../src/core/config/static/optionTypes';
import { readStatic, readStaticFile } from '../../../../../src/core/config/static/readStatic';

function lines(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => line(at)).join('\n');
}

/** Milliseconds of the processor, whatever else the machine does; a quadratic reader needs minutes. */
const mostTime = 20_000;

function assertInTime(read: () => void): void {
  const start = process.cpuUsage();
  read();
  const { user, system } = process.cpuUsage(start);
  assert.ok((user + system) / 1_000 < mostTime, `${(user + system) / 1_000} ms`);
}

const large: Readonly<Record<string, SourceFile>> = {
  'entry points on one port': {
    path: 'traefik.yml',
    text: `entryPoints:\n${lines(20_000, (at) => `  e${at}: {address: ":80"}`)}\n`,
  },
  'redirections to nothing': {
    path: 'traefik.yml',
    text: `entryPoints:\n${lines(5_000, (at) => `  e${at}: {address: ":${at}", http: {redirections: {entryPoint: {to: x${at}}}}}`)}\n`,
  },
  'options that nobody knows': { path: 'traefik.toml', text: lines(20_000, (at) => `x${at} = 1`) },
};

describe('bounded: static configuration', () => {
  for (const [what, file] of Object.entries(large)) {
    it(`is read in time: ${what}`, () => {
      assertInTime(() => readStaticFile(file, staticVersions));
    });
  }

  it('is read in time: flags with very long names', () => {
    const args = Array.from({ length: 20_000 }, (_, at): PlacedText => {
      const value = `--entrypoints.e${at}.${'x.'.repeat(20)}y`;
      return { value, file: { path: 'args', text: value }, start: 0, end: value.length, places: 'verbatim' };
    });
    const deep = `--${'a.'.repeat(50_000)}b=1`;
    const file = { path: 'args', text: deep };
    const long = [{ value: deep, file, start: 0, end: deep.length, places: 'verbatim' as const }];
    assertInTime(() => {
      for (const some of [args, long]) {
        readStatic({ files: [], args: some, environment: [], workingDirectory: '/' }, '7');
      }
    });
  });
});
