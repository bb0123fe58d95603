import { type CountingInputs, counted, filled, labelsFile, repeated, servicesFile, spelling } from '../input';

/** One label of the container `a`, of about that size: what repeats stands between `before` and `after`. */
function oneLabel(size: number, before: string, unit: string, after = '') {
  return labelsFile(size, (at) =>
    at === 0 ? `      - ${before}${repeated(unit, size * 0.95 - 90)}${after}\n` : ' '.repeat(size),
  );
}

/** Compose files: labels, what interpolates them, and services that extend each other. */
export const composeInputs: CountingInputs = {
  plainCompose: (size) => labelsFile(size, (at) => `      - traefik.http.routers.r${at}.rule=Host(\`a${at}.test\`)\n`),
  manyServices: (size) =>
    servicesFile(size, (at) => `  s${at}:\n    labels: [traefik.http.routers.r${at}.rule=Host(\`a\`)]\n`),
  longLabel: (size) => oneLabel(size, 'traefik.http.routers.r.rule=', 'Host(`a`)||', 'Host(`b`)'),
  /** The same label, with another value each time. */
  labelsTwice: (size) => labelsFile(size, (at) => `      - traefik.http.routers.r.rule=Host(\`a${at}\`)\n`),
  /** The same label in all ways to spell it. */
  labelSpellings: (size) =>
    labelsFile(
      size,
      (at) => `      - traefik.http.${spelling('routers', at)}.r${at}.${spelling('entrypoints', at)}=a\n`,
    ),
  /** Labels that begin alike for 300 characters. */
  labelPrefixes: (size) => labelsFile(size, (at) => `      - traefik.http.routers.${'r'.repeat(300)}${at}.rule=a\n`),
  /** Labels from the last to the first. */
  labelsBackwards: (size) => labelsFile(size, (at) => `      - traefik.http.routers.r${String(999_999 - at)}.rule=a\n`),
  /** Labels in an order in which no neighbors belong together. */
  labelsShuffled: (size) =>
    labelsFile(
      size,
      (at) =>
        `      - traefik.http.routers.r${(at * 7_919) % 99_991}.${['rule', 'priority', 'service', 'entrypoints'][at % 4]}=${at}\n`,
    ),
  deepLabels: (size) => labelsFile(size, (at) => `      - traefik.http.${'a.'.repeat(200)}b${at}=1\n`),
  /** A label of nothing but dots, and one of nothing but brackets. */
  dots: (size) => oneLabel(size, 'traefik.http', '.'),
  brackets: (size) => oneLabel(size, 'traefik.http.routers', '[0]'),
  indexLabels: (size) =>
    labelsFile(size, (at) => `      - traefik.http.services.s.loadbalancer.servers[${at}].url=http://a\n`),
  hugeIndex: (size) => labelsFile(size, (at) => `      - traefik.tls.stores.a[99999999${at}].x=1\n`),
  /** Indices with gaps, from the last to the first. */
  indicesBackwards: (size) =>
    labelsFile(size, (at) => `      - traefik.http.routers.r.tls.domains[${99_999 - at * 3}].main=a${at}\n`),
  entryPoints: (size) => oneLabel(size, 'traefik.http.routers.r.entrypoints=', 'a,'),
  /** Headers of one middleware. */
  headerLabels: (size) =>
    labelsFile(size, (at) => `      - traefik.http.middlewares.m.headers.customrequestheaders.X-${at}=v${at}\n`),
  /** Settings of a plugin. */
  pluginLabels: (size) =>
    labelsFile(size, (at) => `      - traefik.http.middlewares.m.plugin.p.a${at % 30}.b${at % 70}.c${at}=v\n`),
  /** Labels that nobody knows, near ones that exist. */
  unknownLabels: (size) =>
    labelsFile(size, (at) => `      - traefik.http.routers.r${at}.ruel=a\n      - traefik.htp.routers.r${at}.rule=a\n`),
  /** Labels without a value, without a name, and of others. */
  oddLabels: (size) =>
    labelsFile(
      size,
      (at) =>
        `      - traefik.http.routers.r${at}.rule\n      - =\n      - traefik.\n      - other.a${at}=1\n      - traefik.http.routers..rule=a\n`,
    ),
  /** Values with quotes and backslashes. */
  quotedLabels: (size) =>
    labelsFile(size, (at) => `      - 'traefik.http.routers.r${at}.priority=${'\\"'.repeat(200)}'\n`),
  nul: (size) => labelsFile(size, (at) => `      - traefik.a\0${at}=\uD800\n`),
  crlf: (size) => ({
    path: 'compose.yml',
    text: filled(size, (at) => `      - traefik.http.routers.r${at}.rule=Host(\`a${at}.test\`)\r\n`, {
      head: 'services:\r\n  a:\r\n    image: x\r\n    labels:\r\n      - traefik.enable=true\r\n',
    }),
  }),
  bom: (size) => ({
    path: 'compose.yml',
    text: `\uFEFF${labelsFile(size - 1, (at) => `      - traefik.http.routers.r${at}.rule=Host(\`a\`)\n`).text}`,
  }),
  /** Two names of routers, each with the services of one container, of which Traefik cannot choose. */
  ambiguous: (size) =>
    servicesFile(
      size,
      (at) =>
        at % 2
          ? `      traefik.http.routers.r${at}.rule: a\n`
          : `      traefik.http.services.a-service-with-a-name-${at}.loadbalancer.server.port: 80\n`,
      '  a:\n    labels:\n',
    ),
  noService: (size) =>
    servicesFile(
      size,
      (at) =>
        `  s${at}: {labels: {traefik.http.routers.r${at}.rule: a, traefik.http.services.u${at}.loadbalancer.server.port: 80, traefik.http.services.v${at}.loadbalancer.server.port: 80}}\n`,
    ),
  /** The same router in every container. */
  sameRouter: (size) => servicesFile(size, (at) => `  s${at}: {labels: {traefik.http.routers.r.rule: a${at}}}\n`),
  sameRouter2: (size) =>
    servicesFile(
      size,
      (at) =>
        `  s${at}: {labels: {traefik.http.routers.r.rule: a${at}, traefik.http.services.t.loadbalancer.server.port: 80}}\n`,
    ),
  /** The same service in every container, each time with another setting. */
  sameService: (size) =>
    servicesFile(
      size,
      (at) =>
        `  s${at}: {labels: {traefik.http.services.t.loadbalancer.server.port: ${at}, traefik.http.services.t.loadbalancer.passhostheader: x${at}}}\n`,
    ),
  /** The same middleware in every container, and routers that use it. */
  sameMiddleware: (size) =>
    servicesFile(
      size,
      (at) =>
        `  s${at}: {labels: {traefik.http.middlewares.m.stripprefix.prefixes: /a${at}, traefik.http.routers.r${at}.rule: a, traefik.http.routers.r${at}.middlewares: "m,m@docker,n${at}"}}\n`,
    ),
  ports: (size) =>
    servicesFile(
      size,
      (at) => `      - "${1_000 + (at % 50_000)}-${60_000}:1"\n`,
      '  a:\n    labels: [traefik.enable=true]\n    ports:\n',
    ),
  /** Ports in ways that nobody writes. */
  oddPorts: (size) =>
    servicesFile(
      size,
      (at) =>
        `      - {target: ${at}, published: "1-${at}", mode: host}\n      - "[::${at}]:1:${at}/udp"\n      - "\${A${at}:-80}:80"\n`,
      '  a:\n    labels: [traefik.enable=true]\n    ports:\n',
    ),
  extendsChain: (size) =>
    servicesFile(
      size,
      (at) => `  s${at + 1}: {extends: s${at}, labels: {traefik.x${at}: a}}\n`,
      '  s0: {labels: {traefik.enable: "true"}}\n',
    ),
  extendsBare: (size) =>
    servicesFile(size, (at) => `  s${at + 1}: {extends: s${at}}\n`, '  s0: {labels: {traefik.enable: "true"}}\n'),
  /** The chain from its end: each service extends one that stands below it. */
  extendsBackwards: (size) =>
    servicesFile(size, (at) => `  s${at}: {extends: {service: s${at + 1}}, labels: [traefik.x${at}=a]}\n`),
  /** All services in one circle, and such as extend themselves. */
  extendsCircle: (size) => {
    const most = Math.floor(size / 70);
    return servicesFile(
      size,
      (at) => `  s${at}: {extends: s${(at + 1) % most}, labels: {traefik.x${at}: a}}\n  t${at}: {extends: t${at}}\n`,
    );
  },
  /** All extend the same one, which has many labels. */
  extendsFanIn: (size) => ({
    path: 'compose.yml',
    text: filled(size, (at) => `  s${at}: {extends: base, labels: {traefik.y${at}: b}}\n`, {
      head: `services:\n  base:\n    labels:\n${filled(size * 0.4, (at) => `      traefik.x${at}: a\n`)}`,
    }),
  }),
  /** Each extends the one of half its number: a tree. */
  extendsTree: (size) =>
    servicesFile(
      size,
      (at) => `  s${at + 1}: {extends: s${(at + 1) >> 1}, labels: {traefik.x${at}: a}}\n`,
      '  s0: {labels: {traefik.enable: "true"}}\n',
    ),
  /** Chains that all end at the same service, each with as many links as there are. */
  extendsChains: (size) =>
    servicesFile(
      size,
      (at) => `  s${at}: {extends: ${at % 90 === 0 ? 'base' : `s${at - 1}`}, labels: {traefik.x${at}: a}}\n`,
      `  base: {labels: {${counted(100, (at) => `traefik.b${at}: a,`)}}}\n`,
    ),
  /** Labels for Docker and for Swarm, both extended. */
  extendsDeploy: (size) =>
    servicesFile(
      size,
      (at) =>
        `  s${at + 1}: {extends: s${at}, labels: {traefik.x${at}: a}, deploy: {labels: {traefik.y${at}: a, traefik.http.routers.r.rule: b}}}\n`,
      '  s0: {labels: {traefik.enable: "true"}, deploy: {labels: {traefik.enable: "true"}}}\n',
    ),
  /** Services of other files, and of none. */
  extendsElsewhere: (size) =>
    servicesFile(
      size,
      (at) =>
        `  s${at}: {extends: {file: ../f${at}.yml, service: s}, labels: {traefik.x: a}}\n  t${at}: {extends: nobody${at}}\n`,
    ),
  /** Labels for Docker and Swarm that are the same, so that everything is read twice. */
  bothProviders: (size) =>
    servicesFile(
      size,
      (at) => `  s${at}: {labels: &l${at} {traefik.http.routers.r${at}.rulee: a}, deploy: {labels: *l${at}}}\n`,
    ),
  /** Labels that come by merges from what stands above. */
  mergedLabels: (size) =>
    servicesFile(
      size,
      (at) => `  s${at}: {labels: {<<: *common, traefik.http.routers.r${at}.rule: a}}\n`,
      `  base: {labels: &common {${counted(30, (at) => `traefik.http.middlewares.m${at}.compress: a,`)}}}\n`,
    ),
  dollars: (size) => labelsFile(size, () => `      - traefik.a=\${X:-\${Y:-\${Z:-$$}}}\n`),
  openBraces: (size) => oneLabel(size, 'traefik.a=', '${A:-'),
  openBraces2: (size) => oneLabel(size, 'traefik.a=', `\${A} \${`),
  hash: (size) => oneLabel(size, 'traefik.http.middlewares.a.basicauth.users=', 'a:$2y$05$x,'),
  /** Nothing but dollars, and dollars before each sign. */
  dollarsOnly: (size) => oneLabel(size, 'traefik.http.routers.r.rule=', '$'),
  dollarSigns: (size) => oneLabel(size, 'traefik.http.routers.r.rule=', `$}$a$1\${}$.`),
  /** Defaults in defaults, closed, up to some depth. */
  closedBraces: (size) =>
    labelsFile(size, (at) => `      - traefik.http.routers.r${at}.rule=${'${A:-'.repeat(60)}a${'}'.repeat(60)}\n`),
  /** Names of variables, messages of their errors, and alternatives. */
  variables: (size) =>
    labelsFile(size, (at) => `      - traefik.\${A${at}}.r\${B:?no \${C}}=\${D+\${E-\${F}}}\${G:+$H}\n`),
  /** A name of so many variables. */
  variableNames: (size) => oneLabel(size, 'traefik.http.routers.', `\${A}`, '.rule=Host(`a`)'),
  /** Names of routers with something unknown in them, which may be each other. */
  unknownNames: (size) =>
    labelsFile(
      size,
      (at) =>
        `      - traefik.http.routers.\${A}-${at}.rule=a\n      - traefik.http.routers.r-${at}.service=\${B}-${at}\n`,
    ),
  /** Files that are for other tools, with many keys that nobody reads. */
  otherKeys: (size) =>
    servicesFile(
      size,
      (at) =>
        `  s${at}: {image: a, environment: {A${at}: b}, networks: [n${at}], depends_on: [s0], labels: [traefik.enable=true]}\n`,
    ),
  /** A long name of a container, which its routers and services take theirs from. */
  containerNameLong: (size) => ({
    path: 'compose.yml',
    text: `services:\n  ? ${'c'.repeat(size * 0.4)}\n  : labels:\n${filled(size * 0.55, (at) => `      - traefik.http.routers.r${at}.rule=a\n`)}`,
  }),
  /** A long name of a service, to which all routers of the container go. */
  serviceNameLong: (size) => ({
    path: 'compose.yml',
    text: `services:\n  a:\n    labels:\n      - traefik.http.services.${'s'.repeat(size * 0.4)}.loadbalancer.server.port=80\n${filled(size * 0.5, (at) => `      - traefik.http.routers.r${at}.rule=a\n`)}`,
  }),
  /** A long label that is there in every container through an anchor. */
  labelListShared: (size) =>
    servicesFile(
      size,
      (at) => `  s${at}: {labels: *l}\n`,
      `  base: {labels: &l [${counted(size / 400, (at) => `traefik.http.middlewares.m${at}.compress=a,`)}]}\n`,
    ),
};
