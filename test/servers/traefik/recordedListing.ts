/** What a recorded Traefik lists, to be listed with a change. */
import assert from 'node:assert/strict';
import { readRecordings } from '../../recordings/read';
import type { GoValue } from './json-text';

interface Listed {
  readonly name: string;
  readonly [field: string]: GoValue | undefined;
}

/** A recorded listing as values, 64-bit integers included. */
export function recordedListing(path: 'http-routers' | 'http-services' | 'http-middlewares'): readonly Listed[] {
  const body = readRecordings('traefik-3.7').get(`${path}-all`)?.response.body ?? assert.fail(path);
  const safe = body.replace(/(?<=":)\d{16,}/g, '"big $&"');
  return JSON.parse(safe, (_, value) =>
    typeof value === 'string' && value.startsWith('big ') ? BigInt(value.slice(4)) : value,
  );
}
