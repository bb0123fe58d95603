import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { jsonOrNothing } from '../json/parse';
import { type Endpoint, type EndpointKind, endpointKinds, endpointSchema, recordVersion } from './endpoint';
import { readFormerFacts, withFormerFacts } from './formerFacts';
import type { EndpointMemento } from './learnedFacts';
import { hintsKey } from './rememberedKinds';

/**
 * The secrets about an endpoint. Their keys are this prefix and the endpoint's id, so that two windows never overwrite
 * each other's list: what the user entered, what earlier versions had learned (see `formerFacts.ts`), and that the
 * endpoint was removed (only the time, in milliseconds since 1970; deleted after a while).
 */
const prefixes = { entered: 'endpoint/', learned: 'learnt/', removed: 'removed/' } as const;
export type SecretKind = keyof typeof prefixes;

export function secretKey(id: string, kind: SecretKind = 'entered'): string {
  return prefixes[kind] + id;
}

/** The endpoint id in a secret's key; undefined for the key of any other secret. */
export function idOfSecretKey(key: string, kind: SecretKind = 'entered'): string | undefined {
  return key.startsWith(prefixes[kind]) ? key.slice(prefixes[kind].length) : undefined;
}

/** The stored facts about an endpoint outside its secret: no secrets, no address. The secret is authoritative. */
const hintSchema = z.object({
  id: z.string(),
  kind: z.enum(endpointKinds),
  name: z.string(),
  order: z.number(),
});
export type EndpointHint = z.infer<typeof hintSchema>;

/** The place where a workspace lists an endpoint. */
interface WorkspaceOrigin {
  readonly file: string;
  /** Where the access logs of a proxy are: in which of the file's search endpoints, by name, and in which index. */
  readonly accessLogs?: { readonly endpoint: string; readonly index: string };
}

/**
 * An endpoint as the store finds it. `gone`: there is a hint but no secret (VS Code deletes a secret that it cannot
 * decrypt); `newer`: a newer Proxy Scout wrote the record; `corrupt`: the record is not valid. Those with a `workspace`
 * are not stored: a file of the workspace lists them. `unapproved`: the user has not allowed requests to it yet, so
 * Proxy Scout does not use it; `refused`: its entry may not be used.
 */
export type StoredEndpoint =
  | {
      readonly state: 'ready';
      readonly hint: EndpointHint;
      readonly endpoint: Endpoint;
      readonly workspace?: WorkspaceOrigin;
    }
  | { readonly state: 'gone' | 'newer' | 'corrupt'; readonly hint: EndpointHint; readonly workspace?: undefined }
  | UnapprovedEndpoint
  | RefusedEndpoint;

/** An entry of a workspace that may not be used. */
export interface RefusedEndpoint {
  readonly state: 'refused';
  readonly hint: EndpointHint;
  readonly workspace: WorkspaceOrigin;
  /** Whole sentences. */
  readonly reason: string;
}

/** An endpoint of a workspace to which the user has not allowed requests yet. */
export interface UnapprovedEndpoint {
  readonly state: 'unapproved';
  readonly hint: EndpointHint;
  readonly workspace: WorkspaceOrigin;
  readonly url: string;
  /** The `Host` to send, if it differs from `url`. */
  readonly host?: string;
  /** The path of the authority's file, relative to the folder, or the fingerprint, if either verifies the server. */
  readonly verifiedBy?: string;
}

export interface EndpointTexts {
  readonly entered: string;
  readonly learned: string | undefined;
}

/** Reads an endpoint's secrets. If the record cannot be read, the result shows `hint`. */
export function readRecord(
  id: string,
  { entered, learned }: EndpointTexts,
  hint: EndpointHint | undefined,
): StoredEndpoint {
  const record = readEntered(id, entered);
  if (record !== undefined) {
    const former = readFormerFacts(learned);
    const endpoint = former === undefined ? record : withFormerFacts(record, former);
    return { state: 'ready', hint: hintOf(record), endpoint };
  }
  const rest = leftoverSchema.safeParse(jsonOrNothing(entered));
  const leftover = rest.success ? rest.data : {};
  return {
    state: (leftover.version ?? 0) > recordVersion ? 'newer' : 'corrupt',
    hint: {
      id,
      kind: hint?.kind ?? leftover.kind ?? 'proxy',
      name: hint?.name ?? leftover.name ?? l10n.t('Unnamed endpoint'),
      order: hint?.order ?? leftover.order ?? Number.MAX_SAFE_INTEGER,
    },
  };
}

/** The record of an endpoint, without what is kept beside it; undefined if the text is not a valid one. */
export function readEntered(id: string, text: string): Endpoint | undefined {
  const { data } = endpointSchema.safeParse(jsonOrNothing(text));
  return data?.id === id ? data : undefined;
}

export function hintOf({ id, kind, name, order }: Endpoint): EndpointHint {
  return { id, kind, name, order };
}

export function byOrder(a: { readonly hint: EndpointHint }, b: { readonly hint: EndpointHint }): number {
  return a.hint.order - b.hint.order || compare(a.hint.name, b.hint.name) || compare(a.hint.id, b.hint.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The fields that can be read from a record that is not valid in this version. Each field is read on its own. */
const leftoverSchema = z.object({
  version: z.catch(z.optional(z.number()), undefined),
  kind: z.catch(z.optional(z.enum(endpointKinds)), undefined),
  name: z.catch(z.optional(z.string()), undefined),
  order: z.catch(z.optional(z.number()), undefined),
}) satisfies z.ZodMiniType<{ version?: number | undefined; kind?: EndpointKind | undefined }>;

/**
 * The hints of all endpoints. Every window has its own copy, learns late of changes by other windows, and writes all
 * hints, so a removed hint may come back: each writer leaves out those that it knows to be removed.
 */
export class EndpointHints {
  private last: { readonly raw: unknown; readonly hints: readonly EndpointHint[] } | undefined;

  constructor(
    private readonly memento: EndpointMemento,
    private readonly isRemoved: (id: string) => boolean,
  ) {}

  all(): ReadonlyMap<string, EndpointHint> {
    return new Map(this.read().map((hint) => [hint.id, hint]));
  }

  /** Adds hints, or replaces those with the same id. */
  async put(hints: readonly EndpointHint[]): Promise<void> {
    await this.set([...new Map([...this.all(), ...hints.map((hint) => [hint.id, hint] as const)]).values()]);
  }

  async set(wanted: readonly EndpointHint[]): Promise<void> {
    const list = wanted.filter(({ id }) => !this.isRemoved(id));
    if (JSON.stringify(list) !== JSON.stringify(this.read())) await this.memento.update(hintsKey, list);
  }

  /** Leaves out removed ones, if there are any. */
  clean(): Promise<void> {
    return this.set(this.read());
  }

  /** Avoids checking thousands of hints again: VS Code returns the same value until it changes. */
  private read(): readonly EndpointHint[] {
    const raw = this.memento.get(hintsKey);
    if (this.last === undefined || this.last.raw !== raw) this.last = { raw, hints: hintListSchema.parse(raw) };
    return this.last.hints;
  }
}

const hintListSchema = z.catch(z.array(hintSchema), []);
