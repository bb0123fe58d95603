import * as z from 'zod/mini';
import { entryPointSource } from '../../src/core/proxy/api/entryPoints';
import { itemSource } from '../../src/core/proxy/api/items';
import type { Inventory, InventoryGroup } from '../../src/core/proxy/model/inventory';
import type { EntryPoint, ItemKind, ItemOf } from '../../src/core/proxy/model/model';

const text = z.optional(z.string());

const answerSchema = z.object({
  status: z.number(),
  router: z.nullable(z.string()),
  server: text,
  served: text,
  location: text,
});

const requestSchema = z.object({
  entryPoint: z.string(),
  tls: z.optional(z.boolean()),
  method: z.string(),
  host: z.string(),
  url: z.string(),
  headers: z.optional(z.union([z.array(z.tuple([z.string(), z.string()])), z.record(z.string(), z.string())])),
  before: answerSchema,
  after: z.optional(answerSchema),
});

const listings = z.record(z.string(), z.unknown());

const caseSchema = z.object({
  id: z.string(),
  kind: z.string(),
  files: z.record(z.string(), z.string()),
  file: z.string(),
  after: z.string(),
  reloadFailed: z.optional(z.unknown()),
  apiBefore: listings,
  apiAfter: z.optional(listings),
  requests: z.array(requestSchema),
});

const fileSchema = z.object({ about: z.string(), cases: z.array(caseSchema) });

export type ChangeCase = z.infer<typeof caseSchema>;
export type RecordedRequest = ChangeCase['requests'][number];
export type RecordedAnswer = z.infer<typeof answerSchema>;

export interface ChangeCases {
  /** Of the Traefik that was asked: its API says `dev`. */
  readonly version: string;
  readonly cases: readonly ChangeCase[];
}

/**
 * Reads a file of the form of the recordings in test/recordings/changes.
 *
 * @throws an error that says what is wrong with the file
 */
export function readChangeCases(json: string): ChangeCases {
  const { about, cases } = fileSchema.parse(JSON.parse(json));
  return { version: /Traefik v2\b/.test(about) ? '2.11.53' : '3.7.9', cases };
}

/** What the API listed, as a proxy's inventory. */
export function inventoryOf(api: ChangeCase['apiBefore'], version: string): Inventory {
  const missing = { state: 'missing' } as const;
  const none = { routers: missing, services: missing, middlewares: missing };
  return {
    groups: {
      http: {
        routers: itemsOf(api, 'routers'),
        services: itemsOf(api, 'services'),
        middlewares: itemsOf(api, 'middlewares'),
      },
      tcp: none,
      udp: none,
    },
    entryPoints: entriesOf<EntryPoint>(api['/entrypoints'], entryPointSource.read),
    certificates: missing,
    version: { number: version },
    readAt: 0,
  };
}

function itemsOf<K extends ItemKind>(api: ChangeCase['apiBefore'], kind: K): InventoryGroup<ItemOf<K>> {
  return entriesOf<ItemOf<K>>(api[`/http/${kind}`], itemSource('http', kind).read);
}

function entriesOf<T extends { readonly name: string }>(
  list: unknown,
  read: (raw: unknown, text: string) => T | undefined,
): InventoryGroup<T> {
  const entries = z
    .array(z.unknown())
    .parse(list)
    .flatMap((raw) => read(raw, JSON.stringify(raw)) ?? []);
  return { state: 'read', items: new Map(entries.map((one) => [one.name, one])), unnamed: 0 };
}
