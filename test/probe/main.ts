/**
 * @file Reads everything from a live Traefik API, or walks through the pages of a search engine, with the extension's own
 * core and prints what it found as one JSON object (see `Report` and `SearchReport`): how the extension is checked against
 * real versions. Ends with 1 where something could not be read, or the way back through the pages was another, and with 2
 * where it was called wrongly; why stands on the standard error.
 */
import { runProbe } from './program';

void (async () => {
  const { code, stdout, stderr } = await runProbe(process.argv.slice(2));
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
})();
