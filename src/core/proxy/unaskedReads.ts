import * as z from 'zod/mini';
import { type Failure, remedyOf } from '../base/errors/failure';

const refusedSchema = z.catch(z.array(z.string()), []);

/** The IDs of the endpoints whose last read needs the user, as they are kept; an invalid value has none. */
export function parseRefusedIds(value: unknown): readonly string[] {
  return refusedSchema.parse(value);
}

/**
 * Whether reading again, unasked, could only do harm: the server refused the credentials, which it may lock after some
 * tries, or its certificate is not trusted.
 */
export function isRefusal(failure: Failure): boolean {
  return failure.kind === 'unauthorized' || failure.kind === 'forbidden' || remedyOf(failure) === 'certificate';
}
