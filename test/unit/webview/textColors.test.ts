import assert from 'node:assert/strict';
import { contrast, readableOn, rgbOf } from '../../../src/webview/textColors';

describe('textColors: a color of the theme as one of text', () => {
  it('is read as VS Code writes it', () => {
    assert.deepEqual(rgbOf('#f14C4c'), [241, 76, 76]);
    assert.deepEqual(rgbOf(' #fff'), [255, 255, 255]);
    assert.deepEqual(rgbOf('#9D9D9D80'), [157, 157, 157]);
    assert.deepEqual(rgbOf('rgba(30, 30, 30, 0.5)'), [30, 30, 30]);
    assert.deepEqual(rgbOf('rgb(1 2 3)'), [1, 2, 3]);
    for (const other of ['', 'red', '#12', 'rgb(1, 2)', 'rgb(a, b, c)', 'hsl(1 2% 3%)'])
      assert.equal(rgbOf(other), undefined);
  });

  it('stays as it is where it can be read', () => {
    assert.deepEqual(readableOn([31, 31, 31], [241, 76, 76]), [241, 76, 76]);
    assert.deepEqual(readableOn([255, 255, 255], [0, 0, 0]), [0, 0, 0]);
  });

  it('is moved just so far that it can be read, on any background', () => {
    const yellow = [181, 186, 0] as const;
    for (const background of [
      [255, 255, 255],
      [248, 248, 248],
      [181, 186, 0],
      [120, 120, 120],
      [0, 0, 0],
    ] as const) {
      const moved = readableOn(background, yellow);
      assert.ok(contrast(moved, background) >= 4.5, `${moved} on ${background}`);
    }
    // Still a yellow.
    const [red, green, blue] = readableOn([255, 255, 255], yellow);
    assert.ok(red > 80 && green > 80 && blue < 20);
  });
});
