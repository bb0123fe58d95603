import assert from 'node:assert/strict';
import type { TableHeading } from '../../../src/protocol/resultPage';
import { roomsOf } from '../../../src/webview/columnWidths';
import { textWidth } from '../../../src/webview/textWidth';
import { withBrowser } from './browser';
import { byRole, openResult } from './page';

describe('columnWidths: the room of the texts in each column', () => {
  const digit = textWidth('0');
  const headings = ['22px', '10ch', 'minmax(8ch, 20ch)', 'minmax(14ch, 1fr)'].map(
    (width, at): TableHeading => ({ kind: 'value', title: `column ${at}`, width }),
  );

  it('is what the column has, and for the last one what the others leave', () => {
    const [arrow = 0, fixed = 0, shrinking = 0, rest = 0] = roomsOf(headings, new Map(), 1_000);
    assert.ok(fixed < 10 * digit && fixed > 8 * digit, `${fixed}`);
    assert.ok(arrow < 22 && shrinking >= 6 * digit, `${arrow} ${shrinking}`);
    const used = 22 + 10 * digit + 8 * digit;
    assert.ok(rest <= 1_000 - used && rest > 960 - used, `${rest}`);
  });

  it('is what a person dragged it to, and never less than nothing', () => {
    const dragged = roomsOf(headings, new Map([['column 1', 400]]), 1_000);
    assert.ok((dragged[1] ?? 0) > 380 && (dragged[1] ?? 0) <= 400);
    for (const room of roomsOf(headings, new Map([['column 1', 400]]), 10)) assert.ok(room >= 0);
  });
});

describe('columnWidths: the edge of a heading', () => {
  withBrowser();

  it('is dragged to another width, which the column keeps until a double click', () => {
    const page = openResult();
    const grip = byRole('columnheader', 'message').querySelector<HTMLElement>('.grip');
    assert.ok(grip !== null && grip.parentElement !== null);
    grip.setPointerCapture = () => undefined;
    grip.parentElement.getBoundingClientRect = () => ({ width: 100 }) as DOMRect;
    const point = (kind: string, clientX: number) =>
      grip.dispatchEvent(new PointerEvent(kind, { clientX, button: 0, bubbles: true, cancelable: true }));
    const columns = () => byRole('treegrid').style.getPropertyValue('--columns');
    const before = columns();
    point('pointerdown', 300);
    point('pointermove', 350);
    assert.match(columns(), /\b150px\b/);
    assert.equal(page.state().widths.size, 0);
    point('lostpointercapture', 350);
    assert.deepEqual([...page.state().widths], [['message', 150]]);
    assert.match(columns(), /\b150px\b/);
    point('pointerdown', 300);
    point('pointermove', 0);
    point('lostpointercapture', 0);
    assert.deepEqual([...page.state().widths], [['message', 40]]);
    grip.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    assert.equal(page.state().widths.size, 0);
    assert.equal(columns(), before);
  });
});
