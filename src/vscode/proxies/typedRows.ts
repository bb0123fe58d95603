import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { nextTurn } from '../../core/base/async/nextTurn';

/** A row, and what it leads to, by which it is known again among other rows. */
interface TypedRow extends vscode.QuickPickItem {
  readonly ref?: unknown;
}

/** What is read and written of VS Code's list. */
type RowList<Row extends TypedRow> = Pick<vscode.QuickPick<Row>, 'value' | 'items' | 'activeItems' | 'selectedItems'>;

/**
 * The rows of a list that are made for each text in its field, the best first. They come a moment after the text, and
 * again when there is more to list.
 */
export class TypedRows<Row extends TypedRow> {
  /** Counts the times that rows were to be made: only the last ones are. */
  private looks = 0;
  /** The text that the rows in the list are for. */
  private shownFor: string | undefined;

  /**
   * @param make the rows for the text in the field
   * @param closed aborts when the list is closed, after which nothing is made
   */
  constructor(
    private readonly list: RowList<Row>,
    private readonly make: () => readonly Row[],
    private readonly closed: AbortSignal,
  ) {}

  /** Updates the list. Rows that arrive later for the same text do not change which row is selected. */
  async show(): Promise<void> {
    const mine = ++this.looks;
    // Keys that were pressed meanwhile come first.
    await nextTurn();
    if (mine !== this.looks || this.closed.aborted) return;
    const { list } = this;
    const text = list.value;
    const made = this.make();
    const chosen = text === this.shownFor ? list.activeItems[0] : undefined;
    this.shownFor = text;
    list.items = made;
    const same = chosen?.ref === undefined ? undefined : made.find(({ ref }) => isDeepStrictEqual(ref, chosen.ref));
    if (same !== undefined) list.activeItems = [same];
  }

  /**
   * The row that Enter means: the selected one, or the first one for the text where the rows of an earlier text are still
   * in the list, as VS Code selects among those then.
   */
  accepted(): Row | undefined {
    const { list } = this;
    return list.value === this.shownFor ? list.selectedItems[0] : this.make()[0];
  }
}
