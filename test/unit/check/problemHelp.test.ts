import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { problemTitles } from '../../../src/check/problemTitles';
import { checkConfigGroups } from '../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../src/core/config/files/readConfigFiles';
import type { ProblemCode } from '../../../src/core/config/model/configProblem';
import { problemHelp } from '../../../src/core/config/model/problemHelp';

const page = readFileSync('docs/configuration-files.md', 'utf8');
const codes = Object.keys(problemTitles) as readonly ProblemCode[];

/** A section of the manual: its anchor, its heading, and what stands below it. */
interface CodeSection {
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

function sectionsIn(markdown: string): readonly CodeSection[] {
  const [, ...parts] = markdown.split(/^<a id="/m);
  return parts.map((part) => {
    const [, anchor = '', heading = '', text = ''] = /^([^"]*)"><\/a>\n\n### (.*)\n([\s\S]*)$/.exec(part) ?? [];
    return { anchor, heading, text };
  });
}

/** The file of an example, which its first line names. */
function exampleIn(text: string): { readonly path: string; readonly text: string } | undefined {
  const [, path, example] = /^```yaml\n# (\S+)\n([\s\S]*?)^```$/m.exec(text) ?? [];
  return path === undefined || example === undefined ? undefined : { path, text: example };
}

/** What no small file shows, and why. */
const withoutFile: ReadonlyMap<ProblemCode, string> = new Map([
  ['text.tooLarge', 'needs a text that is too large to be shown'],
  ['text.tooMany', 'needs 1,000 problems'],
  ['text.unread', 'needs a mistake of ours'],
  ['live.error', 'needs a proxy'],
  ['not.loaded', 'needs a proxy'],
]);

describe('problemHelp: what the manual says of problem codes', () => {
  const sections = sectionsIn(page);

  it('has one section for each code, in the order of the titles, and none for another', () => {
    assert.deepEqual(
      sections.map(({ anchor, heading }) => [anchor, heading]),
      codes.map((code) => [code, `${problemTitles[code]} (\`${code}\`)`]),
    );
  });

  it('has no anchor in another form, and no heading with a code elsewhere', () => {
    assert.equal([...page.matchAll(/<a\b/g)].length, sections.length);
    assert.equal([...page.matchAll(/^#+ .*`[a-z]+\.\w+`/gm)].length, sections.length);
  });

  for (const { anchor, text } of sections) {
    it(`says what happens, why, the cure, and an example: ${anchor}`, () => {
      const words = ['What happens', 'Why', 'Cure'];
      const said = [...text.matchAll(/^\*\*([^*]+):\*\* (?=\S)/gm)].map(([, word]) => word);
      assert.deepEqual(said, words);
      assert.match(text, /^```\w+\n[\s\S]+?^```$/m);
      const example = exampleIn(text);
      assert.equal(example === undefined, withoutFile.has(anchor as ProblemCode));
      if (example === undefined) return;
      const told = checkConfigGroups(readConfigFiles([example]), {}).map(({ code }) => code);
      assert.deepEqual([...new Set(told)], [anchor]);
    });
  }

  it('finds a section that is missing, left over, or without an anchor', () => {
    assert.deepEqual(sectionsIn('## A\n\n<a id="x.y"></a>\n\n### X (`x.y`)\n\ntext\n'), [
      { anchor: 'x.y', heading: 'X (`x.y`)', text: '\ntext\n' },
    ]);
    assert.deepEqual(sectionsIn('### X (`x.y`)\n'), []);
  });

  it('is found at the address of a code: of this repository, at the tag of this version', () => {
    const { repository, version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const own = repository.url.replace('.git', '');
    for (const code of codes) {
      const { origin, pathname, hash } = new URL(problemHelp(code));
      assert.equal(`${origin}${pathname}`, `${own}/blob/v${version}/docs/configuration-files.md`);
      assert.equal(hash, `#${code}`);
    }
  });
});
