import { type CountingInputs, counted, dynamicFile, repeated } from '../input';

/** One router, whose rule is all of it: what repeats stands between `before` and `after`. */
function oneRule(size: number, unit: string, { before = '', after = 'Host(`b`)', fields = '' } = {}) {
  const head = `http:\n  routers:\n    r:\n      service: s\n${fields}      rule: '${before}`;
  return { path: 'dynamic.yml', text: `${head}${repeated(unit, size - head.length - after.length - 2)}${after}'\n` };
}

const ruleLine = (rule: (at: number) => string) => (size: number) =>
  dynamicFile(size, (at) => `    r${at}: {service: s, rule: '${rule(at)}'}\n`);

const oldSyntax = { fields: '      ruleSyntax: v2\n' };

/** Rules of routers, and the regular expressions in them. */
export const ruleInputs: CountingInputs = {
  hostRegexp: ruleLine((at) => `HostRegexp(\`(((a{1000}){1000}){1000})${at}\`)`),
  hostRegexp2: ruleLine((at) => `HostRegexp(\`${'(a|b)*'.repeat(20)}(x{0,1000})${at}\`)`),
  hostRegexpLong: (size) => oneRule(size, '(a?){1000}', { before: 'HostRegexp(`', after: '`)' }),
  hostRegexpClasses: ruleLine((at) => `HostRegexp(\`${'\\pL\\PN'.repeat(100)}${at}\`)`),
  /** All words that a pattern may match. */
  regexpAlternatives: (size) =>
    dynamicFile(size, (at) => `word${at}|`, {
      head: "http:\n  routers:\n    r:\n      service: s\n      rule: 'HostRegexp(`^(",
      tail: "a)$`)'\n",
    }),
  regexpCounted: ruleLine((at) => `PathRegexp(\`${counted(40, (one) => `a{${one},${at % 1_001}}`)}\`)`),
  regexpUnicode: ruleLine((at) => `HostRegexp(\`${'[\\p{Greek}\\P{Lu}[:alpha:]\\x{10FFFF}]'.repeat(10)}${at}\`)`),
  regexpGroups: (size) => oneRule(size, '(?P<a>', { before: 'HostRegexp(`', after: '`)' }),
  regexpGroupsClosed: ruleLine((at) => `HostRegexp(\`${'(?:'.repeat(200)}a${')'.repeat(200)}${at}\`)`),
  regexpClasses: (size) => oneRule(size, '[a-', { before: 'HostRegexp(`', after: '`)' }),
  regexpClassLong: (size) => oneRule(size, 'a-z', { before: 'HostRegexp(`[', after: ']`)' }),
  regexpEscapes: (size) => oneRule(size, '\\Q\\', { before: 'HostRegexp(`', after: '`)' }),
  regexpStars: (size) => oneRule(size, '*+?', { before: 'HostRegexp(`a', after: '`)' }),
  regexpFlags: (size) => oneRule(size, '(?i-s:a)', { before: 'PathRegexp(`', after: '`)' }),
  ruleDeep: (size) => oneRule(size * 0.95, '(', { after: `Host(\`a\`)${')'.repeat(size * 0.45)}` }),
  ruleNots: (size) => oneRule(size, '!', { after: 'Host(`a`)' }),
  ruleBad: ruleLine(() => 'Hosst(`a`) && PathPrefx(`/x`) || Hots(`b`)'),
  ruleHuge: (size) => oneRule(size, 'Hosst(`a`) && '),
  ruleDnf: ruleLine((at) => `${counted(14, (one) => `(Host(\`a${one}\`)||Host(\`b${one}\`))&&`)}Host(\`c${at}\`)`),
  /** Matchers side by side, each with another host, and a fault at the end. */
  ruleWide: (size) =>
    dynamicFile(size, (at) => `Host(\`a${at}.test\`) || `, {
      head: "http:\n  routers:\n    r:\n      service: s\n      rule: '",
      tail: "Host(`b`)'\n",
    }),
  ruleFaultAtEnd: (size) => oneRule(size, 'Host(`a`) || PathPrefix(`/b`) && ', { after: 'Host(`b`' }),
  /** Brackets up to the depth that is read, in each rule, and one more of them than is closed. */
  ruleNested: ruleLine((at) => `${'('.repeat(90)}Host(\`a${at}\`)${')'.repeat(at % 2 ? 90 : 89)}`),
  ruleNotsNested: ruleLine((at) => `${'!('.repeat(60)}Host(\`a${at}\`) && Path(\`/b\`)${')'.repeat(60)}`),
  /** Names of matchers that grow. */
  ruleNames: (size) => oneRule(size, 'H', { after: 'ost(`a`)' }),
  ruleOperators: (size) => oneRule(size, '&& || ', { before: 'Host(`a`)' }),
  ruleSpaces: (size) => oneRule(size, ' ', { before: 'Host(`a`)', after: '&& Host(`b`)' }),
  ruleBackticks: (size) => oneRule(size, '`'),
  ruleQuotes: (size) => oneRule(size, '"\\', { before: 'Host(', after: '")' }),
  ruleArguments: (size) => oneRule(size, '`a`, ', { before: 'Host(', after: '`b`)' }),
  ruleArgumentsMany: ruleLine(
    (at) => `Header(\`a\`, \`b\`, \`${at}\`) && Host(${counted(30, (one) => `\`a${one}\`,`)}\`b\`)`,
  ),
  ruleAddresses: (size) =>
    dynamicFile(size, (at) => `\`10.${at % 256}.${(at >> 8) % 256}.0/${at % 40}\`, `, {
      head: "http:\n  routers:\n    r:\n      service: s\n      rule: 'ClientIP(",
      tail: "`::1`)'\n",
    }),
  /** What version 2 had: several arguments, colons, and braces with expressions. */
  ruleOld: (size) => oneRule(size, 'Host:a,b;PathPrefix:/c;', oldSyntax),
  ruleOldArguments: (size) => oneRule(size, '`{a:[a-z]+}.b`, ', { ...oldSyntax, before: 'HostRegexp(', after: '`c`)' }),
  ruleOldBraces: (size) => oneRule(size, '{a:', { ...oldSyntax, before: 'PathPrefix(`/', after: '`)' }),
  ruleOldMany: (size) =>
    dynamicFile(
      size,
      (at) =>
        `    r${at}: {service: s, ruleSyntax: v2, rule: 'Headers(\`a\`,\`${at}\`) && Host(\`a\`,\`b${at}\`) && Query(\`a=b\`)'}\n`,
    ),
  /** Rules that version 3 no longer reads, in a file that does not say so. */
  ruleOldUnsaid: ruleLine((at) => `Headers(\`a\`,\`${at}\`) && Host(\`a\`,\`b${at}\`) || HostRegexp(\`{a:b}\`)`),
  /** Signs that belong to no rule. */
  ruleSigns: (size) => oneRule(size, '\u00A0\u{1F600}#'),
  /** Names of servers of which a router of TCP takes one. */
  ruleServerNames: (size) =>
    dynamicFile(
      size,
      (at) =>
        `    r${at}: {service: s, rule: "HostSNI(\`a${at}\`, \`*\`) && ALPN(\`h2\`) || HostSNIRegexp(\`^.{${at % 1_001}}$\`)"}\n`,
      {
        head: 'tcp:\n  routers:\n',
      },
    ),
};
