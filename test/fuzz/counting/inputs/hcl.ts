import { type CountingInputs, filled, repeated } from '../input';

const job = 'job "x" { group "g" { service { tags = ["traefik.enable=true"] } } }\n';

function hcl(size: number, line: (at: number) => string, ends: { head?: string; tail?: string } = {}) {
  return { path: 'job.nomad', text: filled(size, line, { head: job, ...ends }) };
}

const inTags = (head = '') => ({ head: `job "x" { group "g" { service { name="a" tags = [${head}`, tail: ']}}}' });

/** Jobs of Nomad, and services of Consul. */
export const hclInputs: CountingInputs = {
  hclHeredoc: (size) => hcl(size, () => '<<a'),
  hclBlank: (size) => hcl(size, () => ' \n'),
  hclComments: (size) => hcl(size, () => '#\n'),
  hclString: (size) =>
    hcl(size, () => '${{', { head: 'job "x" { group "g" { service { name="a" tags = ["traefik.enable=true","' }),
  hclTags: (size) => hcl(size, () => '"traefik.http.routers.r.rule=Host(`a`)",', inTags()),
  hclCloses: (size) => hcl(size, () => '{'),
  hclService: (size) => hcl(size, () => 'service "', { head: 'job "x" { group "g" { tags = 1 \n traefik ' }),
  /** Tags that count up. */
  hclTagsMany: (size) => hcl(size, (at) => `"traefik.http.routers.r${at}.rule=Host(\`a${at}\`)",\n`, inTags()),
  /** Services, each with a few tags. */
  hclServices: (size) =>
    hcl(
      size,
      (at) =>
        `service {\n name = "s${at}"\n tags = ["traefik.http.routers.r${at}.rule=Host(\`a\`)", "traefik.http.routers.r.rulee=b"]\n}\n`,
      {
        head: 'job "x" { group "g" {\n',
        tail: '}}\n',
      },
    ),
  /** Heredocs that end, and such as have no end. */
  hclHeredocs: (size) => hcl(size, (at) => `a${at} = <<E${at}\n  text ${at}\n  E${at}\n`),
  hclHeredocsOpen: (size) => hcl(size, (at) => `a${at} = <<-E${at}\n  text ${at}\n`),
  /** A mark that many lines begin like. */
  hclHeredocAlmost: (size) => hcl(size, (at) => `${' '.repeat(50)}EOT${at}\n`, { head: `${job}a = <<EOT\n` }),
  /** The mark is at the end of a line without a break. */
  hclHeredocMarks: (size) => hcl(size, () => `<<${'a'.repeat(98)}\n`),
  /** Blocks in blocks. */
  hclBlocks: (size) =>
    hcl(size, (at) => `b${at} "l" {\n`, { head: `${job}service {\n tags = ["traefik.enable=true"]\n` }),
  hclBlocksClosed: (size) => hcl(size, (at) => `b${at} { service { c { tags = ["traefik.x${at}=a"] } } }\n`),
  /** Lists in lists. */
  hclLists: (size) => hcl(size, () => '[', inTags()),
  hclListsClosed: (size) => hcl(size, (at) => `["traefik.x${at}=a"],`, inTags()),
  /** Texts that are put together. */
  hclConcat: (size) => hcl(size, (at) => `concat(["traefik.x${at}=a"], var.a),`, inTags()),
  /** Expressions in texts, closed and in each other. */
  hclExpressions: (size) => hcl(size, (at) => `"traefik.http.routers.\${a}${at}.rule=\${"\${b}"}",`, inTags()),
  hclExpressionsDeep: (size) => hcl(size, (at) => `"traefik.x${at}=${'${'.repeat(60)}a${'}'.repeat(60)}",`, inTags()),
  /** Escapes and quotes. */
  hclEscapes: (size) => hcl(size, (at) => `"traefik.http.routers.r${at}.priority=${'\\"\\\\'.repeat(100)}",`, inTags()),
  /** Comments of both other kinds. */
  hclSlashes: (size) => hcl(size, (at) => `// a ${at}\n/* b */`),
  hclBlockComments: (size) => hcl(size, () => '/* a\n'),
  /** One name of so many letters, and one text. */
  hclName: (size) => hcl(size, () => 'a'),
  hclText: (size) => hcl(size, () => 'a', inTags('"traefik.http.routers.r.rule=')),
  /** The same tag in a thousand services. */
  hclSame: (size) =>
    hcl(
      size,
      (at) =>
        `service { name = "s${at}" tags = ["traefik.http.routers.r.rule=a${at}", "traefik.http.services.t.loadbalancer.server.port=1"] }\n`,
      {
        head: 'group "g" {\n',
      },
    ),
  /** Services that say where they are registered, each differently. */
  hclProviders: (size) =>
    hcl(
      size,
      (at) =>
        `service { provider = "${at % 2 ? 'nomad' : 'consul'}" name = "s${at}" port = "p${at}" tags = ["traefik.enable=true"] }\n`,
    ),
  /** Blocks of which each begins another service before it has ended. */
  hclServicesOpen: (size) => hcl(size, (at) => `service { name = "s${at}" tags = ["traefik.x${at}=a",\n`),
  /** Words that are almost a service. */
  hclAlmost: (size) => hcl(size, () => `service ${'a '.repeat(90)}\n`, { head: 'tags = ["traefik.enable=true"]\n' }),
  hclJson: (size) => ({
    path: 'services.hcl',
    text: `services {\n name = "a"\n tags = [${repeated('"traefik.enable=true", ', size * 0.5)}]\n}\n${filled(size * 0.45, (at) => `service { id = "${at}" tags = ["traefik.http.routers.r${at}.rule=a"] }\n`)}`,
  }),
  hclCrlf: (size) => hcl(size, (at) => `service {\r\n tags = ["traefik.http.routers.r${at}.rule=a"]\r\n}\r\n`),
  /** A long name of a service, which its routers take theirs from. */
  hclNameLong: (size) => ({
    path: 'job.nomad',
    text: `job "x" { group "g" { service {\n name = "${'n'.repeat(size * 0.4)}"\n tags = [${filled(size * 0.55, (at) => `"traefik.http.routers.r${at}.rule=a",\n`)}]\n}}}\n`,
  }),
};
