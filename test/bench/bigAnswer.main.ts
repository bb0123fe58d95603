/**
 * @file An engine whose every answer is one hit of 60 MB, in a process of its own: of the index `objects` 3,000,000 small objects,
 * of `brackets` 20 MB of brackets within brackets, of `text` one long text. Prints `{"url"}` when it listens, and serves until
 * its standard input ends.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const documents: Readonly<Record<string, () => string>> = {
  objects: () => `{"items":[${Array.from({ length: 3_000_000 }, (_, at) => `{"n":${1_000_000 + at},"é":1}`).join()}]}`,
  brackets: () => `{"deep":${'['.repeat(10_000_000)}${']'.repeat(10_000_000)}}`,
  text: () => `{"text":"${'a line of a log, \\n'.repeat(3_300_000)}"}`,
};
const made = new Map<string, Buffer>();

function answerFor(index: string): Buffer {
  let answer = made.get(index);
  if (answer === undefined) {
    const hit = `{"_index":"${index}","_id":"1","_score":1.0,"_source":${documents[index]?.() ?? '{}'}}`;
    answer = Buffer.from(`{"took":1,"hits":{"total":{"value":1,"relation":"eq"},"max_score":1.0,"hits":[${hit}]}}`);
    made.set(index, answer);
  }
  return answer;
}

/** What the check of bodies is answered with: it asks for what no engine knows. */
const refusal = '{"error":{"root_cause":[],"type":"parsing_exception","reason":"Unknown key"},"status":400}';
const root = '{"version":{"number":"8.19.0"},"tagline":"You Know, for Search"}';

const server = createServer(async (request, response) => {
  const asked = await text(request);
  const index = /^\/(\w+)\//.exec(request.url ?? '')?.[1];
  const isRefused = index !== undefined && asked.includes('match_none');
  const body = index === undefined ? Buffer.from(root) : isRefused ? Buffer.from(refusal) : answerFor(index);
  response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
for (const index of Object.keys(documents)) answerFor(index);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.stdin
  .on('end', () => {
    server.close();
    server.closeAllConnections();
  })
  .resume();
