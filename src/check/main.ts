/** @file The program `proxy-scout`. Like other command-line tools, it is in English only. */
import { runProgram } from './program';
import { runProcess } from './runProcess';

runProcess((surroundings) => runProgram(process.argv.slice(2), surroundings));
