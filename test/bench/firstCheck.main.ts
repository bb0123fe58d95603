/**
 * @file Reads and checks a large compose file once beside a large proxy, in a process that has compiled nothing of that yet. Prints `{"ms"}`,
 * for how long it took.
 */
import { bigComposeFile, checkAsEditor, proxiesOfBigCompose, readAsEditor } from './bigCompose';
import { timed } from './measure';

async function main(): Promise<void> {
  const file = bigComposeFile();
  const proxies = proxiesOfBigCompose();
  const ms = await timed(async () => checkAsEditor(await readAsEditor(file), proxies));
  process.stdout.write(JSON.stringify({ ms }));
}

void main();
