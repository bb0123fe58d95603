import type { LogLayout } from './logLayout';
import { namingOf } from './logNamings';

/** The fields of an index's hits that lead to a proxy. */
export interface LogHitFields {
  readonly router: string;
  /** A hit has a request if one field of each of these groups has a text. */
  readonly request: readonly (readonly string[])[];
}

/** The fields of a layout; undefined if its hits have only whole lines. */
export function logHitFields({ router: { path } }: LogLayout): LogHitFields | undefined {
  if (path === undefined) return undefined;
  const { host, path: target } = namingOf(path).request;
  return { router: path, request: [host, [target]] };
}
