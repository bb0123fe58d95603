import type { BarTone } from '../protocol/histogram';

/**
 * Colors of the theme for text. A theme chooses the colors of charts and of the terminal for other backgrounds than the
 * editor's; the terminal itself adapts them, too (`terminal.integrated.minimumContrastRatio`).
 */

type Rgb = readonly [red: number, green: number, blue: number];

/** The contrast of text that VS Code's terminal and WCAG AA require, and that of other signs. */
const textContrast = 4.5;
const signContrast = 3;
/** What is left of it on a hovered row is still enough for text. */
const toneContrast = 5.5;
const steps = 20;

const ansiNames = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];

function ansiVariable(number: number): string {
  return `--vscode-terminal-ansi${number < 8 ? '' : 'Bright'}${ansiNames[number % 8] ?? ''}`;
}

const toneVariables: Readonly<Record<BarTone, string>> = {
  red: '--vscode-charts-red',
  // That of charts is transparent in some themes, and green in one.
  orange: '--vscode-problemsWarningIcon-foreground',
  yellow: '--vscode-charts-yellow',
  green: '--vscode-charts-green',
  blue: '--vscode-charts-blue',
  purple: '--vscode-charts-purple',
  gray: '--vscode-descriptionForeground',
};

/** `#rgb`, `#rrggbb`, `#rrggbbaa`, and `rgb(r, g, b)`, as VS Code writes colors; their transparency is ignored. */
export function rgbOf(color: string): Rgb | undefined {
  const hex = /^#([\da-f]{3}|[\da-f]{6})(?:[\da-f]{1,2})?$/i.exec(color.trim())?.[1];
  if (hex !== undefined) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0] = digits.map((each) => Number.parseInt(each, 16));
    return [red, green, blue];
  }
  const [red, green, blue] = (/^rgba?\(([^)]*)\)$/.exec(color.trim())?.[1] ?? '').split(/[\s,/]+/).map(Number);
  return red === undefined || green === undefined || blue === undefined || Number.isNaN(red + green + blue)
    ? undefined
    : [red, green, blue];
}

/** Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

function opposite(color: Rgb): Rgb {
  return contrast(black, color) > contrast(white, color) ? black : white;
}

/** A readable color on a background: the same if it is readable, otherwise moved towards black or white. */
export function readableOn(background: Rgb, color: Rgb, leastContrast = textContrast): Rgb {
  const end = opposite(background);
  for (let step = 0; step < steps; step++) {
    const share = step / steps;
    const [red = 0, green = 0, blue = 0] = color.map((part, at) => Math.round(part + ((end[at] ?? 0) - part) * share));
    if (contrast([red, green, blue], background) >= leastContrast) return [red, green, blue];
  }
  return end;
}

/** Half of each. */
function mixed([red, green, blue]: Rgb, other: Rgb): Rgb {
  return [(red + other[0]) / 2, (green + other[1]) / 2, (blue + other[2]) / 2];
}

const written = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`;

/**
 * Sets readable colors of text as variables of an element: `--text-red` and so on for the tones, `--text-ansi-1` and so
 * on for the 16 colors of a terminal, `--text-on-ansi-1` for text on those, and `--bar-calm`. They change with the theme.
 */
export function provideTextColors(body: HTMLElement): void {
  const { documentElement } = document;

  function provide(): void {
    const theme = getComputedStyle(documentElement);
    const colorOf = (name: string): Rgb | undefined => rgbOf(theme.getPropertyValue(name));
    const background = colorOf('--vscode-editor-background');
    const give = (name: string, color: Rgb | undefined): void => {
      if (color === undefined || background === undefined) body.style.removeProperty(name);
      else body.style.setProperty(name, written(color));
    };
    const onEditor = (color: Rgb | undefined, least?: number): Rgb | undefined =>
      color && background && readableOn(background, color, least);
    for (const [tone, name] of Object.entries(toneVariables)) {
      give(`--text-${tone}`, onEditor(colorOf(name), toneContrast));
    }
    const gray = colorOf(toneVariables.gray);
    give('--bar-calm', gray && background && readableOn(background, mixed(gray, background), signContrast));
    for (let number = 0; number < 16; number++) {
      const color = colorOf(ansiVariable(number));
      give(`--text-ansi-${number}`, onEditor(color));
      give(`--text-on-ansi-${number}`, color && opposite(color));
    }
  }

  provide();
  // VS Code writes the colors of a theme to this attribute.
  new MutationObserver(provide).observe(documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
}

/** The theme's color of text in one of the 16 colors of a terminal, as a value of a property. */
export function ansiColor(number: number): string {
  return `var(--text-ansi-${number}, var(${ansiVariable(number)}))`;
}

export function ansiBackground(number: number): { readonly background: string; readonly color: string } {
  return { background: `var(${ansiVariable(number)})`, color: `var(--text-on-ansi-${number}, inherit)` };
}
