/**
 * The functions of templates in files, by their lowest number of arguments, with a `+` if they take more: Go's own,
 * those of Masterminds/sprig 3 (functions.go), and Traefik's `normalize` and `split` (CreateConfiguration in
 * pkg/provider/file/file.go).
 */
const functions: readonly (readonly [counts: string, names: string])[] = [
  ['0', 'hello now uuidv4'],
  [
    '0+',
    'add addf all any cat coalesce concat dict dig html js keys list print println quote seq squote ' +
      'tuple urlquery',
  ],
  [
    '1',
    'add1 add1f adler32sum ago atoi b32dec b32enc b64dec b64enc base bcrypt camelcase ceil clean ' +
      'compact deepCopy dir duration durationRound empty env expandenv ext fail first float64 floor ' +
      'fromJson genPrivateKey getHostByName htmlDate initial initials int int64 isAbs kebabcase kindOf ' +
      'last len lower mustCompact mustDeepCopy mustFirst mustFromJson mustInitial mustLast mustRest ' +
      'mustReverse mustToJson mustToPrettyJson mustToRawJson mustUniq normalize nospace not osBase ' +
      'osClean osDir osExt osIsAbs randAlpha randAlphaNum randAscii randBytes randNumeric ' +
      'regexQuoteMeta rest reverse semver sha1sum sha256sum sha512sum shuffle snakecase sortAlpha ' +
      'swapcase title toDecimal toJson toPrettyJson toRawJson toString toStrings trim typeOf uniq ' +
      'unixEpoch until untitle upper urlJoin urlParse values',
  ],
  [
    '1+',
    'and biggest call default divf index max maxf merge mergeOverwrite min minf mul mulf mustMerge ' +
      'mustMergeOverwrite mustSlice mustWithout omit or pick pluck printf slice subf without',
  ],
  [
    '2',
    'abbrev append buildCustomCert chunk contains date dateModify date_modify decryptAES deepEqual ' +
      'div encryptAES ge genCA get gt has hasKey hasPrefix hasSuffix htmlDateInZone htpasswd indent ' +
      'join kindIs le lt mod mustAppend mustChunk mustDateModify mustHas mustPrepend mustPush ' +
      'mustRegexFind mustRegexMatch mustToDate must_date_modify ne nindent prepend push randInt ' +
      'regexFind regexMatch repeat semverCompare split splitList sub toDate trimAll trimPrefix ' +
      'trimSuffix trimall trunc typeIs typeIsLike unset wrap',
  ],
  ['2+', 'eq round'],
  [
    '3',
    'abbrevboth dateInZone date_in_zone genCAWithKey mustRegexFindAll mustRegexReplaceAll ' +
      'mustRegexReplaceAllLiteral mustRegexSplit plural regexFindAll regexReplaceAll ' +
      'regexReplaceAllLiteral regexSplit replace set splitn substr ternary untilStep wrapWith',
  ],
  ['4', 'genSelfSignedCert'],
  ['5', 'derivePassword genSelfSignedCertWithKey genSignedCert'],
  ['6', 'genSignedCertWithKey'],
];

const argumentCounts = new Map(
  functions.flatMap(([counts, names]) => {
    const least = Number.parseInt(counts, 10);
    const most = counts.endsWith('+') ? Number.POSITIVE_INFINITY : least;
    return names.split(' ').map((name) => [name, { least, most }] as const);
  }),
);

/** Undefined if there is no such function. */
export function argumentsOfTemplateFunction(
  name: string,
): { readonly least: number; readonly most: number } | undefined {
  return argumentCounts.get(name);
}
