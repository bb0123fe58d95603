/**
 * Rules that are made together with what they mean, for property tests: random expressions whose leaves are plain string operations on the parts of a
 * request, as Traefik's documentation describes its matchers. Nothing here reads a rule, and nothing is shared with the code under test.
 *
 * @see https://doc.traefik.io/traefik/v3.6/reference/routing-configuration/http/router/rules-and-priority/
 */

/** Whether a rule takes a request; undefined where that depends on the client address, and that is not told. */
export type Meaning = boolean | undefined;

/** The parts of a request, from which both the question and the meanings are made. */
export interface Parts {
  readonly method: string;
  /** As sent, without port. */
  readonly host: string;
  /** As sent, and as rules see it. */
  readonly path: readonly [sent: string, seen: string];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly client: string | undefined;
  readonly alpn: readonly string[];
}

/** A rule as text, and what it means. */
export interface Meant {
  readonly text: string;
  takes(parts: Parts): Meaning;
}

/** How a generator chooses. */
export interface Choice {
  /** From 0 to this. */
  upTo(most: number): number;
  oneOf<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

export function choiceOf(random: () => number): Choice {
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  return {
    upTo,
    oneOf: <T>(list: readonly T[]): T => list[upTo(list.length - 1)] as T,
    chance: (share) => random() < share,
  };
}

export type Dialect = 'http v3' | 'http v2' | 'tcp v3' | 'tcp v2';

const hostNames = ['a.test', 'b.test', 'api.a.test', 'www.b.test', 'localhost', '10.0.0.1'];
const methodNames = ['GET', 'POST', 'get', 'PURGE'];
const pathSegments: readonly (readonly [sent: string, seen: string])[] = [
  ['api', 'api'],
  ['v1', 'v1'],
  ['42', '42'],
  ['a%20b', 'a b'],
  ['%C3%A4', 'ä'],
];
const headerNames = ['X-Beta', 'x-beta', 'Accept', 'X-Trace-Id'];
const names = ['q', 'page', 'Q'];
const headerValues = ['1', 'yes', 'yes-and-no', ''];
const clientAddresses = ['10.0.0.1', '10.0.7.1', '10.9.9.9', '192.168.1.1'];
const protocolNames = ['h2', 'http/1.1', 'mqtt'];

export function randomParts({ upTo, oneOf, chance }: Choice): Parts {
  const some = <T>(most: number, make: () => T): readonly T[] => Array.from({ length: upTo(most) }, make);
  const segments = some(3, () => oneOf(pathSegments));
  const end = segments.length > 0 && chance(0.3) ? '/' : '';
  const join = (at: 0 | 1): string => `/${segments.map((segment) => segment[at]).join('/')}${end}`;
  const host = oneOf(hostNames);
  return {
    method: oneOf(methodNames),
    host: `${chance(0.2) ? host.toUpperCase() : host}${chance(0.1) ? '.' : ''}`,
    path: [join(0), join(1)],
    query: some(3, () => [oneOf(names), oneOf(headerValues)]),
    headers: some(3, () => [oneOf(headerNames), oneOf(headerValues)]),
    client: chance(0.3) ? undefined : oneOf(clientAddresses),
    alpn: some(2, () => oneOf(protocolNames)),
  };
}

/** All that `client` may be: the addresses that rules tell apart. */
export const clients: readonly string[] = clientAddresses;

/** The request as it is asked about. */
export function targetOf({ path, query }: Parts): string {
  const pairs = query.map(([name, value]) => (value === '' ? name : `${name}=${value}`));
  return `${path[0]}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

interface Leaf {
  readonly name: string;
  readonly values: readonly string[];
  takes(parts: Parts): Meaning;
}

/** Names are compared without letter case, and without the dot that may end them. */
const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, '');
const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function isFrom(client: string | undefined, blocks: readonly string[]): Meaning {
  if (client === undefined) return undefined;
  return blocks.some((block) => {
    const [address = '', bits] = block.split('/');
    // All clients here have addresses of IPv4, which no block of IPv6 holds.
    if (address.includes(':')) return false;
    if (bits === undefined) return client === address;
    const bytes = Number(bits) / 8;
    return client.split('.').slice(0, bytes).join() === address.split('.').slice(0, bytes).join();
  });
}

/** A matcher of v3 takes one value; those of v2 take several, of which one is enough. */
const leaves: Readonly<Record<Dialect, readonly ((choice: Choice) => Leaf)[]>> = {
  'http v3': [
    ({ oneOf }) => {
      const host = oneOf([...hostNames, 'A.Test', 'b.test.']);
      return { name: 'Host', values: [host], takes: (parts) => plainHost(parts.host) === plainHost(host) };
    },
    ({ oneOf }) => {
      const domain = oneOf(['test', 'a.test', 'b.test']);
      return {
        name: 'Host',
        values: [`*.${domain}`],
        takes: ({ host }) => {
          const labels = plainHost(host).split('.');
          return labels.slice(1).join('.') === domain;
        },
      };
    },
    () => ({ name: 'Host', values: ['*'], takes: () => true }),
    ({ oneOf }) => {
      const label = oneOf(['a', 'api', 'www']);
      return {
        name: 'HostRegexp',
        values: [`^${label}\\..+$`],
        takes: ({ host }) => host.toLowerCase().startsWith(`${label}.`),
      };
    },
    ({ oneOf }) => {
      const path = oneOf(['/', '/api', '/api/', '/api/v1', '/a b', '/ä', '/a%20b', '/API']);
      return { name: 'Path', values: [path], takes: (parts) => parts.path[1] === path };
    },
    ({ oneOf }) => {
      const path = oneOf(['/', '/a', '/api', '/api/', '/api/v1', '/ä/', '/A']);
      return { name: 'PathPrefix', values: [path], takes: (parts) => parts.path[1].startsWith(path) };
    },
    ({ oneOf }) => {
      const [start, digits] = oneOf([
        ['/', '42'],
        ['/api/', '42'],
      ] as const);
      return {
        name: 'PathRegexp',
        values: [`^${start}[0-9]+$`],
        takes: (parts) => parts.path[1] === `${start}${digits}`,
      };
    },
    ({ oneOf }) => {
      const method = oneOf(methodNames);
      return { name: 'Method', values: [method], takes: (parts) => parts.method === method.toUpperCase() };
    },
    ({ oneOf }) => {
      const [name, value] = [oneOf(headerNames), oneOf(headerValues.filter((one) => one !== ''))];
      return {
        name: 'Header',
        values: [name, value],
        takes: ({ headers }) => headers.some(([own, held]) => isSameName(own, name) && held === value),
      };
    },
    ({ oneOf }) => {
      const name = oneOf(headerNames);
      return {
        name: 'HeaderRegexp',
        values: [name, '^yes'],
        takes: ({ headers }) => headers.some(([own, held]) => isSameName(own, name) && held.startsWith('yes')),
      };
    },
    ({ oneOf, chance }) => {
      const [name, value] = [oneOf(names), chance(0.3) ? '' : oneOf(headerValues)];
      return {
        name: 'Query',
        values: value === '' ? [name] : [name, value],
        takes: ({ query }) => query.some(([own, held]) => own === name && held === value),
      };
    },
    ({ oneOf }) => {
      const name = oneOf(names);
      return {
        name: 'QueryRegexp',
        values: [name, 'no$'],
        takes: ({ query }) => query.some(([own, held]) => own === name && held.endsWith('no')),
      };
    },
    ({ oneOf }) => {
      const block = oneOf(['10.0.0.1', '10.0.0.0/8', '10.0.0.0/16', '192.168.1.0/24', '::1', '2001:db8::/32']);
      return { name: 'ClientIP', values: [block], takes: ({ client }) => isFrom(client, [block]) };
    },
  ],
  'http v2': [
    ({ oneOf, upTo }) => {
      const hosts = Array.from({ length: 1 + upTo(2) }, () => oneOf([...hostNames, 'A.Test', 'b.test.']));
      return {
        name: oneOf(['Host', 'HostHeader']),
        values: hosts,
        takes: (parts) => hosts.some((host) => plainHost(parts.host) === plainHost(host)),
      };
    },
    ({ oneOf }) => {
      const domain = oneOf(['test', 'a.test']);
      return {
        name: 'HostRegexp',
        values: [`{sub:[a-z]+}.${domain}`, 'localhost'],
        takes: ({ host }) => {
          const [label = '', ...rest] = host.toLowerCase().split('.');
          return (/^[a-z]+$/.test(label) && rest.join('.') === domain) || host.toLowerCase() === 'localhost';
        },
      };
    },
    ({ oneOf, upTo }) => {
      const paths = Array.from({ length: 1 + upTo(2) }, () => oneOf(['/', '/api', '/api/', '/api/v1', '/a b', '/ä']));
      return { name: 'Path', values: paths, takes: (parts) => paths.includes(parts.path[1]) };
    },
    ({ oneOf, upTo }) => {
      const paths = Array.from({ length: 1 + upTo(2) }, () => oneOf(['/a', '/api', '/api/v', '/ä/']));
      return {
        name: 'PathPrefix',
        values: paths,
        takes: (parts) => paths.some((path) => parts.path[1].startsWith(path)),
      };
    },
    () => ({
      name: 'Path',
      values: ['/{version}/{id:[0-9]+}'],
      takes: (parts) => {
        const segments = parts.path[1].split('/').slice(1);
        return segments.length === 2 && segments[0] !== '' && segments[1] === '42';
      },
    }),
    () => ({
      name: 'PathPrefix',
      values: ['/{first}/v1'],
      takes: (parts) => {
        const [first = '', second = ''] = parts.path[1].split('/').slice(1);
        return first !== '' && second.startsWith('v1');
      },
    }),
    ({ oneOf, upTo }) => {
      const methods = Array.from({ length: 1 + upTo(1) }, () => oneOf(methodNames));
      return {
        name: 'Method',
        values: methods,
        takes: (parts) => methods.some((method) => method.toUpperCase() === parts.method),
      };
    },
    ({ oneOf, chance }) => {
      const pairs = [['X-Beta', oneOf(['1', 'yes'])] as const, ...(chance(0.3) ? [['accept', 'yes'] as const] : [])];
      return {
        name: 'Headers',
        values: pairs.flat(),
        takes: ({ headers }) =>
          pairs.every(([name, value]) => headers.some(([own, held]) => isSameName(own, name) && held === value)),
      };
    },
    ({ oneOf }) => {
      const name = oneOf(headerNames);
      return {
        name: 'HeadersRegexp',
        values: [name, '^yes'],
        takes: ({ headers }) => headers.some(([own, held]) => isSameName(own, name) && held.startsWith('yes')),
      };
    },
    ({ oneOf }) => {
      const [name, value] = [oneOf(names), oneOf(['1', 'yes'])];
      return {
        name: 'Query',
        values: [`${name}=${value}`],
        // Only the first of several counts.
        takes: ({ query }) => query.find(([own]) => own === name)?.[1] === value,
      };
    },
    ({ oneOf, upTo }) => {
      const blocks = Array.from({ length: 1 + upTo(1) }, () => oneOf(['10.0.0.1', '10.0.0.0/16', '192.168.1.0/24']));
      return { name: 'ClientIP', values: blocks, takes: ({ client }) => isFrom(client, blocks) };
    },
  ],
  'tcp v3': [
    ({ oneOf }) => {
      const host = oneOf([...hostNames, 'A.Test', 'b.test.']);
      return { name: 'HostSNI', values: [host], takes: (parts) => serverName(parts) === plainHost(host) };
    },
    () => ({ name: 'HostSNI', values: ['*'], takes: () => true }),
    ({ oneOf }) => {
      const domain = oneOf(['test', 'a.test']);
      return {
        name: 'HostSNI',
        values: [`*.${domain}`],
        takes: (parts) => serverName(parts).split('.').slice(1).join('.') === domain,
      };
    },
    ({ oneOf }) => {
      const end = oneOf(['test', 'a.test', 'host']);
      return {
        name: 'HostSNIRegexp',
        values: [`${end.replaceAll('.', '\\.')}$`],
        takes: (parts) => serverName(parts).endsWith(end),
      };
    },
    ({ oneOf }) => {
      const protocol = oneOf(protocolNames);
      return { name: 'ALPN', values: [protocol], takes: ({ alpn }) => alpn.includes(protocol) };
    },
    ({ oneOf }) => {
      const block = oneOf(['10.0.0.1', '10.0.0.0/8', '10.0.0.0/16', '::/0']);
      return { name: 'ClientIP', values: [block], takes: ({ client }) => isFrom(client, [block]) };
    },
  ],
  'tcp v2': [
    ({ oneOf, upTo }) => {
      const hosts = Array.from({ length: 1 + upTo(2) }, () => oneOf([...hostNames, 'A.Test', 'b.test.', '*']));
      return {
        name: 'HostSNI',
        values: hosts,
        // Without a name to compare, only a star that comes first counts (hostSNIV2 in pkg/muxer/tcp/matcher_v2.go).
        takes: (parts) =>
          hosts[0] === '*' ||
          (serverName(parts) !== '' && hosts.some((host) => host === '*' || serverName(parts) === plainHost(host))),
      };
    },
    ({ oneOf }) => {
      const domain = oneOf(['test', 'a.test']);
      return {
        name: 'HostSNIRegexp',
        values: [`{sub:[a-z]+}.${domain}`],
        takes: (parts) => {
          const [label = '', ...rest] = serverName(parts).split('.');
          return /^[a-z]+$/.test(label) && rest.join('.') === domain;
        },
      };
    },
    ({ oneOf, upTo }) => {
      const protocols = Array.from({ length: 1 + upTo(1) }, () => oneOf(protocolNames));
      return {
        name: 'ALPN',
        values: protocols,
        takes: ({ alpn }) => protocols.some((protocol) => alpn.includes(protocol)),
      };
    },
    ({ oneOf, upTo }) => {
      const blocks = Array.from({ length: 1 + upTo(1) }, () => oneOf(['10.0.0.1', '10.0.0.0/16']));
      return { name: 'ClientIP', values: blocks, takes: ({ client }) => isFrom(client, blocks) };
    },
  ],
};

/** A ClientHello has no dot at its name's end. */
export function serverName({ host }: Parts): string {
  return plainHost(host);
}

type Tree =
  | { readonly kind: 'leaf'; readonly leaf: Leaf }
  | { readonly kind: 'not'; readonly part: Tree }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Tree[] };

/** A random rule of up to this many levels. */
export function randomRule(dialect: Dialect, choice: Choice, depth: number): Meant {
  const tree = randomTree(dialect, choice, depth);
  return { text: printed(tree, choice), takes: (parts) => meaning(tree, parts) };
}

function randomTree(dialect: Dialect, choice: Choice, depth: number): Tree {
  const { upTo, oneOf, chance } = choice;
  if (depth === 0 || chance(0.25)) return { kind: 'leaf', leaf: oneOf(leaves[dialect])(choice) };
  if (chance(0.2)) return { kind: 'not', part: randomTree(dialect, choice, depth - 1) };
  const parts = Array.from({ length: 2 + upTo(1) }, () => randomTree(dialect, choice, depth - 1));
  return { kind: oneOf(['and', 'or']), parts };
}

function meaning(tree: Tree, parts: Parts): Meaning {
  if (tree.kind === 'leaf') return tree.leaf.takes(parts);
  if (tree.kind === 'not') {
    const part = meaning(tree.part, parts);
    return part === undefined ? undefined : !part;
  }
  const meanings = tree.parts.map((part) => meaning(part, parts));
  const deciding = tree.kind === 'or';
  if (meanings.includes(deciding)) return deciding;
  return meanings.includes(undefined) ? undefined : !deciding;
}

/** As some person may write it: with brackets where they are needed and where not, and spaces, quotes and letter case at random. */
function printed(tree: Tree, choice: Choice): string {
  const { oneOf, chance } = choice;
  const gap = (): string => oneOf(['', '', ' ', ' ', '  ', '\t']);
  const breakable = (): string => oneOf(['', ' ', ' ', '\n', ' \n  ', ' /* || */ ', ' // &&\n']);
  const bracketed = (text: string): string => `(${breakable()}${text}${gap()})`;
  const quoted = (text: string): string => (chance(0.3) ? JSON.stringify(text) : `\`${text}\``);
  const spelled = (name: string): string => {
    const small = name.toLowerCase();
    return oneOf([name, name, name, small, name.toUpperCase(), `${name.charAt(0)}${small.slice(1)}`]);
  };
  const print = (node: Tree): string => {
    switch (node.kind) {
      case 'leaf': {
        const values = node.leaf.values.map(quoted).join(`${gap()},${breakable()}`);
        return `${spelled(node.leaf.name)}${gap()}(${breakable()}${values}${gap()})`;
      }
      case 'not':
        return `!${gap()}${needsNone(node.part, 'not') ? print(node.part) : bracketed(print(node.part))}`;
      default:
        return node.parts
          .map((part) => (needsNone(part, node.kind) && chance(0.8) ? print(part) : bracketed(print(part))))
          .join(`${gap()}${node.kind === 'and' ? '&&' : '||'}${breakable()}`);
    }
  };
  const needsNone = (part: Tree, above: Tree['kind']): boolean =>
    part.kind === 'leaf' || part.kind === 'not' || (part.kind === 'and' && above === 'or');
  return `${gap()}${print(tree)}${oneOf(['', '', '', ' ', '\n', ' // end'])}`;
}
