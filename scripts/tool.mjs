/**
 * @file `node scripts/tool.mjs <file> <arguments…>`: sets up, and then runs that Node program in this process. For npm
 * scripts that only call a tool.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setUp } from './setup.mjs';

await setUp();
process.chdir(root);
const [node, , file, ...args] = process.argv;
const program = resolve(root, file);
process.argv = [node, program, ...args];
await import(pathToFileURL(program).href);
