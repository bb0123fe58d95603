const LINE =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(?:(?:'([^'\n]*)'|"((?:[^"\\\n]|\\.)*)")[ \t\r]*(?:(?<=[ \t])#.*)?$|([^\n]*))/gm;
/** What begins a comment behind a value without quotes. */
const COMMENT = /[ \t]#/;

/** The variables of a `.env` file: those that compose would replace. */
export function readDotEnv(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const [, name = '', single, double, plain = ''] of text.matchAll(LINE)) {
    variables.set(name, single ?? double ?? plain.split(COMMENT, 1)[0]?.trim() ?? '');
  }
  return variables;
}
