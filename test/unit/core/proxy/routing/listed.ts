import assert from 'node:assert/strict';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { findRoute } from '../../../../../src/core/proxy/routing/findRoute';
import type {
  HttpQuestion,
  RouteAnswer,
  RouteCandidate,
  RouteQuestion,
  RouterChain,
  TcpQuestion,
} from '../../../../../src/core/proxy/routing/routeAnswer';
import { type Api, given, type Raw } from '../model/given';

/** What a made-up proxy of some version lists; without a version it does not tell one. */
export async function listed(api: Api, version: string | undefined = '3.7.9'): Promise<Inventory> {
  return { ...(await given(api)), ...(version !== '' && { version: { number: version } }) };
}

/** A router on the entry point `web`, as the API lists it. */
export function router(name: string, rule: string, more: Omit<Raw, 'name'> = {}): Raw {
  return { name: `${name}@file`, rule, using: ['web'], entryPoints: ['web'], status: 'enabled', service: 's', ...more };
}

export function request(url: string, more: Partial<HttpQuestion> = {}): HttpQuestion {
  const [, scheme, host = '', target = ''] = /^(https?):\/\/([^/?]*)(.*)$/.exec(url) ?? assert.fail(url);
  return {
    kind: 'http',
    entryPoint: 'web',
    isTls: scheme === 'https',
    method: 'GET',
    host,
    target: target.startsWith('/') ? target : `/${target}`,
    headers: [],
    ...more,
  };
}

export function connection(more: Partial<TcpQuestion> = {}): TcpQuestion {
  return { kind: 'tcp', entryPoint: 'web', isTls: false, alpn: [], ...more };
}

const nameOf = ({ router: { name } }: RouteCandidate): string => name.replace(/@file$/, '');
const wayOf = (way: RouterChain): string => way.map(nameOf).join(' > ');

/** An outcome in a few words: `winner a`, `tie a, b`, `none`, `none behind a`, `400`, `not certain: a, b`. */
export function inWords({ outcome }: RouteAnswer): string {
  switch (outcome.kind) {
    case 'winner':
      return `winner ${wayOf(outcome.way)}`;
    case 'tie':
      return `tie ${outcome.ways.map(wayOf).join(', ')}`;
    case 'none':
      return outcome.deadEnd === undefined ? 'none' : `none behind ${wayOf(outcome.deadEnd)}`;
    case 'refused':
      return `${outcome.status}`;
    case 'notCertain':
      return `not certain: ${outcome.possible.map(wayOf).join(', ')}`;
  }
}

export function asked(inventory: Inventory, question: RouteQuestion): string {
  return inWords(findRoute(inventory, question));
}
