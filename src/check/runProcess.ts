import { systemCertificates } from '../core/base/http/trustedAuthorities';
import { type CheckOutput, openOutput } from './output';
import { exitNotChecked, type ProgramSurroundings } from './programCommand';

/**
 * Runs a program in this process: writes its output, and ends with the exit code that it returns, or with 2 after a
 * fault of ours.
 */
export function runProcess(program: (surroundings: ProgramSurroundings) => Promise<number>): void {
  // Node would end with 1, the code for broken configuration, and print data that was read; and with 0 once the event
  // loop is empty.
  process.exitCode = exitNotChecked;
  process.on('uncaughtException', (error) => {
    process.exitCode = exitNotChecked;
    const output = openOutput();
    reportFault(error, output);
    void output.end(exitNotChecked);
  });
  void run(program);
}

async function run(program: (surroundings: ProgramSurroundings) => Promise<number>): Promise<void> {
  const output = openOutput();
  let code = exitNotChecked;
  try {
    code = await program({ cwd: process.cwd(), env: process.env, certificates: systemCertificates, output });
  } catch (error) {
    reportFault(error, output);
  }
  process.exitCode = await output.end(code);
}

/** Reports a fault of this program without its message, which may quote data that was read. */
function reportFault(error: unknown, output: CheckOutput): void {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)) : [];
  for (const line of ['This should not happen. Please report it with these lines:', ...frames]) output.note(line);
}
