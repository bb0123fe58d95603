import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { type Failure, isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpClient, HttpClientOptions } from '../../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import { endpointAt } from './endpointAt';
import type { TestServer } from './servers';

/** The failure with which `asked` rejects. */
export async function failureOf(asked: Promise<unknown>): Promise<Failure> {
  const error = await asked.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(isRequestFailure(error), `not a RequestFailure: ${error}`);
  assert.match(error.failure.sentence, /^[^\n]+\.$/);
  assert.match(error.failure.nextStep, /^[^\n]+\.$/);
  assert.equal(error.message, error.failure.sentence);
  assert.equal(error.cause, undefined);
  return error.failure;
}

/** Servers, clients, and files of one test, ended after it in the reverse order. Call at the top of a `describe`. */
export function endedAfterEach() {
  const ends: (() => Promise<void>)[] = [];
  // Far more than any of them takes, also on a busy machine (undici looks at its time limits twice a second only).
  beforeEach(function () {
    this.currentTest?.timeout(20_000);
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return {
    async server(starting: Promise<TestServer>): Promise<TestServer> {
      const server = await starting;
      ends.push(server.close);
      return server;
    },
    /** The path of a new file that holds `content`. */
    async file(content: string | Uint8Array): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'proxy-scout-file-'));
      ends.push(() => rm(folder, { recursive: true, force: true }));
      const path = join(folder, 'a file');
      await writeFile(path, content);
      return path;
    },
    client(endpoint: Endpoint | string, options?: HttpClientOptions): HttpClient {
      const client = openHttpClient(typeof endpoint === 'string' ? endpointAt(endpoint) : endpoint, options);
      ends.push(client.close);
      return client;
    },
  };
}
