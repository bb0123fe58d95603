import type { Api, Raw } from './given';

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A list in another order. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

/**
 * A small API in which anything may name anything of the kind it takes: circles, itself, the same twice, what is not
 * listed, with and without provider, in all protocols.
 *
 * @param isCircular whether a service may lead to itself
 */
export function randomApi(random: () => number, isCircular = true): Api {
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length - 1)] as T;
  const names = (letter: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `${letter}${index}@${oneOf(['file', 'docker', 'x@y'])}`);
  /** A name as a person may write it: maybe without provider, maybe of nothing. */
  const written = (from: readonly string[]): string => {
    if (from.length === 0 || random() < 0.05) return oneOf(['nobody', 'nobody@file', 'S0@file', '']);
    const name = oneOf(from);
    return random() < 0.7 ? name : (name.split('@')[0] ?? name);
  };
  const some = (from: readonly string[], most: number): readonly string[] | undefined =>
    random() < 0.3 ? undefined : Array.from({ length: upTo(most) }, () => written(from));

  const balancer = (name: string): Raw => {
    const servers = Array.from({ length: upTo(3) }, (_, index) => ({ url: `http://${name}-${index}` }));
    return {
      name,
      loadBalancer: { servers, healthCheck: random() < 0.8 ? {} : undefined },
      serverStatus: Object.fromEntries(
        servers.filter(() => random() < 0.9).map(({ url }) => [url, oneOf(['UP', 'UP', 'UP', 'DOWN', 'DOWN', 'odd'])]),
      ),
    };
  };
  const service = (name: string, all: readonly string[], middlewares: readonly string[]): Raw => {
    const from = isCircular ? all : all.slice(0, all.indexOf(name));
    const children = (): readonly object[] =>
      Array.from({ length: upTo(3) }, () => ({ name: written(from), weight: oneOf([undefined, 1, 1, 5, 0, -1]) }));
    const own = random() < 0.2 ? { middlewares: some(middlewares, 2) } : {};
    switch (upTo(9)) {
      case 0:
        return { name, ...own, weighted: { services: children() } };
      case 1:
        return { name, ...own, highestRandomWeight: { services: children() } };
      case 2:
        return { name, ...own, mirroring: { service: written(from), mirrors: children() } };
      case 3:
      case 4:
        return { name, ...own, failover: { service: written(from), fallback: written(from) } };
      case 5:
        return { name };
      default:
        return { ...balancer(name), ...own };
    }
  };
  const middleware = (name: string, all: readonly string[], services: readonly string[]): Raw => {
    switch (upTo(3)) {
      case 0:
        return { name, type: 'chain', chain: { middlewares: some(all, 3) } };
      case 1:
        return { name, type: 'errors', errors: { service: written(services) } };
      default:
        return { name, type: 'addprefix', addPrefix: { prefix: '/' } };
    }
  };
  const listings = (
    letter: string,
  ): { routers: readonly Raw[]; services: readonly Raw[]; middlewares: readonly Raw[] } => {
    const [routers, services, middlewares] = [
      names(`${letter}r`, upTo(6)),
      names(`${letter}s`, upTo(8)),
      names(`${letter}m`, upTo(5)),
    ];
    return {
      routers: routers.map((name, index) => ({
        name,
        status: oneOf(['enabled', 'warning', 'disabled']),
        service: random() < 0.8 ? written(services) : undefined,
        middlewares: some(middlewares, 3),
        parentRefs: random() < 0.3 ? some(isCircular ? routers : routers.slice(0, index), 2) : undefined,
        using: some(['web', 'websecure'], 2),
      })),
      services: services.map((name) => service(name, services, middlewares)),
      middlewares: middlewares.map((name) => middleware(name, middlewares, services)),
    };
  };
  const [http, tcp, udp] = [listings('h'), listings('t'), listings('u')];
  return {
    http,
    tcp,
    udp: { routers: udp.routers, services: udp.services },
    entryPoints: ['web', 'websecure'].map((name) => ({
      name,
      http: {
        middlewares: some(
          http.middlewares.map((each) => each.name),
          2,
        ),
      },
    })),
  };
}
