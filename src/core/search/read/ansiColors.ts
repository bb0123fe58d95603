/** Red, green, and blue, from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** The 16 colors of a terminal in xterm's defaults; the page shows those of the theme. */
const ansiColors: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

/** The intensities of the cube of 216 colors. */
const levels = [0, 95, 135, 175, 215, 255] as const;

/** The nearest of the 16 colors to any other color, so that the theme determines the contrast. */
export function nearestAnsiColor([red, green, blue]: Rgb): number {
  const distances = ansiColors.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
  return distances.indexOf(Math.min(...distances));
}

/** The nearest one to one of 256 colors: the 16, a cube of 216, and 24 grays. Undefined for any other number. */
export function paletteColor(number: number): number | undefined {
  if (!Number.isInteger(number) || number < 0 || number > 255) return undefined;
  if (number < 16) return number;
  if (number >= 232) {
    const gray = 8 + 10 * (number - 232);
    return nearestAnsiColor([gray, gray, gray]);
  }
  const place = number - 16;
  const level = (digit: number): number => levels[digit % 6] ?? 0;
  return nearestAnsiColor([level(Math.floor(place / 36)), level(Math.floor(place / 6)), level(place)]);
}
