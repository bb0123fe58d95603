import type { Failure } from '../../base/errors/failure';

/** What a person can do about a failure besides trying again. */
export type Mend = 'certificate' | 'credentials';

/** Trusting the certificate, or entering other credentials, if that is what a failure asks for. */
export function mendOf({ kind, certificate }: Pick<Failure, 'kind' | 'certificate'>): Mend | undefined {
  if (certificate !== undefined) return 'certificate';
  return kind === 'unauthorized' || kind === 'forbidden' ? 'credentials' : undefined;
}
