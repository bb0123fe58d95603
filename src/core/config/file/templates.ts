import type { TextFault } from '../source/configNode';
import { isWithin, type SourceFile, unknownPart } from '../source/placedText';
import { countWith } from '../source/unfoldingBudget';
import { type TemplateAction, templateActionsIn } from './templateActions';
import { checkTemplates, openingWords, templateKeywords } from './templateChecks';

/** A file with masked templates: each of their units becomes an `unknownPart`, or a space if nothing else is on the line. */
export interface MaskedFile {
  /** As long as the original, so that places are the same. */
  readonly file: SourceFile;
  /** Why Go would not run the templates. */
  readonly faults: readonly TextFault[];
  /** Whether any template may write text. */
  readonly hasOutput: boolean;
  /** Whether a place is in a part that a template may omit or repeat. */
  readonly isConditional: (at: { readonly start: number }) => boolean;
}

/** Several readers request the same file; the cache of parsed documents is by masked file. */
const masked = new WeakMap<SourceFile, MaskedFile>();

/** Masks templates: Traefik runs them in every file, comments included, before it reads YAML or TOML. */
export function maskTemplates(file: SourceFile): MaskedFile {
  const known = masked.get(file) ?? maskedFile(file);
  countWith(known.file, file);
  masked.set(file, known);
  return known;
}

function maskedFile(file: SourceFile): MaskedFile {
  if (!file.text.includes('{{')) return { file, faults: [], hasOutput: false, isConditional: () => false };
  const actions = templateActionsIn(file.text);
  const { faults, ranges } = checkTemplates(actions, file.text);
  const pieces: string[] = [];
  let from = 0;
  let depth = 0;
  /** The beginning of a conditional part inside a line, and the number of open ones at it. */
  let inline: { readonly start: number; readonly depth: number } | undefined;
  for (const action of actions) {
    const { start, end, words = [] } = action;
    const [first = ''] = words;
    if (first === 'end') depth--;
    if (inline === undefined) pieces.push(file.text.slice(from, start), maskOf(file.text, action));
    else pieces.push(filled(file.text.slice(from, end), unknownPart));
    if (inline?.depth === depth) inline = undefined;
    if (openingWords.has(first)) {
      if (lineBefore(file.text, start).trim() !== '') inline ??= { start, depth };
      depth++;
    }
    from = end;
  }
  pieces.push(file.text.slice(from));
  const isConditional: MaskedFile['isConditional'] = ({ start }) => isWithin(ranges, start);
  const hasOutput = actions.some(({ isComment }) => !isComment);
  return { file: { path: file.path, text: pieces.join('') }, faults, hasOutput, isConditional };
}

/** Whether an action writes nothing itself. */
function isSilent({ isComment, words = [] }: TemplateAction): boolean {
  const [first = '', , third] = words;
  if (isComment || (templateKeywords.has(first) && first !== 'template')) return true;
  return first.startsWith('$') && (words[1] === '=' || (words[1] === ':' && third === '='));
}

/** Real indentation and spaces around an action are shorter. */
const widest = 200;

function lineBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - widest), start);
  return before.slice(before.lastIndexOf('\n') + 1);
}

function maskOf(text: string, action: TemplateAction): string {
  const { start, end } = action;
  const isFirst = lineBefore(text, start).trim() === '';
  const isLast = /^[^\S\n]*(?:\n|$)/.test(text.slice(end, end + widest));
  const written = text.slice(start, end);
  if (isFirst && isLast) return filled(written, ' ');
  if (!isSilent(action)) return filled(written, unknownPart);
  // The text after the action keeps its indentation on its own line.
  return isFirst ? `${filled(written.slice(0, -1), ' ')}\n` : filled(written, isLast ? ' ' : unknownPart);
}

function filled(text: string, sign: string): string {
  return text.replace(/[^\n\r]/g, sign);
}
