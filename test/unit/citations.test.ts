/** What comments cite stands in the repository: `docs/engines.md, "Totals"` is a file and a heading of it. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readRecordings } from '../recordings/read';
import { engines } from './core/search/recordings/engines';

const commentPattern = /^[ \t]*\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*(?:\n[ \t]*\/\/ .*)*/gm;
const citedPattern = /([\w./-]*\w\.md)\b(?:, "([^"]+)")?/g;

interface Citation {
  readonly file: string;
  /** Undefined where the comment names the file only. */
  readonly heading: string | undefined;
}

/** The Markdown files that the comments of a source name, also where a citation goes over several lines. */
function citationsIn(source: string): Citation[] {
  return [...source.matchAll(commentPattern)].flatMap(([comment]) =>
    [...comment.replace(/\n[ \t]*(?:\*|\/\/) ?/g, ' ').matchAll(citedPattern)].map(([, file = '', heading]) => ({
      file,
      heading,
    })),
  );
}

function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
}

function isThere({ file, heading }: Citation): boolean {
  return heading !== undefined && existsSync(file) && headingsOf(file).includes(heading);
}

/** All in src and test but the examples below. */
const cited = ['src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name) && !name.endsWith('citations.test.ts'))
    .flatMap((name) =>
      citationsIn(readFileSync(`${folder}/${name}`, 'utf8')).map((citation) => ({
        from: `${folder}/${name}`,
        ...citation,
      })),
    ),
);

describe('citations: a comment', () => {
  it('cites only headings of files that are in the repository', () => {
    assert.ok(cited.length > 30);
    assert.deepEqual(
      cited.filter((citation) => !isThere(citation)),
      [],
    );
  });

  it('is found to cite a file or a heading that does not exist, and a file without a heading', () => {
    const sources = [
      '/** As docs/engines.md, "Totals", says. */',
      '  // See docs/engines.md,\n  // "Totals".',
      '/**\n * See docs/engines.md, "Sorting across\n * types".\n */',
      'const a = 1; // docs/engines.md, "No such heading"',
      '/* reference/notes.md, "Totals" */',
      '// docs/engines.md',
    ];
    assert.deepEqual(
      sources.map((source) => citationsIn(source).map(isThere)),
      [[true], [true], [true], [false], [false], [false]],
    );
    assert.deepEqual(citationsIn("const a = 'docs/none.md';"), []);
  });
});

describe('citations: docs/engines.md and docs/traefik.md', () => {
  const documents = ['docs/engines.md', 'docs/traefik.md'];

  it('have no section that no comment cites', () => {
    for (const document of documents) {
      const sections = [...readFileSync(document, 'utf8').matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
      const used = new Set(cited.filter(({ file }) => file === document).map(({ heading }) => heading));
      assert.ok(sections.length > 0);
      assert.deepEqual(
        sections.filter((heading) => !used.has(heading)),
        [],
      );
    }
  });

  it('name recorded cases that exist', () => {
    const servers = { 'docs/engines.md': engines, 'docs/traefik.md': ['traefik-3.7', 'traefik-2.11'] as const };
    for (const [document, recorded] of Object.entries(servers)) {
      const cases = new Set(recorded.flatMap((server) => [...readRecordings(server).keys()]));
      const named = [...readFileSync(document, 'utf8').matchAll(/Recorded: (.*)/g)]
        .flatMap(([, list = '']) => list.split(', '))
        .map((name) => name.replace(/^`|`\.?$/g, ''));
      assert.ok(named.length > 0);
      assert.deepEqual(
        named.filter((name) => !cases.has(name)),
        [],
      );
    }
  });
});
