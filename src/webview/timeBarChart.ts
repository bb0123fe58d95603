import type { BarTone, Histogram } from '../protocol/histogram';

const namespace = 'http://www.w3.org/2000/svg';

function shape(tag: string, attributes: Readonly<Record<string, string | number>>, ...inside: readonly Element[]) {
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/** Width and height of the tile that a pattern repeats, in pixels. */
const tile = 6;

/** The lines in a tile, so that parts differ without their colors, too; none: a plain area. */
const lines: Readonly<Record<BarTone, string>> = {
  red: '',
  orange: 'M-1 1l2-2M0 6l6-6M5 7l2-2',
  yellow: 'M0 3h6',
  green: 'M2.5 1.5h1M5.5 4.5h1M-.5 4.5h1',
  blue: 'M-1 5l2 2M0 0l6 6M5-1l2 2',
  purple: 'M0 0l6 6M0 6l6-6',
  gray: 'M3 0v6',
};

/** A part without a name, and bars that are not divided. */
type Fill = BarTone | 'rest' | 'plain';

const idOf = (tone: Fill): string => `bar-${tone}`;

function pattern(tone: BarTone): Element {
  const ground = shape('rect', { width: tile, height: tile, class: 'ground' });
  return shape(
    'pattern',
    { id: idOf(tone), class: `tone-${tone}`, width: tile, height: tile, patternUnits: 'userSpaceOnUse' },
    ground,
    shape('path', { d: lines[tone], class: 'lines' }),
  );
}

function filled(fill: Fill, attributes: Readonly<Record<string, string | number>>): Element {
  const isPattern = fill !== 'rest' && fill !== 'plain';
  return shape('rect', {
    ...attributes,
    ...(isPattern ? { fill: `url(#${idOf(fill)})` } : { class: `tone-${fill}` }),
  });
}

/** A square in the fill of this tone. */
export function toneSample(tone: BarTone): Element {
  return shape(
    'svg',
    { class: 'sample', width: 10, height: 10, 'aria-hidden': 'true' },
    filled(tone, { width: 10, height: 10 }),
  );
}

/** The free share of a bar's place. */
const gap = 0.15;

/** Pixels of the highest bar. */
const chartHeight = 44;

/** The bars as a drawing, which screen readers ignore. */
export function timeBarChart({ bars, stacks }: Histogram): Element {
  const tones = new Set(stacks.map(({ tone }) => tone));
  const most = bars.reduce((found, { count }) => Math.max(found, count), 1);
  const width = 100 / bars.length;
  const drawn = bars.flatMap(({ count, parts }, at) => {
    const rest = parts.reduce((left, part) => left - part, count);
    const all: (readonly [Fill, number])[] = [
      ...stacks.map(({ tone }, stack) => [tone, parts[stack] ?? 0] as const),
      [stacks.length === 0 ? 'plain' : 'rest', Math.max(rest, 0)],
    ];
    const sum = all.reduce((found, [, part]) => found + part, 0);
    // A few hits among many stay visible.
    const height = count === 0 ? 0 : Math.max(2, (count / most) * chartHeight);
    let y = chartHeight;
    return all.flatMap(([fill, part]) => {
      if (part === 0) return [];
      const own = (part / sum) * height;
      y -= own;
      const place = { x: `${(at + gap / 2) * width}%`, width: `${(1 - gap) * width}%`, y, height: own };
      return filled(fill, place);
    });
  });
  return shape(
    'svg',
    { class: 'chart', height: chartHeight, width: '100%', 'aria-hidden': 'true' },
    shape('defs', {}, ...[...tones].map(pattern)),
    ...drawn,
  );
}
