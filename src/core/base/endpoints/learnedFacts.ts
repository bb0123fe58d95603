import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint';

/** The part of VS Code's Memento (globalState) that the store uses. */
export interface EndpointMemento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Facts that were learned about an endpoint while it was used, and that can be learned again. */
export interface LearnedFacts {
  /** Its server required Digest: the password itself is no longer sent to it. */
  readonly digest?: true;
  /** The method with which its searches arrive complete. */
  readonly searchMethod?: 'GET' | 'POST';
}

/** What an earlier version had learned about an endpoint. `isRest`: the record lacks a part of what that version kept. */
interface FormerlyLearned {
  readonly endpoint: Endpoint;
  readonly facts: LearnedFacts;
  readonly isRest: boolean;
}

const stateKey = 'endpoints/learned';
const stateSchema = z.object({
  facts: z.record(z.string(), z.enum(['digest', 'GET', 'POST'])),
  /** By the id of an endpoint: since when all that an earlier version kept of it is copied, in ms since 1970. */
  copied: z.record(z.string(), z.number()),
});
type LearnedState = z.infer<typeof stateSchema>;
type Facts = LearnedState['facts'];

/** What is copied is deleted so many milliseconds later, so that the earlier version can be installed until then. */
const formerKeptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * The learned facts, in the global state: Digest for an origin and a user, the method for an address. Their keys are
 * hashes, because addresses and users stay in the secret storage.
 */
export class LearnedFactStore {
  /** The facts of this window: a window that has not heard of them may overwrite the global state. */
  private readonly own = new Map<string, Facts[string]>();
  private last: { readonly raw: unknown; readonly state: LearnedState } | undefined;

  constructor(private readonly memento: EndpointMemento) {}

  /** The endpoint with what is known about it. */
  complete(endpoint: Endpoint): Endpoint {
    const { auth } = endpoint;
    const method = this.factOf(methodKey, endpoint);
    return {
      ...endpoint,
      ...(auth.type === 'basic' && this.isDigest(endpoint) && { auth: { ...auth, scheme: 'digest' as const } }),
      ...(method !== undefined && method !== 'digest' && { searchMethod: method }),
    };
  }

  /** Whether Digest is known for the endpoint's origin and user. */
  isDigest(endpoint: Endpoint): boolean {
    return this.factOf(digestKey, endpoint) !== undefined;
  }

  /** Stores what was learned about this state of the endpoint. @returns whether any of it was new */
  async learn(endpoint: Endpoint, learned: LearnedFacts): Promise<boolean> {
    const known = this.known();
    const news = entriesOf(endpoint, learned).filter(([key, fact]) => known[key] !== fact);
    for (const [key, fact] of news) this.own.set(key, fact);
    await this.write(this.known());
    return news.length > 0;
  }

  /** Forgets Digest for the endpoint's origin and user, because the user has edited the credentials. */
  async forgetDigest(endpoint: Endpoint): Promise<void> {
    await this.forgetKeys([digestKey(endpoint) ?? '']);
  }

  /** Leaves it to other windows to know Digest for the endpoint's origin and user. */
  disown(endpoint: Endpoint): void {
    this.own.delete(digestKey(endpoint) ?? '');
  }

  /** Forgets what is known about removed endpoints, but not what also holds for one of the others. */
  async forget(removed: readonly Endpoint[], others: () => Promise<readonly Endpoint[]>): Promise<void> {
    const known = this.known();
    const keys = removed.flatMap(keysOf).filter((key) => known[key] !== undefined);
    if (keys.length === 0) return;
    const kept = new Set((await others()).flatMap(keysOf));
    await this.forgetKeys(keys.filter((key) => !kept.has(key)));
  }

  /**
   * Copies what earlier versions had learned and is not known yet.
   *
   * @returns the ids of the endpoints of which everything was copied at least 30 days before `now`
   */
  async copy(former: readonly FormerlyLearned[], now: number): Promise<readonly string[]> {
    const since = this.stored().copied;
    const copied: Record<string, number> = {};
    for (const { endpoint, facts, isRest } of former) {
      const known = this.known();
      const news = entriesOf(endpoint, facts).filter(([key]) => known[key] === undefined);
      for (const [key, fact] of news) this.own.set(key, fact);
      if (!isRest) copied[endpoint.id] = news.length > 0 ? now : (since[endpoint.id] ?? now);
    }
    await this.write(this.known(), copied);
    return Object.entries(copied).flatMap(([id, at]) => (now - at >= formerKeptMs ? [id] : []));
  }

  /** Makes no key where nothing is known, which is so for most. */
  private factOf(keyOf: (endpoint: Endpoint) => string | undefined, endpoint: Endpoint): Facts[string] | undefined {
    const known = this.known();
    return Object.keys(known).length === 0 ? undefined : known[keyOf(endpoint) ?? ''];
  }

  private async forgetKeys(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.own.delete(key);
    await this.write(Object.fromEntries(Object.entries(this.known()).filter(([key]) => !keys.includes(key))));
  }

  /** VS Code returns the same value until it changes, so thousands of facts are not parsed again. */
  private stored(): LearnedState {
    const raw = this.memento.get(stateKey);
    if (this.last === undefined || this.last.raw !== raw) {
      this.last = { raw, state: stateSchema.safeParse(raw).data ?? { facts: {}, copied: {} } };
    }
    return this.last.state;
  }

  private known(): Facts {
    return this.own.size === 0 ? this.stored().facts : { ...this.stored().facts, ...Object.fromEntries(this.own) };
  }

  private async write(facts: Facts, copied = this.stored().copied): Promise<void> {
    if (isDeepStrictEqual({ facts, copied }, this.stored())) return;
    const isEmpty = Object.keys(facts).length + Object.keys(copied).length === 0;
    await this.memento.update(stateKey, isEmpty ? undefined : { facts, copied });
  }
}

function entriesOf(endpoint: Endpoint, { digest, searchMethod }: LearnedFacts): readonly [string, Facts[string]][] {
  const key = digest && digestKey(endpoint);
  return [
    ...(key === undefined ? [] : [[key, 'digest'] as [string, 'digest']]),
    ...(searchMethod === undefined ? [] : [[methodKey(endpoint), searchMethod] as [string, 'GET' | 'POST']]),
  ];
}

const keysOf = (endpoint: Endpoint): readonly string[] => [digestKey(endpoint) ?? '', methodKey(endpoint)];
const methodKey = ({ url, host }: Endpoint): string => hashOf(['method', url, host ?? null]);

/** Undefined if the endpoint has no user. An edit of the credentials with an earlier version makes another key. */
function digestKey(endpoint: Endpoint): string | undefined {
  const { url, auth } = endpoint;
  if (auth.type !== 'basic') return undefined;
  return hashOf(['digest', new URL(url).origin, auth.username, formerEditOfAuth(endpoint) ?? null]);
}

/** Earlier versions stamp each edit of a field, and keep the stamps in the record. */
const stampsSchema = z.object({ auth: z.object({ at: z.string() }) });

/** The last edit of the credentials by an earlier version. */
export function formerEditOfAuth({ edits }: Endpoint): string | undefined {
  return edits === undefined ? undefined : stampsSchema.safeParse(edits).data?.auth.at;
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
