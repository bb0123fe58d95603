import { type CountingInputs, counted, dynamicFile, filled, spelling } from '../input';

const servers = '{loadBalancer: {servers: [{url: http://a}]}}';
const withMiddlewares = {
  head: `http:\n  routers:\n    r: {rule: Host(\`a\`), service: s, middlewares: [m0]}\n  services: {s: ${servers}}\n  middlewares:\n`,
};
const withServices = { head: 'http:\n  routers:\n    r: {rule: Host(`a`), service: s0}\n  services:\n' };

/** Files of the file provider in YAML: routers, services, middlewares, and what they name. */
export const dynamicInputs: CountingInputs = {
  plain: (size) => dynamicFile(size, (at) => `    r${at}:\n      rule: Host(\`a${at}.test\`)\n      service: s\n`),
  unknownKeys: (size) => dynamicFile(size, (at) => `    r${at}: {rulee: Host(\`a\`), servise: s}\n`),
  /** Another unknown key each time, far from all that are known. */
  unknownKeysMany: (size) => dynamicFile(size, (at) => `    r: {k${at}: a, rule: b}\n    s${at}: {k${at}e: 1}\n`),
  /** A section in all ways to spell it, each with one router. */
  sectionSpellings: (size) =>
    dynamicFile(size, (at) => `  ${spelling('routers', at)}: {r${at}: {rule: Host(\`a\`), service: s}}\n`, {
      head: 'http:\n',
    }),
  /** The roots in all ways to spell them. */
  rootSpellings: (size) =>
    dynamicFile(size, (at) => `${spelling('http', at)}: {routers: {r${at}: {rule: Host(\`a\`), service: s}}}\n`, {
      head: '',
    }),
  /** The fields of routers in all ways to spell them. */
  fieldSpellings: (size) =>
    dynamicFile(
      size,
      (at) =>
        `    r${at}:\n${counted(64, (one) => `      ${spelling('entrypoints', one + at * 64)}: [e${one}]\n      ${spelling('service', one + at)}: s\n`)}`,
    ),
  /** Names of routers in all ways to spell them. */
  nameSpellings: (size) =>
    dynamicFile(size, (at) => `    ${spelling('a-long-name-of-a-router', at)}: {rule: a, service: s}\n`),
  serviceChain: (size) =>
    dynamicFile(size, (at) => `    s${at}: {weighted: {services: [{name: s${at + 1}}]}}\n`, withServices),
  /** Each of two services of the next level: paths of which there are twice as many at each. */
  serviceDiamond: (size) =>
    dynamicFile(
      size,
      (at) => `    s${at}: {weighted: {services: [{name: s${at + 1}}, {name: s${at + 2}}]}}\n`,
      withServices,
    ),
  /** All services in one circle. */
  serviceCircle: (size) => {
    const most = Math.floor(size / 60);
    return dynamicFile(
      size,
      (at) => `    s${at}: {weighted: {services: [{name: s${(at + 1) % most}}]}}\n`,
      withServices,
    );
  },
  /** A service of thousands, each of which names it. */
  serviceStar: (size) =>
    dynamicFile(size, (at) => `    s${at + 1}: {mirroring: {service: s0, mirrors: [{name: s0}, {name: s${at}}]}}\n`, {
      head: `${withServices.head}    s0: {weighted: {services: [${counted(size / 60, (at) => `{name: s${at + 1}},`)}]}}\n`,
    }),
  failovers: (size) =>
    dynamicFile(size, (at) => `    s${at}: {failover: {service: s${at + 1}, fallback: s${at * 2}}}\n`, withServices),
  /** One service with many servers. */
  serversMany: (size) =>
    dynamicFile(size, (at) => `          - {url: "http://a${at}:80"}\n`, {
      head: 'http:\n  services:\n    s:\n      loadBalancer:\n        servers:\n',
    }),
  middlewareChain: (size) =>
    dynamicFile(size, (at) => `    m${at}: {chain: {middlewares: [m${at + 1}]}}\n`, withMiddlewares),
  diamond: (size) =>
    dynamicFile(
      size,
      (at) => `    m${at}: {chain: {middlewares: [m${at + 1}, m${at + 1}, m${at + 2}]}}\n`,
      withMiddlewares,
    ),
  /** Chains that all routers begin, and that end in a circle. */
  middlewareCircle: (size) =>
    dynamicFile(size, (at) => `    m${at}: {chain: {middlewares: [m${at + 1}, m0]}}\n`, withMiddlewares),
  /** Half of it routers, half a chain that each of them names. */
  middlewareUsers: (size) => ({
    path: 'dynamic.yml',
    text: `http:\n  middlewares:\n${filled(size / 2, (at) => `    m${at}: {chain: {middlewares: [m${at + 1}]}}\n`)}  routers:\n${filled(size / 2 - 40, (at) => `    r${at}: {rule: a, service: s, middlewares: [m${at}, m0]}\n`)}`,
  }),
  /** One chain of all middlewares, and one router with all of them. */
  middlewareList: (size) =>
    dynamicFile(size, (at) => `m${at},`, {
      head: 'http:\n  middlewares:\n    c: {chain: {middlewares: [a, b]}}\n  routers:\n    r: {rule: a, service: s, middlewares: [',
      tail: ']}\n',
    }),
  /** The headers of one middleware. */
  headersMany: (size) =>
    dynamicFile(size, (at) => `          X-${at}: "a${at}"\n`, {
      head: 'http:\n  middlewares:\n    m:\n      headers:\n        customRequestHeaders:\n',
    }),
  /** A middleware with all types at once, again and again. */
  middlewareTypes: (size) =>
    dynamicFile(
      size,
      (at) => `    m${at}: {chain: {}, headers: {}, retry: {attempts: a}, stripPrefix: {prefixes: x}, compress: 1}\n`,
      withMiddlewares,
    ),
  parents: (size) => dynamicFile(size, (at) => `    r${at}: {rule: Host(\`a\`), parentRefs: [r${at + 1}]}\n`),
  /** Each router has all the first ones as its parents. */
  parentsMany: (size) =>
    dynamicFile(size, (at) => `    r${at}: {rule: Host(\`a\`), parentRefs: [${counted(100, (one) => `r${one},`)}]}\n`),
  manyRefs: (size) =>
    dynamicFile(size, (at) => `    r${at}: {rule: Host(\`a\`), service: sx${at}, middlewares: [mq${at}]}\n`),
  /** 199 long names, and thousands that are almost one of them. */
  typos: (size) =>
    dynamicFile(
      size,
      (at) => `    r${at}: {rule: Host(\`a\`), service: servce-number-${at}-with-a-longer-name-to-compare-with}\n`,
      {
        head: `http:\n  services:\n${counted(199, (at) => `    service-number-${at}-with-a-longer-name-to-compare-with-x: ${servers}\n`)}  routers:\n`,
      },
    ),
  /** As many names as there are that are almost one of them. */
  typosBoth: (size) => ({
    path: 'dynamic.yml',
    text: `http:\n  services:\n${filled(size / 2, (at) => `    service-number-${at}-x: ${servers}\n`)}  routers:\n${filled(size / 2 - 40, (at) => `    r${at}: {rule: Host(\`a\`), service: servce-nmber-${at}-x}\n`)}`,
  }),
  /** Names that end with the provider's, or with several of them. */
  providersNamed: (size) =>
    dynamicFile(
      size,
      (at) => `    r${at}: {rule: a, service: s@file@docker@${at}, middlewares: [m@, "@", m${at}@file]}\n`,
    ),
  /** Entry points of one router. */
  entryPointsLong: (size) =>
    dynamicFile(size, (at) => `e${at},`, {
      head: 'http:\n  routers:\n    r: {rule: a, service: s, entryPoints: [',
      tail: ']}\n',
    }),
  /** Options with many cipher suites, and routers that use them. */
  tlsOptions: (size) => ({
    path: 'dynamic.yml',
    text: `tls:\n  options:\n    o:\n      cipherSuites: [${filled(size * 0.4, (at) => `TLS_${at},`)}]\nhttp:\n  routers:\n${filled(size * 0.55, (at) => `    r${at}: {rule: Host(\`a\`), service: s, tls: {options: o}}\n`)}`,
  }),
  /** Certificates, and hosts with domains. */
  certificates: (size) =>
    dynamicFile(size, (at) => `    - {certFile: /a${at}.crt, keyFile: /a.key, stores: [s${at}]}\n`, {
      head: 'tls:\n  certificates:\n',
    }),
  domains: (size) =>
    dynamicFile(size, (at) => `          - {main: a${at}.test, sans: [b${at}.test, "*.c"]}\n`, {
      head: 'http:\n  routers:\n    r:\n      rule: a\n      service: s\n      tls:\n        domains:\n',
    }),
  /** Routers of TCP and UDP, whose options are others. */
  otherProtocols: (size) =>
    dynamicFile(
      size,
      (at) => `    r${at}: {rule: HostSNI(\`a${at}\`), service: s${at}, middlewares: [m], tls: {passthrough: x}}\n`,
      {
        head: 'udp: {routers: {u: {service: x}}}\ntcp:\n  routers:\n',
      },
    ),
  /** Serverstransports and plugins. */
  plugins: (size) =>
    dynamicFile(size, (at) => `    m${at}: {plugin: {p${at}: {a: [{b: c}], d: ${at}}}}\n`, withMiddlewares),
  /** A plugin whose settings are all of it. */
  pluginLong: (size) =>
    dynamicFile(size, (at) => `          k${at}: {a: [b, ${at}]}\n`, {
      head: 'http:\n  middlewares:\n    m:\n      plugin:\n        p:\n',
    }),
  /** Wrong types wherever they can be wrong. */
  wrongTypes: (size) =>
    dynamicFile(
      size,
      (at) => `    r${at}: {rule: [a], service: {b: c}, priority: x, entryPoints: 1, tls: 5, middlewares: {}}\n`,
    ),
  /** Wrong values that are long, of which messages quote something. */
  wrongLong: (size) =>
    dynamicFile(
      size,
      (at) => `    r${at}: {priority: "${'\\"\\\\'.repeat(300)}${at}", ruleSyntax: ${'v'.repeat(900)}}\n`,
    ),
  /** Addresses of servers that are wrong in many ways. */
  wrongServers: (size) =>
    dynamicFile(
      size,
      (at) =>
        `    s${at}: {loadBalancer: {servers: [{url: "http://a b:${at}x/%zz"}, {url: ":${at}"}], strategy: x, sticky: {cookie: 1}}}\n`,
      withServices,
    ),
};
