import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { ConfigGroup } from '../../src/core/config/files/readConfigFiles';
import type { SourceFile } from '../../src/core/config/source/placedText';
import type { ReadProxy } from '../../src/core/liveConfig/readProxies';
import { bigCompose, bigComposeFile, checkAsEditor, proxiesOfBigCompose, readAsEditor } from './bigCompose';
import { heldBy, heldOnceBy } from './holds';
import { median, timed } from './measure';
import type { Row } from './rows';
import { liveLines, namesIn, prepareLiveLines } from './shippedCore';

const rounds = 61;

/** As above each object (vscode/config/codeLens.ts). */
async function lines(groups: readonly ConfigGroup[], proxies: readonly ReadProxy[]): Promise<unknown> {
  await prepareLiveLines(proxies, new AbortController().signal);
  const path = groups[0]?.files[0]?.path ?? '';
  return liveLines(groups, path, { read: proxies, unread: undefined, hasAny: true });
}

/** What is typed: also what makes another text of the rest, or breaks it. */
const typedKeys = ['', '  x: y\n', '"', "'", '- [', '{', '    &a ', '\t', '|\n'];

/** What is done once nothing more is typed: with problems, lines above, and symbols. */
async function edit(file: SourceFile, proxies: readonly ReadProxy[]): Promise<void> {
  const read = await readAsEditor(file);
  const { groups } = read;
  await checkAsEditor(read, proxies);
  await lines(groups, proxies);
  namesIn(groups);
}

/** What a compose file with very many labels costs in the editor, where a proxy with very many routers was read. */
export async function* measure(): AsyncGenerator<Row> {
  const subject = `A compose file of ${bigCompose.labels.toLocaleString('en-US')} labels`;
  const floor = `beside a proxy of ${bigCompose.routers.toLocaleString('en-US')} routers`;
  const firsts: number[] = [];
  while (firsts.length < 5) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'firstCheck.main.js')]);
    firsts.push(z.object({ ms: z.number() }).parse(JSON.parse(stdout)).ms);
  }
  yield {
    what: `${subject}: read and checked, the first of a process`,
    // What else the machine does only adds.
    value: Math.min(...firsts),
    goal: 300,
    unit: 'ms',
    floor,
  };

  const proxies = proxiesOfBigCompose();
  const whole = bigComposeFile();
  let keys = 0;
  /** The file with something typed at the beginning of one of its lines. */
  const typed = (text: string, share: number): SourceFile => {
    const at = whole.text.indexOf('\n', whole.text.length * share) + 1;
    const comment = `# ${++keys} keys\n`;
    return { path: whole.path, text: `${comment}${whole.text.slice(0, at)}${text}${whole.text.slice(at)}` };
  };
  const holds: number[] = [];
  for (const text of typedKeys) {
    for (const share of [0, 0.5, 0.9]) holds.push(await heldBy(() => edit(typed(text, share), proxies)));
  }
  yield {
    what: `${subject}: longest hold of the event loop after a key, of ${holds.length}`,
    value: Math.max(...holds),
    goal: 100,
    unit: 'ms',
    floor,
  };
  let longest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const huge = bigComposeFile(bigCompose.mostLabels);
    longest = Math.min(longest, await heldOnceBy(() => edit(huge, proxies)));
  }
  yield {
    what: `The same of ${bigCompose.mostLabels.toLocaleString('en-US')} labels, nearly the largest that is read: longest hold`,
    value: longest,
    goal: 100,
    unit: 'ms',
    floor,
  };
  const { groups } = await readAsEditor(whole);
  const times: number[] = [];
  while (times.length < rounds) times.push(await timed(() => lines(groups, proxies)));
  yield { what: `${subject}: its lines of the proxy, again`, value: median(times), goal: 5, unit: 'ms', floor };
  const holdsOfNew: number[] = [];
  while (holdsOfNew.length < 3) {
    const again = proxiesOfBigCompose();
    holdsOfNew.push(await heldOnceBy(() => lines(groups, again)));
  }
  yield {
    what: `${subject}: longest hold of the event loop for its lines after a refresh`,
    value: Math.min(...holdsOfNew),
    goal: 100,
    unit: 'ms',
    floor,
  };
}
