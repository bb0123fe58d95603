/**
 * Widths of texts in the font of the hits, without a layout of the page: measured on a canvas. Where there is none, a
 * character has this width.
 */
const usualPx = 7.5;

let context: OffscreenCanvasRenderingContext2D | null | undefined;
const measured = new Map<string, number>();
const mostMeasured = 5_000;

/** Says in which font the hits are: lines are in that of the editor. The widths before are forgotten if it is another one. */
export function setTextFont(areLines: boolean): void {
  if (typeof OffscreenCanvas === 'undefined') return;
  context ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(document.body);
  const [size, family] = ['size', 'family'].map((each) => style.getPropertyValue(`--vscode-editor-font-${each}`));
  const before = context.font;
  context.font = areLines ? `${size} ${family}` : style.font;
  if (context.font !== before) measured.clear();
}

/** The width of a text in pixels. */
export function textWidth(text: string): number {
  if (context === undefined || context === null) return text.length * usualPx;
  const known = measured.get(text);
  if (known !== undefined) return known;
  const { width } = context.measureText(text);
  if (measured.size >= mostMeasured) measured.clear();
  measured.set(text, width);
  return width;
}
