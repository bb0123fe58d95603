/** @file The program `proxy-scout check`: see `usageText`. Like other command-line tools, it is in English only. */
import { systemCertificates } from '../core/base/http/trustedAuthorities';
import { exitNotChecked, runCheckCommand } from './checkCommand';
import { type CheckOutput, openOutput } from './output';

/** Reports a fault of this program without its message, which may quote data that was read. */
function reportFault(error: unknown, output: CheckOutput): void {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)) : [];
  for (const line of ['This should not happen. Please report it with these lines:', ...frames]) output.note(line);
}

async function run(): Promise<void> {
  const output = openOutput();
  let code = exitNotChecked;
  try {
    const surroundings = { cwd: process.cwd(), env: process.env, certificates: systemCertificates, output };
    code = await runCheckCommand(process.argv.slice(2), surroundings);
  } catch (error) {
    reportFault(error, output);
  }
  process.exitCode = await output.end(code);
}

// Node would end with 1, the code for broken configuration, and print data that was read; and with 0 once the event
// loop is empty.
process.exitCode = exitNotChecked;
process.on('uncaughtException', (error) => {
  process.exitCode = exitNotChecked;
  const output = openOutput();
  reportFault(error, output);
  void output.end(exitNotChecked);
});
void run();
