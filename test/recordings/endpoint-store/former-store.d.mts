import type { Endpoint } from '../../../src/core/base/endpoints/endpoint';
import type { SecretStorageLike } from '../../../src/core/base/endpoints/endpointSecrets';
import type { EndpointStore } from '../../../src/core/base/endpoints/endpointStore';
import type { EndpointMemento } from '../../../src/core/base/endpoints/learnedFacts';

interface FormerStore extends Pick<EndpointStore, 'list' | 'get' | 'add' | 'remove' | 'onDidChange' | 'dispose'> {
  change(id: string, fields: Partial<Endpoint>, seen?: Endpoint): Promise<Endpoint | undefined>;
  learn(endpoint: Endpoint, learned: FormerLearned): Promise<void>;
}
interface FormerLearned {
  readonly digest?: true;
  readonly searchMethod?: 'GET' | 'POST';
  readonly origins?: Readonly<Record<string, string | undefined>>;
  readonly ignored?: Readonly<Record<string, NonNullable<Endpoint['ignored']>[string] | undefined>>;
}

export function openEndpointStore(
  storage: SecretStorageLike,
  memento: EndpointMemento,
  now?: () => number,
): FormerStore;
