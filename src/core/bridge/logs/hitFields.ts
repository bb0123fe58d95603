import type { LogLayout } from './logLayout';
import { namingOf } from './logNamings';

/** Where the hits of an index have what leads to a proxy. */
export interface LogHitFields {
  /** The router's name. */
  readonly router: string;
  /** A request can be asked about where a hit has a text in one field of each of these groups. */
  readonly request: readonly (readonly string[])[];
}

/** Where hits have them; undefined where they have whole lines only. */
export function logHitFields({ router: { path } }: LogLayout): LogHitFields | undefined {
  if (path === undefined) return undefined;
  const { host, path: target } = namingOf(path).request;
  return { router: path, request: [host, [target]] };
}
