import { type CountingInputs, counted, filled, repeated, spelling } from '../input';

function toml(size: number, line: (at: number) => string, ends: { head?: string; tail?: string } = {}) {
  return { path: 'dynamic.toml', text: filled(size, line, ends) };
}

/** Files of the file provider in TOML. */
export const tomlInputs: CountingInputs = {
  toml: (size) => toml(size, (at) => `[http.routers.r${at}]\nrule = "Host(\`a${at}.test\`)"\nservice = "s"\n`),
  tomlFlat: (size) => toml(size, (at) => `r${at}.rule = "a"\n`, { head: '[http.routers]\n' }),
  tomlSame: (size) => toml(size, () => '[[http.routers.r.x]]\n'),
  tomlArray: (size) => toml(size, () => '1,', { head: 'http = [', tail: ']\n' }),
  tomlNested: (size) => toml(size, (at) => `http.${'a.'.repeat(90)}k${at} = 1\n`),
  tomlInline: (size) => toml(size, (at) => `k${at} = {a = 1}, `, { head: 'http = {', tail: 'z = 1}\n' }),
  tomlString: (size) => toml(size, () => 'a\\\n', { head: 'http = """', tail: '"""\n' }),
  tomlEsc: (size) => toml(size, () => '\\u0041', { head: 'http = "', tail: '"\n' }),
  tomlComments: (size) => toml(size, () => '#\n', { head: 'http = 1\n' }),
  tomlBroken: (size) => toml(size, (at) => `[http.routers.r${at}]\nrule = "a"\n`, { tail: 'x = = \n' }),
  /** A table of so many keys, of which each is a path. */
  tomlDotted: (size) =>
    toml(size, (at) => `http.routers.r${at}.rule = "Host(\`a\`)"\nhttp.routers.r${at}.service = "s"\n`),
  /** Tables in tables, each in a list. */
  tomlTables: (size) =>
    toml(
      size,
      (at) =>
        `[[http.services.s${at}.loadBalancer.servers]]\nurl = "http://a"\n[[http.services.s${at}.loadBalancer.servers]]\nurl = "b"\n`,
    ),
  /** Lists of tables of which each has lists of tables. */
  tomlTablesNested: (size) => toml(size, (at) => `[[${'a.'.repeat(at % 80)}b]]\nc = ${at}\n`, { head: 'http.a = 1\n' }),
  /** Tables in braces, up to the nesting that is read. */
  tomlInlineDeep: (size) =>
    toml(size, (at) => `r${at} = ${'{a = '.repeat(90)}1${'}'.repeat(90)}\n`, { head: '[http.routers]\n' }),
  /** Lists in lists, up to the nesting that is read. */
  tomlArraysDeep: (size) =>
    toml(size, (at) => `r${at} = ${'['.repeat(90)}1${']'.repeat(90)}\n`, { head: '[http.routers]\n' }),
  /** Brackets that never close. */
  tomlOpen: (size) => toml(size, (at) => `r${at} = [{a = [\n`, { head: '[http.routers]\n' }),
  /** Texts of all four kinds, each as long as can be. */
  tomlTexts: (size) =>
    toml(size, (at) => {
      const quote = ['"', "'", '"""', "'''"][at % 4] ?? '"';
      return `[http.routers.r${at}]\nrule = ${quote}${'a'.repeat(9_000)}${quote}\n`;
    }),
  /** One text with another quote in it again and again. */
  tomlQuotes: (size) => toml(size, () => `'"`, { head: '[http.routers.r]\nrule = """', tail: 'a"""\n' }),
  /** A text without an end. */
  tomlUnclosed: (size) => toml(size, (at) => `a${at}\n`, { head: '[http.routers.r]\nrule = """' }),
  /** Texts without ends, one in each line. */
  tomlUnclosedLines: (size) => toml(size, (at) => `r${at} = "a\n`, { head: '[http.routers]\n' }),
  /** One number, one key, and one name of a table, each of so many signs. */
  tomlInteger: (size) => toml(size, () => '9', { head: '[http.routers.r]\npriority = ', tail: '\n' }),
  tomlFloat: (size) => toml(size, () => '1_1', { head: '[http.routers.r]\npriority = 0.', tail: '\n' }),
  tomlKey: (size) => toml(size, () => 'k', { head: '[http.routers]\n', tail: '.rule = "a"\n' }),
  tomlTableName: (size) => toml(size, () => 'k', { head: '[http.routers.', tail: ']\nrule = "a"\n' }),
  /** Numbers and dates of all kinds. */
  tomlValues: (size) =>
    toml(
      size,
      (at) =>
        `[http.routers.r${at}]\npriority = ${['0x', '0b1', '1_', '1e', '2001-01-01T00:00:0', '-', '+1.', 'inf #'][at % 8]}${at % 2}\n`,
    ),
  /** The same table again, which is an error. */
  tomlTableTwice: (size) => toml(size, (at) => `[http.routers.r]\nk${at} = 1\n`),
  /** The same key again. */
  tomlKeyTwice: (size) => toml(size, () => 'rule = "a"\n', { head: '[http.routers.r]\n' }),
  /** Sections in all ways to spell them. */
  tomlSpellings: (size) =>
    toml(size, (at) => `[http.${spelling('routers', at)}.r${at}]\nrule = "Host(\`a\`)"\nservice = "s"\n`),
  /** Names in quotes, with escapes. */
  tomlQuotedKeys: (size) =>
    toml(size, (at) => `["http"."routers"."r\\u0041\\"${at}"]\n'rule' = 'a'\n"servise" = "s"\n`),
  tomlCrlf: (size) => toml(size, (at) => `[http.routers.r${at}]\r\nrule = "a"\r\n`),
  tomlMarks: (size) => toml(size, (at) => `[http.routers.r${at}]\nrule = "\uFEFF\u{1F600}"\n`, { head: '\uFEFF' }),
  tomlZeros: (size) => toml(size, (at) => `[http.routers.r${at}]\nrule = "\0"\n`),
  tomlBlanks: (size) => toml(size, () => ' \t\n', { head: 'http.a = 1\n' }),
  /** Tables that are left and gone back to. */
  tomlBack: (size) =>
    toml(size, (at) => `[http.routers.r${at % 2 ? at : 0}.tls${at}]\noptions = "o"\n[http.services.s${at}]\n`),
  /** A chain of services, as in YAML. */
  tomlServices: (size) =>
    toml(
      size,
      (at) =>
        `[[http.services.s${at}.weighted.services]]\nname = "s${at + 1}"\n[[http.services.s${at}.weighted.services]]\nname = "s${at + 2}"\n`,
    ),
  /** A text that is a template in every line. */
  tomlTemplates: (size) =>
    toml(size, (at) => `[http.routers.r${at}]\nrule = "{{ a }}"\n{{ if b }}\nservice = "s"\n{{ end }}\n`),
  /** An error at the end of one long line. */
  tomlErrorInLine: (size) => toml(size, (at) => `{a = ${at}},`, { head: 'http = [', tail: '= ]\n' }),
  /** Two errors for each key. */
  tomlErrors: (size) => toml(size, (at) => `[http.routers.r${at}\nrule = = a\n`),
  /** A certificate that stands in the text. */
  tomlCertificate: (size) => ({
    path: 'dynamic.toml',
    text: `[[tls.certificates]]\nkeyFile = "a"\ncertFile = """\n${repeated(`${'A'.repeat(64)}\n`, size * 0.9)}"""\n${counted(size / 2_000, (at) => `[[tls.certificates]]\ncertFile = "${at}"\n`)}`,
  }),
};
