import { type CountingInputs, counted, dynamicFile, filled, repeated } from '../input';

const plainRoot = { head: 'http: {}\n' };
const router = '{rule: Host(`a`), service: s}';

/** YAML by itself: anchors, aliases, merges, keys, documents, scalars, and broken text. */
export const yamlInputs: CountingInputs = {
  /** Each map merges the one before it, and adds a key. */
  mergeChain: (size) =>
    dynamicFile(
      size,
      (at) => (at === 0 ? 'x0: &a0 {k0: 1}\n' : `x${at}: &a${at} {<<: *a${at - 1}, k${at}: 1}\n`),
      plainRoot,
    ),
  /** The same, four levels down, where maps are not converted in slices. */
  mergeDeep: (size) =>
    dynamicFile(size, (at) => (at === 0 ? '   - &a0 {k0: 1}\n' : `   - &a${at} {<<: *a${at - 1}, k${at}: 1}\n`), {
      head: 'http: {}\nx:\n y:\n  z:\n',
    }),
  /** Maps that merge 400 of the 2,000 before them. */
  mergeLists: (size) =>
    dynamicFile(
      size,
      (at) =>
        at < 2_000
          ? `x${at}: &a${at} {k${at}: 1}\n`
          : `y${at}: {<<: [${counted(400, (one) => `*a${(at * 7 + one) % 2_000},`)}]}\n`,
      plainRoot,
    ),
  /** A map of thousands of keys that thousands merge. */
  mergeFat: (size) => ({
    path: 'dynamic.yml',
    text: filled(size, (at) => `${at.toString(36)}y: {<<: *a}\n`, {
      head: `http:\n  routers: {r: ${router}}\nx: &a {${counted(size * 0.04, (at) => `${at.toString(36)}: 1,`)}}\n`,
    }),
  }),
  /** One map that merges a small one in a list without end. */
  mergeListOfOne: (size) => dynamicFile(size, () => '*a,', { head: 'http: {}\nx: &a {k: 1}\ny: {<<: [', tail: ']}\n' }),
  /** One map that merges others in a list, each under its own name. */
  mergeListOfMany: (size) => ({
    path: 'dynamic.yml',
    text: filled(size, (at) => `*a${at % Math.floor(size / 80)},`, {
      head: `http: {}\n${counted(size / 80, (at) => `x${at}: &a${at} {k${at}: 1}\n`)}y: {<<: [`,
      tail: ']}\n',
    }),
  }),
  /** Merges of maps that stand there, with the same keys again and again. */
  mergeInline: (size) =>
    dynamicFile(size, (at) => `    r${at}: {<<: {rule: Host(\`a\`)}, <<: {service: s}, rule: b}\n`),
  /** One map with merge after merge. */
  mergeKeys: (size) => dynamicFile(size, (at) => `    <<: {r${at}: ${router}}\n`),
  /** Merges in merges in merges, up to the nesting that is read. */
  mergeNested: (size) => dynamicFile(size, (at) => `    r${at}: ${'{<<: '.repeat(90)}${router}${'}'.repeat(90)}\n`),
  /** Merges of what is no map. */
  mergeWrong: (size) => dynamicFile(size, (at) => `    r${at}: {<<: a${at}, <<: [b, c], rule: a}\n`),
  /** A map that merges itself through an anchor that it carries. */
  mergeSelf: (size) => dynamicFile(size, (at) => `    r${at}: &a${at} {<<: *a${at}, rule: a}\n`),
  /** A long value of text that many routers name as their service. */
  bigNameRefs: (size) =>
    dynamicFile(size, (at) => `    r${at + 1}: {rule: Host(\`a\`), service: *n}\n`, {
      head: `http:\n  routers:\n    r0: {rule: Host(\`a\`), service: &n ${'s'.repeat(size * 0.4)}}\n`,
    }),
  /** A long key that is there again and again. */
  bigKeyTwice: (size) =>
    dynamicFile(size, () => '    *n : {rule: a}\n', {
      head: `http:\n  routers:\n    &n ${'s'.repeat(size * 0.4)}: {rule: Host(\`a\`)}\n`,
    }),
  /** A long rule with a fault at its end that many routers have. */
  bigRuleRefs: (size) =>
    dynamicFile(size, (at) => `    r${at + 1}: {service: s, rule: *n}\n`, {
      head: `http:\n  routers:\n    r0: {service: s, rule: &n "${'Host(`a`)||'.repeat(size * 0.04)}Hosst(\`b\`)"}\n`,
    }),
  /** A long text where a number belongs. */
  bigValueRefs: (size) =>
    dynamicFile(size, (at) => `    r${at + 1}: {rule: a, priority: *n}\n`, {
      head: `http:\n  routers:\n    r0: {rule: a, priority: &n ${'s'.repeat(size * 0.4)}}\n`,
    }),
  /** A list of items that stands where a text belongs, again and again. */
  bigListRefs: (size) =>
    dynamicFile(size, (at) => `    r${at + 1}: {rule: Host(\`a\`), service: s, entryPoints: *n, middlewares: *n}\n`, {
      head: `http:\n  routers:\n    r0: {rule: a, entryPoints: &n [${'e,'.repeat(size * 0.2)}]}\n`,
    }),
  /** A list that holds nine times the list before it, and so on. */
  aliasBomb: (size) =>
    dynamicFile(
      size,
      (at) =>
        at === 0
          ? 'x0: &a0 [1,1,1,1,1,1,1,1,1]\n'
          : at < 200
            ? `x${at}: &a${at} [${`*a${at - 1},`.repeat(9)}]\n`
            : `y${at}: *a199\n`,
      plainRoot,
    ),
  /** A long text as the key of many entries. */
  aliasKeys: (size) => ({
    path: 'dynamic.yml',
    text: `http: {}\nx: &a "${'k'.repeat(size / 2)}"\ny:\n${'  *a : 1\n'.repeat(size / 20)}`,
  }),
  /** A list as the key of many entries. */
  aliasKeyMaps: (size) => ({
    path: 'dynamic.yml',
    text: `http: {}\nx: &a [${'k,'.repeat(size / 5)}k]\ny:\n${'  *a : 1\n'.repeat(size / 18)}`,
  }),
  /** Aliases inside of lists that are keys. */
  aliasesInKeys: (size) =>
    dynamicFile(size, (at) => `? [*a, *a, *a, ${at}]\n: 1\n`, { head: 'http: {}\nx: &a [k, k, k]\n' }),
  /** Maps as keys, with aliases in them. */
  aliasesInMapKeys: (size) =>
    dynamicFile(size, (at) => `? {<<: *a, k${at}: *a}\n: *a\n`, { head: 'http: {}\nx: &a {k: 1, l: 2}\n' }),
  /** One small router under thousands of names. */
  aliasValues: (size) =>
    dynamicFile(size, (at) => `    r${at}: *a\n`, { head: `http:\n  routers:\n    a: &a ${router}\n` }),
  /** An anchor that means something else in each line. */
  anchorsAgain: (size) => dynamicFile(size, (at) => `    r${at}: {rule: &a "Host(\`a${at}\`)", service: *a}\n`),
  /** An anchor at a map that grows: each has the one before it as a value. */
  anchorsGrowing: (size) => dynamicFile(size, () => 'x: &a [*a, *a]\n', { head: 'http: {}\ny: &a [1]\n' }),
  yamlAnchors: (size) => dynamicFile(size, (at) => `a${at}: &b${at} 1\n`, plainRoot),
  dupKeys: (size) => dynamicFile(size, () => '    r: {rule: a}\n'),
  /** Keys that are alike but for their types. */
  dupTypes: (size) => dynamicFile(size, (at) => `    ${at}: a\n    "${at}": a\n    ${at}.0: a\n    0x${at}: a\n`),
  yamlFlow: (size) => dynamicFile(size, (at) => `r${at}: {rule: a},`, { head: 'http: {routers: {', tail: '}}' }),
  yamlSeq: (size) => dynamicFile(size, () => '  - a\n'),
  yamlDocs: (size) => dynamicFile(size, () => 'http: {}\n---\n', { head: '' }),
  yamlDocs2: (size) => dynamicFile(size, () => '---\n', plainRoot),
  /** Documents that end, with a directive before each. */
  yamlDirectives: (size) => dynamicFile(size, (at) => `%YAML 1.${at % 9}\n---\nhttp: {}\n...\n`, { head: '' }),
  /** Documents of which each uses the anchor of another. */
  yamlDocAnchors: (size) => dynamicFile(size, (at) => `a: &a${at} [1]\nb: *a${at}\n---\n`, { head: 'http: {}\n---\n' }),
  yamlComments: (size) => dynamicFile(size, () => '#\n', plainRoot),
  /** A comment behind each value, and one that is a whole line. */
  yamlCommentsBehind: (size) => dynamicFile(size, (at) => `    r${at}: # a ${at}\n      # b\n      rule: a # c\n\n`),
  /** One comment. */
  yamlCommentLong: (size) => dynamicFile(size, () => 'a {{ b ', { head: 'http: {}\n#', tail: '\n' }),
  yamlQuestion: (size) => dynamicFile(size, () => '? a\n', plainRoot),
  yamlBlanks: (size) => dynamicFile(size, () => '\n', plainRoot),
  yamlSpaces: (size) => dynamicFile(size, () => ' \n', plainRoot),
  /** Spaces behind each other, in one line, and before line breaks. */
  yamlTrailing: (size) => dynamicFile(size, (at) => `    r${at}:${' '.repeat(200)}\n      rule: a${' '.repeat(200)}\n`),
  yamlFolded: (size) => dynamicFile(size, () => '    a\n', { head: 'http:\n  a: >\n' }),
  yamlFolded2: (size) => dynamicFile(size, (at) => (at % 2 ? '     a\n' : '\n'), { head: 'http:\n  a: >\n' }),
  /** A block whose lines are indented less and less. */
  yamlBlockIndents: (size) =>
    dynamicFile(size, (at) => `${' '.repeat(4 + ((at * 7) % 40))}a${at}\n`, { head: 'http:\n  a: |\n    b\n' }),
  yamlLiteral: (size) => ({
    path: 'compose.yml',
    text: filled(size, () => '        Host(`a`) ||\n', {
      head: 'services:\n  a:\n    labels:\n      traefik.http.routers.r.rule: |\n',
    }),
  }),
  yamlMultiQuoted: (size) => dynamicFile(size, () => 'a\n    ', { head: 'http:\n  a: "', tail: '"\n' }),
  yamlMultiPlain: (size) => dynamicFile(size, () => 'a\n    ', { head: 'http:\n  a: ' }),
  /** The same in single quotes, with a quote in each line. */
  yamlMultiSingle: (size) => dynamicFile(size, (at) => `a''${at}\n    `, { head: "http:\n  a: '", tail: "'\n" }),
  yamlEsc: (size) => dynamicFile(size, () => '\\x', { head: 'http:\n  a: "', tail: '"\n' }),
  /** Escapes that are right. */
  yamlEscapes: (size) =>
    dynamicFile(size, (at) => (at % 2 ? '\\u0041\\\\' : '\\"\\n'), {
      head: 'http:\n  routers:\n    r:\n      service: s\n      rule: "',
      tail: '"\n',
    }),
  /** A text without an end. */
  yamlUnclosed: (size) => dynamicFile(size, (at) => `a${at}\n`, { head: 'http:\n  a: "' }),
  /** One number of so many digits, where a number belongs. */
  longDigits: (size) =>
    dynamicFile(size, () => '9', { head: 'http:\n  routers:\n    r: {rule: a, priority: ', tail: '}\n' }),
  /** A fraction, an exponent, a number with base 16, times of base 60, and a date: each of so many signs. */
  longNumbers: (size) => {
    const digits = '1'.repeat(size / 6);
    const numbers = [
      `0.${digits}`,
      `1e${digits}`,
      `0x${digits}`,
      `1${':1'.repeat(size / 12)}`,
      `2001-01-01T00:00:00.${digits}Z`,
    ];
    return {
      path: 'dynamic.yml',
      text: `http:\n  routers:\n${numbers.map((one, at) => `    r${at}: {rule: a, priority: ${one}}\n`).join('')}`,
    };
  },
  /** Numbers and dates of all kinds, each another one. */
  manyNumbers: (size) =>
    dynamicFile(
      size,
      (at) =>
        `    r${at}: {rule: a, priority: ${['1_', '0x', '0o', '-.', '1e', '2001-01-', '1:', '.inf'][at % 8]}${at}}\n`,
    ),
  longKey: (size) => dynamicFile(size, () => 'k', { tail: ': {rule: a}\n' }),
  /** A long text of two words in which nothing else is. */
  longPlain: (size) =>
    dynamicFile(size, () => 'ab ', { head: 'http:\n  routers:\n    r:\n      service: s\n      rule: ', tail: 'c\n' }),
  yamlTags: (size) => dynamicFile(size, (at) => `a${at}: !!t${at} 1\n`, plainRoot),
  /** Tags that say another type than what stands there. */
  yamlTagsWrong: (size) =>
    dynamicFile(size, (at) => `    r${at}: !!map\n      rule: !!int a${at}\n      priority: !!binary ${at}\n`),
  yamlTagDirectives: (size) => dynamicFile(size, (at) => `%TAG !a${at}! x\n`, { head: '', tail: '---\nhttp: {}\n' }),
  yamlErrors: (size) => dynamicFile(size, () => '}\n', plainRoot),
  yamlErrors2: (size) => dynamicFile(size, () => '*x\n', plainRoot),
  yamlErrors3: (size) => dynamicFile(size, () => 'a: "\n', plainRoot),
  /** Aliases of anchors that nobody has, each under its own name. */
  yamlUnknownAliases: (size) => dynamicFile(size, (at) => `    r${at}: *x${at}\n`),
  yamlColons: (size) => dynamicFile(size, () => '"":', plainRoot),
  yamlTabs: (size) => dynamicFile(size, () => '\t- a:\n', plainRoot),
  /** Lists of lists of lists, up to the nesting that is read, again and again. */
  deepNarrow: (size) => dynamicFile(size, (at) => `    r${at}: ${'['.repeat(95)}a${']'.repeat(95)}\n`),
  /** Maps of maps of maps, in blocks. */
  deepBlocks: (size) =>
    dynamicFile(size, (at) => `    r${at}:\n${counted(60, (level) => `${' '.repeat(5 + level)}k:\n`)}`),
  /** Lists in one line: `- - - a`. */
  deepDashes: (size) => dynamicFile(size, (at) => `${'- '.repeat(90)}a${at}\n`, { head: 'http:\n  routers:\n' }),
  /** Maps whose keys are maps whose keys are maps. */
  deepQuestions: (size) => dynamicFile(size, (at) => `${'? '.repeat(90)}a${at}\n`, { head: 'http:\n  routers:\n' }),
  /** One level deeper with each line, for as long as that is read. */
  deepSteps: (size) => dynamicFile(size, (at) => `${' '.repeat(at % 1_000)}k${at}:\n`, { head: 'http:\n' }),
  /** Brackets that never close. */
  openBrackets: (size) => dynamicFile(size, (at) => `    r${at}: [a, {b: c,\n`),
  /** A key for each router with quotes, backslashes, and line breaks, which grow where they are quoted. */
  quotedKeys: (size) => dynamicFile(size, (at) => `    "${'\\"\\\\'.repeat(50)}${at}": {rulee: a}\n`),
  /** Text of two units for each character, and halves of it. */
  surrogates: (size) =>
    dynamicFile(size, (at) => `    "\u{1F600}${at}\uD800": {rulee: "\uDC00", service: \u{1F600}}\n`),
  /** Line breaks of other systems. */
  returns: (size) => dynamicFile(size, (at) => `    r${at}: {rule: a}\r`, { head: 'http:\r  routers:\r' }),
  /** Signs that only some take for line breaks. */
  separators: (size) => dynamicFile(size, (at) => `    r${at}: {rule: a\u2028b\u2029c\u0085d}\n`),
  /** Zero bytes between what is read. */
  zeros: (size) => dynamicFile(size, (at) => `    r${at}: {rule: "a\0b", service: "\0"}\n`),
  /** A byte order mark at every line. */
  marks: (size) => dynamicFile(size, (at) => `\uFEFF    r${at}: {rule: a}\n`, { head: '\uFEFFhttp:\n  routers:\n' }),
  /** Keys without values, and values without keys. */
  emptyKeys: (size) => dynamicFile(size, (at) => `    r${at}:\n    : {rule: a}\n    ~: b\n    null:\n`),
  /** Keys of which each is longer than the one before, so that they are alike for ever longer. */
  commonPrefixes: (size) => ({
    path: 'dynamic.yml',
    text: filled(size, (at) => `    ${'k'.repeat(1 + (at % 900))}${at}: ${router}\n`, {
      head: 'http:\n  routers:\n',
    }),
  }),
  /** A single block of text, to its end, where a rule belongs. */
  longBlock: (size) => ({
    path: 'dynamic.yml',
    text: `http:\n  routers:\n    r:\n      service: s\n      rule: >-\n${repeated('        Host(`a`)\n', size - 60)}`,
  }),
};
