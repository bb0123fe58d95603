import { RequestFailure } from '../../base/errors/failure';

/** Refuses a question before it is sent. Both are plain sentences for a person. */
export function refuse(sentence: string, nextStep: string): never {
  throw new RequestFailure({ kind: 'invalid', sentence, nextStep });
}
