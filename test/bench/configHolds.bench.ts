import { namesIn } from '../../src/core/config/files/definition';
import type { SourceFile } from '../../src/core/config/source/placedText';
import { inputsByFormat } from '../fuzz/counting/inputs';
import { checkAsEditor, readAsEditor } from './bigCompose';
import { heldOnceBy } from './holds';
import type { Row } from './rows';

const size = 1_000_000;
const goalMs = 100;
/** What else the machine does only adds: a hold that is too long is measured again. */
const tries = 3;

/** What an editor does with a file, beside no proxy. */
async function open(file: SourceFile): Promise<void> {
  const read = await readAsEditor(file);
  await checkAsEditor(read, []);
  namesIn(read.groups);
}

/** How long files that were made to be read for ever hold the event loop of all extensions, by their formats. */
export async function* measure(): AsyncGenerator<Row> {
  for (const [format, inputs] of Object.entries(inputsByFormat)) {
    const names = Object.keys(inputs);
    let worst = { name: '', ms: 0 };
    for (const [name, input] of Object.entries(inputs)) {
      const file = input(size);
      let ms = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < tries && ms > goalMs; turn++) {
        ms = Math.min(ms, await heldOnceBy(() => open({ ...file })));
      }
      if (ms > worst.ms) worst = { name, ms };
    }
    yield {
      what: `${names.length} hostile files of 1 MB (${format}), opened in an editor: longest hold of the event loop, of ${worst.name}`,
      value: worst.ms,
      goal: goalMs,
      unit: 'ms',
    };
  }
}
