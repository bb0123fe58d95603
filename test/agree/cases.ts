import * as z from 'zod/mini';
import { arrayItems, memberText } from '../../src/core/base/json/scan';
import { itemSource } from '../../src/core/proxy/api/items';
import type { Inventory } from '../../src/core/proxy/model/inventory';
import type { Router } from '../../src/core/proxy/model/model';
import { findRoute } from '../../src/core/proxy/routing/findRoute';
import type { RouteQuestion } from '../../src/core/proxy/routing/routeAnswer';

const optionalText = z.optional(z.nullable(z.string()));

const requestSchema = z.object({
  entryPoint: z.string(),
  tls: z.optional(z.boolean()),
  method: z.string(),
  host: z.string(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  clientIP: optionalText,
  router: z.nullable(z.string()),
  rejected: z.optional(z.unknown()),
});

const connectionSchema = z.object({
  entryPoint: z.optional(z.string()),
  tls: z.boolean(),
  sni: optionalText,
  alpn: z.optional(z.nullable(z.array(z.string()))),
  clientIP: optionalText,
  router: z.nullable(z.string()),
  refused: z.optional(z.unknown()),
});

const casesSchema = z.object({
  about: z.optional(z.string()),
  /** Of the Traefik that was asked, where the file tells it. */
  version: z.optional(z.string()),
  routers: z.array(z.unknown()),
  requests: z.optional(z.array(requestSchema)),
  connections: z.optional(z.array(connectionSchema)),
});

/** A question, and the router that a real Traefik gave it to: nested ones as `parent -> child`, null for none. */
export interface Case {
  readonly question: RouteQuestion;
  readonly router: string | null;
}

/** A listing of routers, and what its Traefik did with requests or connections. */
export interface Cases {
  readonly inventory: Inventory;
  readonly cases: readonly Case[];
}

/**
 * Reads a file of the form of the recordings in test/recordings/which-router. Rows that the server refused before it routed are left out.
 *
 * @throws an error that says what is wrong with the file
 */
export function readCases(text: string): Cases {
  const file = casesSchema.parse(JSON.parse(text));
  const protocol = file.connections === undefined ? 'http' : 'tcp';
  const texts = arrayItems(memberText(text, 'routers') ?? '[]');
  const routers = new Map<string, Router>();
  for (const [index, raw] of file.routers.entries()) {
    const router = itemSource(protocol, 'routers').read(raw, texts[index] ?? '');
    if (router !== undefined) routers.set(router.name, router);
  }
  const told = file.version ?? versionIn(file.about ?? '');
  return {
    inventory: inventoryOf(protocol, routers, told),
    cases: [...requestCases(file), ...connectionCases(file, routers)],
  };
}

type File = z.infer<typeof casesSchema>;

function requestCases({ requests = [] }: File): readonly Case[] {
  return requests
    .filter(({ rejected }) => rejected === undefined || rejected === null)
    .map(({ entryPoint, tls = false, method, host, url, headers, clientIP, router }) => ({
      question: {
        kind: 'http',
        entryPoint,
        isTls: tls,
        method,
        host,
        target: url,
        headers,
        clientIp: clientIP ?? undefined,
      },
      router,
    }));
}

/** The recordings of connections have one entry point, and do not name it. */
function connectionCases({ connections = [] }: File, routers: ReadonlyMap<string, Router>): readonly Case[] {
  const [only = ''] = [...routers.values()].flatMap(({ using, entryPoints }) => using ?? entryPoints ?? []);
  return connections
    .filter(({ refused }) => refused === undefined || refused === null)
    .map(({ entryPoint = only, tls, sni, alpn, clientIP, router }) => ({
      question: {
        kind: 'tcp',
        entryPoint,
        isTls: tls,
        serverName: sni ?? undefined,
        alpn: alpn ?? [],
        clientIp: clientIP ?? undefined,
      },
      router,
    }));
}

/** Files say which major version answered; its newest is meant, as in the recordings. */
function versionIn(about: string): string | undefined {
  const major = /Traefik v([23])\b/.exec(about)?.[1];
  return major === undefined ? undefined : { 2: '2.11.53', 3: '3.7.9' }[major];
}

function inventoryOf(
  protocol: 'http' | 'tcp',
  routers: ReadonlyMap<string, Router>,
  version: string | undefined,
): Inventory {
  const missing = { state: 'missing' } as const;
  const listed = { state: 'read', items: routers, unnamed: 0 } as const;
  const none = { routers: missing, services: missing, middlewares: missing };
  return {
    groups: { http: none, tcp: none, udp: none, [protocol]: { ...none, routers: listed } },
    entryPoints: missing,
    certificates: missing,
    ...(version !== undefined && { version: { number: version } }),
    readAt: 0,
  };
}

/** What is said of a case: the router as the access log would name it, null for none, or words where that is not certain. */
export function saidOf(inventory: Inventory, question: RouteQuestion): { readonly router: string | null } | string {
  const { outcome } = findRoute(inventory, question);
  switch (outcome.kind) {
    case 'winner':
      return { router: outcome.way.map(({ router }) => router.name).join(' -> ') };
    case 'none':
      // An access log names the router that took the request, although none of those nested in it did.
      return { router: outcome.deadEnd?.map(({ router }) => router.name).join(' -> ') ?? null };
    case 'tie':
      return `a tie of ${outcome.ways.map((way) => way.at(-1)?.router.name).join(' and ')}`;
    case 'refused':
      return `refused: ${outcome.why}`;
    case 'notCertain':
      return `not certain: ${outcome.why}`;
  }
}
