import type { Failure } from '../../base/errors/failure';

/** What a person can do about a failure besides trying again. */
export type Remedy = 'certificate' | 'credentials';

/** Trusting the certificate, or entering other credentials, if that is what a failure asks for. */
export function remedyOf({ kind, certificate }: Pick<Failure, 'kind' | 'certificate'>): Remedy | undefined {
  if (certificate !== undefined) return 'certificate';
  return kind === 'unauthorized' || kind === 'forbidden' ? 'credentials' : undefined;
}
