/** An authentication challenge of a server. */
interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** By lower-case names, with values unquoted. */
  readonly parameters: ReadonlyMap<string, string>;
}

const tokenPattern = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
/** The value of a parameter; a token68 such as `abc==` has none. */
const valuePattern = /\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~0-9A-Za-z-]+))/y;

/** The challenges in a `WWW-Authenticate` header, which may contain several (RFC 9110, section 11.6.1). */
export function challengesOf(header: string): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let isSchemeNext = true;
  for (let at = 0; at < header.length; ) {
    const token = matchAt(tokenPattern, header, at)?.[0];
    if (token === undefined) {
      // After a comma, a name without a value is the next scheme.
      if (header[at] === ',') isSchemeNext = true;
      at += 1;
      continue;
    }
    at += token.length;
    const value = matchAt(valuePattern, header, at);
    if (value !== undefined) {
      at += value[0].length;
      const text = value[1]?.replace(/\\(.)/g, '$1') ?? value[2] ?? '';
      const { parameters } = challenges.at(-1) ?? {};
      if (parameters?.has(token.toLowerCase()) === false) parameters.set(token.toLowerCase(), text);
    } else if (isSchemeNext) {
      challenges.push({ scheme: token.toLowerCase(), parameters: new Map() });
    }
    isSchemeNext = false;
  }
  return challenges;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
