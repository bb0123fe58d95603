import assert from 'node:assert/strict';
import { layOut, own, type Page, said } from '../../../../../src/core/proxy/documents/page';

/** The stretches of a page that have a look or lead somewhere, as they stand in its text. */
function spansOf({ text, spans }: Page): readonly (readonly [text: string, look: string | undefined])[] {
  const lines = text.split('\n');
  return spans.map(({ line, start, end, look }) => [(lines[line] ?? '').slice(start, end), look]);
}

const none = { title: 'JSON', text: '{}' };

describe('the layout of a page', () => {
  it('sets values of a section below each other, whatever their labels are', () => {
    const { text } = layOut(
      [own('Router shop')],
      [[own('read just now')]],
      [
        { cells: [[own('Status', 'label')], [own('enabled', 'good')]] },
        { cells: [[own('Entry points', 'label')], [said('web')], [said(':80')]] },
        { cells: [[], [said('websecure')], [said(':443')]] },
      ],
      [{ title: 'Way', rows: [{ cells: [[own('a')], [own('b')]] }, { indent: 1, cells: [[own('c')], [own('d')]] }] }],
      { title: 'JSON', text: '{\n  "a": 1\n}' },
    );
    assert.equal(
      text,
      [
        'Router shop',
        'read just now',
        '',
        '  Status        enabled',
        '  Entry points  web        :80',
        '                websecure  :443',
        '',
        'Way',
        '  a    b',
        '    c  d',
        '',
        'JSON',
        '  {',
        '    "a": 1',
        '  }',
        '',
      ].join('\n'),
    );
  });

  it('tells where each piece stands, in the units that editors count in', () => {
    const page = layOut(
      [own('Router '), own('x', 'heading')],
      [],
      [{ cells: [[own('Rule', 'label')], [said('\u{1f468} is '), own('up', 'good'), said(', really')]] }],
      [{ title: 'Way', rows: [{ cells: [[said('shop', { look: 'name', to: service })], [own('down', 'bad')]] }] }],
      none,
    );
    assert.deepEqual(spansOf(page), [
      ['x', 'heading'],
      ['Rule', 'label'],
      ['up', 'good'],
      ['Way', 'heading'],
      ['shop', 'name'],
      ['down', 'bad'],
      ['JSON', 'heading'],
    ]);
    assert.deepEqual(
      page.spans.flatMap(({ to }) => to ?? []),
      [service],
    );
  });

  it('tells where sections begin and end', () => {
    const { sections, text } = layOut([own('x')], [], [], [{ title: 'One', rows: [{ cells: [[own('a')]] }] }], none);
    const lines = text.split('\n');
    assert.deepEqual(
      sections.map(({ title, line, endLine }) => [title, lines[line], lines[endLine]]),
      [
        ['One', 'One', '  a'],
        ['JSON', 'JSON', '  {}'],
      ],
    );
  });

  it('lets one long value push nothing aside', () => {
    const { text } = layOut(
      [own('x')],
      [],
      [
        { cells: [[own('a')], [said('y'.repeat(500))], [own('end')]] },
        { cells: [[own('a')], [said('short')], [own('end')]] },
      ],
      [],
      none,
    );
    const [, , long, short] = text.split('\n');
    assert.equal(long, `  a  ${'y'.repeat(500)}  end`);
    assert.equal(short, '  a  short  end');
  });

  it('makes of server text one line that does not begin a line', () => {
    const hostile = 'a\nJSON\r\n{"b": 1}\u2028Errors\u2029\u0085\u202egnp.exe\u0000\ud800';
    const { text, sections } = layOut(
      [own('Router '), said(hostile)],
      [],
      [{ cells: [[said(hostile)]] }],
      [{ title: 'Way', rows: [{ cells: [[said(hostile)], [said(hostile)]] }] }],
      none,
    );
    assert.deepEqual(
      text.split(/[\n\r\u2028\u2029\u0085]/).filter((line) => !line.startsWith('  ')),
      ['Router a JSON {"b": 1} Errors gnp.exe \ufffd', '', '', 'Way', '', 'JSON', ''],
    );
    assert.deepEqual(
      sections.map(({ title }) => title),
      ['Way', 'JSON'],
    );
  });

  it('says of text in which nothing can be seen that it is empty', () => {
    assert.equal(said('\u200b\u202e').text, '(empty)');
  });
});

const service = { protocol: 'http', kind: 'services', name: 'shop@file' } as const;
