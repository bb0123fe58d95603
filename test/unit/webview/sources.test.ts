/** What no file of the page may have: ids of requests outside one module, and markup or styles made of texts. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordingsFolder } from '../../recordings/read';

const root = join(dirname(dirname(recordingsFolder())), 'src');
const sourcesIn = (folder: string) =>
  new Map(
    readdirSync(join(root, folder))
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]),
  );
const sources = sourcesIn('webview');

/** Comments are blank; texts stay, because a name may stand in one: `state['requestId']`. */
function withoutComments(text: string): string {
  return text.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');
}

const namesOfRequests = /\brequestIds?\b/;

/** Each with an example that it finds. */
const forbidden: readonly (readonly [found: RegExp, example: string])[] = [
  [/dangerouslySetInnerHTML/, '<p dangerouslySetInnerHTML={{ __html: text }} />'],
  [/\b(?:inner|outer)HTML\b/, 'root.innerHTML = text;'],
  [
    /\binsertAdjacentHTML\b|\bsetHTML(?:Unsafe)?\b|\bparseFromString\b|\bcreateContextualFragment\b/,
    'a.setHTMLUnsafe(b)',
  ],
  [/\bdocument\s*\.\s*write(?:ln)?\b/, 'document.write(text)'],
  // An object sets properties one by one, which the policy allows; a text would be an attribute.
  [/\bstyle=(?:["']|\{\s*[`"'])/, '<p style="color: red" />'],
  [/\bstyle=(?:["']|\{\s*[`"'])/, '<p style={`width: 1px`} />'],
  [/\bcssText\b|setAttribute\(\s*['"`]style['"`]/, "a.setAttribute('style', text)"],
  [/<style\b|<script\b/, '<style>{text}</style>'],
  [/\beval\(|\bnew Function\(/, 'eval(text)'],
];

describe('sources: the files of the page', () => {
  it('are read', () => assert.ok(sources.size > 25 && [...sources.keys()].includes('page.tsx')));

  it('know no ids of requests, and of its state only what sends them', () => {
    const knowing = (files: typeof sources) =>
      [...files].filter(([, text]) => namesOfRequests.test(withoutComments(text))).map(([name]) => name);
    assert.deepEqual(knowing(sources), []);
    assert.deepEqual(knowing(sourcesIn('core/search/page')), ['numberedRequests.ts', 'requestsOfPage.ts']);
  });

  it('make no markup and no style of a text', () => {
    const found = [...sources].flatMap(([name, text]) =>
      forbidden.flatMap(([pattern]) => {
        const line = withoutComments(text).match(pattern)?.[0];
        return line === undefined ? [] : [`${name}: ${line}`];
      }),
    );
    assert.deepEqual(found, []);
  });

  it('hand styles to elements as objects', () => {
    const styles = [...sources].flatMap(([name, text]) =>
      [...text.matchAll(/\bstyle=(.{0,20})/g)].map(([, value]) => ({ name, value })),
    );
    assert.ok(styles.length > 2);
    assert.deepEqual(
      styles.filter(({ value }) => !/^\{(?:\{|gridStyle\()/.test(value ?? '')),
      [],
    );
  });

  for (const [pattern, example] of forbidden) {
    it(`would be found with ${example}`, () => assert.match(example, pattern));
  }
});
