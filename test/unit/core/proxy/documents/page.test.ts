import assert from 'node:assert/strict';
import {
  layOutPage,
  ownText,
  type PageCell,
  type PageRow,
  type PageStyle,
  type ProxyPage,
  untrustedText,
} from '../../../../../src/core/proxy/documents/page';
import { loadedDice } from '../../../../servers/traefik/dice';

/** The stretches of a page that have a look or lead somewhere, as they stand in its text. */
function spansOf({ text, spans }: ProxyPage): readonly (readonly [text: string, look: string | undefined])[] {
  const lines = text.split('\n');
  return spans.map(({ line, start, end, look }) => [(lines[line] ?? '').slice(start, end), look]);
}

const none = { title: 'JSON', text: '{}' };

describe('page: the layout of a page', () => {
  it('is that of lines laid out one by one', () => {
    const dice = loadedDice(5);
    const look = (): PageStyle | undefined => (dice.chance(0.3) ? undefined : dice.pick(['label', 'name']));
    const cell = (): PageCell =>
      Array.from({ length: dice.below(3) }, () => ownText(dice.pick(['a', '', 'two words']), look()));
    const row = (): PageRow => ({ indent: dice.below(3), cells: Array.from({ length: dice.below(4) }, cell) });
    const rows = (): readonly PageRow[] => Array.from({ length: dice.below(4) }, row);
    const lineOf = ({ indent = 0, cells }: PageRow): string => {
      const [first, ...others] = cells.filter(({ length }) => length > 0);
      const words = (one: PageCell = []): string => one.map(({ text }) => text).join('');
      const separators = others.map((_, at) => (at === 0 && first?.[0]?.look === 'label' ? ': ' : ' · '));
      return `${'  '.repeat(1 + indent)}${words(first)}${others.map((one, at) => separators[at] + words(one)).join('')}`;
    };
    for (let round = 0; round < 200; round++) {
      const facts = rows();
      const sections = Array.from({ length: dice.below(3) }, (_, at) => ({ title: `s${at}`, rows: rows() }));
      const page = layOutPage([ownText('title')], [], facts, sections, { title: 'JSON', text: '{\n}' });
      const lines = [
        'title',
        ...(facts.length > 0 ? ['', ...facts.map(lineOf)] : []),
        ...sections.flatMap(({ title, rows: own }) => ['', title, ...own.map(lineOf)]),
        ...['', 'JSON', '  {', '  }'],
      ];
      assert.equal(page.text, `${lines.join('\n')}\n`);
      assert.deepEqual(
        page.sections.map(({ title, line }) => [title, lines[line]]),
        [...sections, { title: 'JSON' }].map(({ title }) => [title, title]),
      );
      const styled = [...facts, ...sections.flatMap(({ rows: own }) => own)]
        .flatMap(({ cells }) => cells.flat())
        .flatMap(({ text, look }) => (look === undefined ? [] : [[text, look]]));
      assert.deepEqual(
        spansOf(page).filter(([, look]) => look !== 'heading'),
        styled,
      );
    }
  });

  it('says one fact a line, with a colon behind its label and dots between the rest', () => {
    const { text } = layOutPage(
      [ownText('Router shop')],
      [[ownText('read just now')]],
      [
        { cells: [[ownText('Status', 'label')], [ownText('enabled', 'good')]] },
        { cells: [[ownText('Entry points', 'label')], [untrustedText('web')], [untrustedText(':80')]] },
        { cells: [[ownText('Nothing', 'label')], []] },
      ],
      [
        {
          title: 'Way',
          rows: [
            { cells: [[ownText('a')], [ownText('b')]] },
            { indent: 1, cells: [[ownText('c')], [ownText('d')], [], [ownText('e')]] },
          ],
        },
      ],
      { title: 'JSON', text: '{\n  "a": 1\n}' },
    );
    assert.equal(
      text,
      [
        'Router shop',
        'read just now',
        '',
        '  Status: enabled',
        '  Entry points: web · :80',
        '  Nothing',
        '',
        'Way',
        '  a · b',
        '    c · d · e',
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
    const page = layOutPage(
      [ownText('Router '), ownText('x', 'heading')],
      [],
      [
        {
          cells: [
            [ownText('Rule', 'label')],
            [untrustedText('\u{1f468} is '), ownText('up', 'good'), untrustedText(', really')],
          ],
        },
      ],
      [
        {
          title: 'Way',
          rows: [{ cells: [[untrustedText('shop', { look: 'name', to: service })], [ownText('down', 'bad')]] }],
        },
      ],
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
    const { sections, text } = layOutPage(
      [ownText('x')],
      [],
      [],
      [{ title: 'One', rows: [{ cells: [[ownText('a')]] }] }],
      none,
    );
    const lines = text.split('\n');
    assert.deepEqual(
      sections.map(({ title, line, endLine }) => [title, lines[line], lines[endLine]]),
      [
        ['One', 'One', '  a'],
        ['JSON', 'JSON', '  {}'],
      ],
    );
  });

  it('folds what is laid out already, and nothing else', () => {
    const { sections } = layOutPage(
      [ownText('x')],
      [],
      [],
      [{ title: 'One', rows: [{ cells: [[ownText('a')]] }] }],
      none,
    );
    assert.deepEqual(
      sections.map(({ title, isFolded }) => [title, isFolded]),
      [
        ['One', undefined],
        ['JSON', true],
      ],
    );
  });

  it('makes of server text one line that does not begin a line', () => {
    const hostile = 'a\nJSON\r\n{"b": 1}\u2028Errors\u2029\u0085\u202egnp.exe\u0000\ud800';
    const { text, sections } = layOutPage(
      [ownText('Router '), untrustedText(hostile)],
      [],
      [{ cells: [[untrustedText(hostile)]] }],
      [{ title: 'Way', rows: [{ cells: [[untrustedText(hostile)], [untrustedText(hostile)]] }] }],
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
    assert.equal(untrustedText('\u200b\u202e').text, '(empty)');
  });
});

const service = { protocol: 'http', kind: 'services', name: 'shop@file' } as const;
