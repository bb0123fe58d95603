import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const resultSchema = z.object({
  state: z.string(),
  items: z.number(),
  sentence: z.string(),
  heldMiB: z.optional(z.number()),
});

/** Reads such a proxy with a heap in which a few of its pages have room, and no more. */
async function read(mode: 'endless' | 'repeating' | 'ten' | 'kept') {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=120',
    '--expose-gc',
    join(import.meta.dirname, 'refreshHeap.main.js'),
    mode,
  ]);
  return resultSchema.parse(JSON.parse(stdout));
}

describe('refreshHeap: the memory that a refresh takes', function () {
  this.timeout(60_000);
  it('is bounded where pages never end: what was read is kept, and said to be not all', async () => {
    const { state, items, sentence } = await read('endless');
    assert.equal(state, 'cut');
    assert.ok(items > 100);
    assert.match(sentence, /exceed 32 MiB in total, so \/api\/http\/routers was not read completely\.$/);
  });

  it('is bounded where the same page comes again and again', async () => {
    const { state, sentence } = await read('repeating');
    assert.equal(state, 'failed');
    assert.match(sentence, /^The pages of \/api\/http\/routers at .* never end\.$/);
  });

  it('is bounded where all lists are huge', async () => {
    const { state, items, sentence } = await read('ten');
    assert.equal(state, 'cut');
    assert.ok(items <= 20_000);
    assert.match(sentence, /^http:\S+ lists more than 20,000 items, so|exceed 32 MiB in total, so/);
  });

  it('is, once it is over, that of what was kept: no page stays for the one item of it', async () => {
    const { state, items, heldMiB } = await read('kept');
    assert.deepEqual([state, items], ['read', 1]);
    assert.ok(heldMiB !== undefined && heldMiB < 8, `${heldMiB} MiB are held`);
  });
});
