import assert from 'node:assert/strict';
import { TypedRows } from '../../../../src/vscode/proxies/typedRows';

interface NamedRow {
  readonly label: string;
  readonly ref: { readonly name: string };
}

describe('typedRows: the rows for what is typed', () => {
  let names: readonly string[];
  let list: {
    value: string;
    items: readonly NamedRow[];
    activeItems: readonly NamedRow[];
    selectedItems: readonly NamedRow[];
  };
  let made: string[];
  let closing: AbortController;
  let rows: TypedRows<NamedRow>;

  /** Each time other objects, those whose name is the text first. */
  function make(): NamedRow[] {
    made.push(list.value);
    const found = names.filter((name) => name.startsWith(list.value));
    const best = [...found.filter((name) => name === list.value), ...found.filter((name) => name !== list.value)];
    return best.map((name) => ({ label: name, ref: { name } }));
  }
  /** Types a text, and lists its rows at once if the machine is not busy. */
  async function type(text: string, isListed: boolean): Promise<void> {
    list.value = text;
    const shown = rows.show();
    if (isListed) await shown;
  }
  /** VS Code selects the row that is active when Enter is pressed: the first one, until the user chooses another. */
  function enter(): string | undefined {
    const [first] = list.items;
    list.selectedItems = list.activeItems.length > 0 ? list.activeItems : first === undefined ? [] : [first];
    return rows.accepted()?.label;
  }

  beforeEach(() => {
    names = ['shop-redirect', 'shop'];
    list = { value: '', items: [], activeItems: [], selectedItems: [] };
    made = [];
    closing = new AbortController();
    rows = new TypedRows<NamedRow>(list, make, closing.signal);
  });

  it('Enter takes the selected one', async () => {
    await type('sho', true);
    assert.equal(enter(), 'shop-redirect');
    list.activeItems = list.items.slice(1);
    assert.equal(enter(), 'shop');
  });

  it('Enter takes the first one for the text while those of an earlier text are listed', async () => {
    assert.equal(enter(), 'shop-redirect');
    await type('sho', true);
    await type('shop', false);
    assert.deepEqual(
      list.items.map(({ label }) => label),
      ['shop-redirect', 'shop'],
    );
    assert.equal(enter(), 'shop');
    await type('shop-x', false);
    assert.equal(enter(), undefined);
  });

  it('are made for the last text only, and not once the list is closed', async () => {
    await Promise.all(['s', 'sh', 'sho'].map((text) => type(text, true)));
    assert.deepEqual(made, ['sho']);
    closing.abort();
    await type('shop', true);
    assert.deepEqual(made, ['sho']);
  });

  it('leave the selected one selected where others come, until another text is typed', async () => {
    await type('sho', true);
    list.activeItems = list.items.slice(1);
    names = ['shop-beta', ...names];
    await rows.show();
    assert.equal(enter(), 'shop');
    assert.ok(list.items.includes(list.activeItems[0] ?? assert.fail()));
    list.activeItems = [];
    await type('shop-', true);
    assert.equal(enter(), 'shop-beta');
  });
});
