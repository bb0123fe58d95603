/**
 * Cursors that lose nothing where the sort key of a hit is not unique. Pure.
 *
 * `search_after` goes on after a sort key, not after a hit. Where several hits share one key, those of them that a page
 * no longer held would be lost. So the cursor stays before the last key of the page, and says how many hits with that
 * key were already shown. Inside a point in time equal keys come in the same order each time, so skipping them is safe.
 */

/**
 * @typedef {object} Cursor
 * @property {unknown[] | undefined} after   for `search_after`, sent back as received; undefined: from the beginning
 * @property {number} skip                   how many hits after `after` were shown already
 */

/** @type {Cursor} */
export const firstCursor = Object.freeze({ after: undefined, skip: 0 });

/**
 * The cursor after a page.
 * @param {Cursor} cursor    the one the page was asked with
 * @param {{sort: unknown[]}[]} fetched  all hits of that answer, the skipped ones included
 * @param {boolean} unique   whether no two hits can share a sort key
 * @returns {Cursor}
 */
export function cursorAfter(cursor, fetched, unique) {
  const last = fetched.at(-1);
  if (last === undefined) return cursor;
  if (unique) return { after: last.sort, skip: 0 };
  const key = JSON.stringify(last.sort);
  let first = fetched.length - 1;
  while (first > 0 && JSON.stringify(fetched[first - 1].sort) === key) first -= 1;
  const before = fetched[first - 1];
  if (before === undefined) return { after: cursor.after, skip: fetched.length };
  return { after: before.sort, skip: fetched.length - first };
}

/** What a request for `size` hits from the cursor on carries. Its first `cursor.skip` hits are not to be shown. */
export const requestAt = (cursor, size) => ({
  size: size + cursor.skip,
  ...(cursor.after ? { search_after: cursor.after } : {}),
});
