/** The characters that a text must contain so that a regular expression matches it. */
interface RequiredCharacters {
  /** Characters that every match contains, in the order of the expression. */
  readonly characters: string;
  /** Whether any part of the expression does not distinguish upper and lower case. */
  readonly isAnyCase: boolean;
}

/** UTF-16 units; users do not write longer ones. */
const longest = 2_000;

/** An escape, a class, the start of a group, a repetition, or any other character. */
const piecePattern = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\]){0,1000}\]|\(\?[^:)>]*[:)>]|\{\d+(?:,\d*)?\}|[\s\S]/g;

/**
 * The plain characters that every match of a Go expression contains. Alternatives, optional groups, and rare escapes
 * are skipped.
 *
 * @returns undefined if no character is certain
 */
export function requiredCharacters(pattern: string): RequiredCharacters | undefined {
  if (pattern.length > longest) return undefined;
  const characters: string[] = [];
  let isAnyCase = false;
  let last: 'character' | 'group' | 'other' = 'other';
  for (const [piece] of pattern.matchAll(piecePattern)) {
    const [first = '', second = ''] = piece;
    if (piece === '|' || rare.test(piece)) return undefined;
    if (/^[*?]$/.test(piece) || /^\{0*[,}]/.test(piece)) {
      if (last === 'group') return undefined;
      if (last === 'character') characters.pop();
      last = 'other';
    } else if (piece === '+' || (first === '{' && piece.length > 1)) {
      last = 'other';
    } else if (first === '(') {
      isAnyCase ||= /^\(\?[a-zA-Z]*i/.test(piece);
      last = 'other';
    } else if (piece === ')') {
      last = 'group';
    } else if (first === '\\' ? /\w/.test(second) : piece.length > 1 || /[.^$]/.test(piece)) {
      last = 'other';
    } else {
      characters.push(first === '\\' ? second : piece);
      last = 'character';
    }
  }
  return { characters: characters.join(''), isAnyCase };
}

/** Quoted parts, codes, and classes of Unicode. */
const rare = /^\\[QEpPx0-7]/;
