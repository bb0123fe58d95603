import type { Failure } from '../../base/errors/failure';

/** The user's remedy for a failure besides trying again. */
export type Remedy = 'certificate' | 'credentials';

/** The action for a failure, if there is one: trusting the certificate, or entering other credentials. */
export function remedyOf({ kind, certificate }: Pick<Failure, 'kind' | 'certificate'>): Remedy | undefined {
  if (certificate !== undefined) return 'certificate';
  return kind === 'unauthorized' || kind === 'forbidden' ? 'credentials' : undefined;
}
