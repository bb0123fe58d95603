/** @file The program `proxy-scout`. Like other command-line tools, it is in English only. */
import { runProcess, runProgram } from './program';

runProcess((surroundings) => runProgram(process.argv.slice(2), surroundings));
