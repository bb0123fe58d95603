import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { authSchema, endpointKinds } from '../../../src/core/base/endpoints/endpoint';

const greetingSchema = z.object({
  endpoints: z.array(z.object({ kind: z.enum(endpointKinds), name: z.string(), url: z.url(), auth: authSchema })),
});

describe('main: the program of the sample servers', () => {
  it('says in one line where it serves, and ends when its standard input does', async function () {
    this.timeout(60_000);
    const program = spawn(process.execPath, [join(import.meta.dirname, '../../servers/main.js')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = once(program, 'exit');
    const lines: string[] = [];
    const reader = createInterface(program.stdout);
    reader.on('line', (line) => lines.push(line));
    await once(reader, 'line');

    const { endpoints } = greetingSchema.parse(JSON.parse(lines[0] ?? ''));
    const answers = endpoints.map(async ({ kind, url, auth }) => {
      const headers: Record<string, string> =
        auth.type === 'basic'
          ? { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}` }
          : {};
      return (await fetch(kind === 'proxy' ? `${url}/api/version` : `${url}/_search`, { headers })).status;
    });
    assert.deepEqual(
      await Promise.all(answers),
      endpoints.map(() => 200),
    );
    assert.ok(endpoints.length >= 3);

    program.stdin.end();
    assert.deepEqual(await exited, [0, null]);
    assert.equal(lines.length, 1);
  });
});
