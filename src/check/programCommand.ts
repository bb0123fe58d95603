import type { CommandTask } from './arguments';
import type { CheckOutput } from './output';

/** The exit code where nothing, or not everything, could be done. */
export const exitNotChecked = 2;

/** What a command takes from its process. */
export interface ProgramSurroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** As `systemCertificates`. */
  readonly certificates: () => readonly string[] | undefined;
  /** Nothing is written before its end. */
  readonly output: CheckOutput;
}

/** A command of the program: `proxy-scout <its name> …`. */
export interface ProgramCommand {
  /** One sentence for the help of the program. */
  readonly summary: string;
  /** The lines of its own help. */
  readonly usage: readonly string[];
  /** Why it cannot do what it is asked for: a sentence that repeats none of it. */
  wrongUseOf(task: CommandTask): string | undefined;
  /**
   * @returns the exit code
   * @throws RequestFailure if an endpoint does not respond, and what is a fault of this program
   */
  run(task: CommandTask, surroundings: ProgramSurroundings): Promise<number>;
}
