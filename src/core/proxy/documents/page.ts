import * as l10n from '@vscode/l10n';
import { partsOf } from '../../../l10n/lists';
import { plural } from '../../../l10n/plural';
import { maskText } from '../../base/secrets/secretsInText';
import { onOneLine, plainText } from '../../base/text/plainText';
import type { Item } from '../model/model';
import type { NamedSubject } from '../model/subject';

/**
 * A read-only text with styles and links. The text is laid out from typed pieces and never parsed, so that no server
 * text can look like a heading, a state or a link: server text is one safe line that never starts in the first column.
 */
export interface ProxyPage {
  readonly text: string;
  /** In the order of the text; they do not overlap. */
  readonly spans: readonly PageSpan[];
  readonly sections: readonly PageSection[];
}

/** The meaning of a piece of text, which sets its color. */
const looks = ['heading', 'label', 'name', 'good', 'caution', 'bad', 'faint'] as const;
export type PageStyle = (typeof looks)[number];

/** Part of one line, and its link target. Lines and columns count from 0, columns in UTF-16 code units. */
export interface PageSpan {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly look?: PageStyle;
  readonly to?: NamedSubject;
}

/** A heading and the lines below it, up to the last one that is not empty. */
export interface PageSection {
  readonly title: string;
  readonly line: number;
  readonly endLine: number;
  readonly isFolded?: boolean | undefined;
}

/** A stretch of text on one line. Made by `ownText`, `untrustedText` and `untrustedPart` only. */
export interface PagePiece {
  readonly text: string;
  readonly look?: PageStyle;
  readonly to?: NamedSubject;
}

export type PageCell = readonly PagePiece[];

/**
 * One fact, on a line of its own. No text is aligned below another by its width, so any font will do. A colon follows a
 * first cell that is a label, dots stand between the others. Indented by `indent` steps.
 */
export interface PageRow {
  readonly indent?: number;
  readonly cells: readonly PageCell[];
}

export interface PageSectionSource {
  readonly title: string;
  readonly rows: readonly PageRow[];
  /** Whether the editor folds it at first, because few need it. */
  readonly isFolded?: boolean;
}

/** Code points of server text in a line, such as a part of a rule or an error. */
const longestSpoken = 2_000;

/** Our own words: one line, unchanged. */
export function ownText(text: string, look?: PageStyle): PagePiece {
  return look === undefined ? { text } : { text, look };
}

/** Server text as one visible line, with its secrets masked. Text without a visible character becomes `(empty)`. */
export function untrustedText(
  text: string,
  style: { readonly look?: PageStyle; readonly to?: NamedSubject } = {},
): PagePiece {
  return { text: plainText(maskText(text), longestSpoken) || l10n.t('(empty)'), ...style };
}

/** Part of a line of server text that is masked already. Nothing is trimmed, cut or added: other parts follow it. */
export function untrustedPart(text: string, look?: PageStyle): PagePiece {
  return ownText(onOneLine(text), look);
}

/**
 * A sentence of ours with pieces in it, such as links.
 *
 * @param sentence with its placeholders, as `l10n.t` returns it without values
 * @param look the look of our own words
 */
export function sentenceCell(sentence: string, values: readonly PagePiece[], look?: PageStyle): PageCell {
  return partsOf(sentence, values).map((part) => (typeof part === 'string' ? ownText(part, look) : part));
}

/** Facts of one cell, with dots between them. */
export function joinedCells(...facts: readonly PageCell[]): PageCell {
  return facts.filter((fact) => fact.length > 0).flatMap((fact, at) => (at === 0 ? fact : [ownText(' · '), ...fact]));
}

const levelIndent = '  ';

/**
 * Lays out a page: title, lead and headings start in the first column, everything else is indented.
 *
 * @param lead lines below the title
 * @param facts rows before the first heading
 * @param verbatim a last section of text that is laid out already, such as JSON; without empty lines, and folded at
 * first
 */
export function layOutPage(
  title: PageCell,
  lead: readonly PageCell[],
  facts: readonly PageRow[],
  sections: readonly PageSectionSource[],
  verbatim?: { readonly title: string; readonly text: string },
): ProxyPage {
  let text = '';
  let line = 0;
  const spans: PageSpan[] = [];
  const placed: PageSection[] = [];

  const writeLine = (before: string, cells: readonly PageCell[] = []): void => {
    const lineStart = text.length;
    text += before;
    let separator = '';
    for (const cell of cells) {
      if (cell.length === 0) continue;
      text += separator;
      separator = separator === '' && isLabel(cell) ? ': ' : ' · ';
      for (const { text: words, look, to } of cell) {
        const start = text.length - lineStart;
        text += words;
        const end = start + words.length;
        // Not by a spread: a page of 100,000 routers has half a million spans.
        if (look !== undefined)
          spans.push(to === undefined ? { line, start, end, look } : { line, start, end, look, to });
        else if (to !== undefined) spans.push({ line, start, end, to });
      }
    }
    text += '\n';
    line++;
  };
  const writeRows = (rows: readonly PageRow[]): void => {
    for (const { indent = 0, cells } of rows) writeLine(levelIndent.repeat(1 + indent), cells);
  };
  const writeSection = (title: string, writeContent: () => void): { title: string; line: number; endLine: number } => {
    writeLine('');
    const first = line;
    writeLine('', [[ownText(title, 'heading')]]);
    writeContent();
    return { title, line: first, endLine: line - 1 };
  };

  writeLine('', [title]);
  for (const cell of lead) writeLine('', [cell]);
  if (facts.length > 0) writeLine('');
  writeRows(facts);
  for (const { title, rows, isFolded } of sections) {
    placed.push({ ...writeSection(title, () => writeRows(rows)), isFolded });
  }
  if (verbatim !== undefined) {
    const writeVerbatim = (): void => {
      for (const each of verbatim.text.split('\n')) writeLine(levelIndent + each);
    };
    placed.push({ ...writeSection(verbatim.title, writeVerbatim), isFolded: true });
  }
  return { text, spans, sections: placed };
}

/** Whether a cell is a label of the cells after it. */
function isLabel(cell: PageCell): boolean {
  return cell[0]?.look === 'label';
}

/**
 * Members of JSON objects by name: `true` if shown elsewhere, an object if only some of its members are, and a text for
 * JSON that is worth no row, because it is Traefik's default (docs/traefik.md, "Defaults").
 */
export interface CoveredMembers {
  readonly [name: string]: true | string | CoveredMembers;
}

/** The part of a document that depends on the type of its subject. */
export interface PageContent {
  /** The title of the document: `HTTP router shop@docker`. */
  titleOf(name: string): string;
  readonly facts: readonly (readonly PageRow[])[];
  readonly sections: readonly PageSectionSource[];
  /** The members of the JSON that the facts and sections show. */
  readonly covered: CoveredMembers;
}

/** The part of an item's document that depends on its kind. */
export type ItemPageContent = Omit<PageContent, 'titleOf'>;

/** Users and routers in a list: a middleware of every router has thousands of users. */
const mostListed = 300;

export function pageSection(title: string, rows: readonly PageRow[]): PageSectionSource {
  return { title, rows };
}

/** A label and its values: one value is beside it, several are below it. No rows if there are no values. */
export function factRow(label: string, values: readonly PageCell[]): readonly PageRow[] {
  return factRows(
    label,
    values.map((value) => [value]),
  );
}

export function factRows(label: string, values: readonly (readonly PageCell[])[]): readonly PageRow[] {
  const [only = [], ...others] = values;
  if (values.length === 0) return [];
  if (others.length === 0) return [{ cells: [[ownText(label, 'label')], ...only] }];
  return [{ cells: [[ownText(label, 'label')]] }, ...values.map((cells) => ({ indent: 1, cells }))];
}

export function providerFact({ provider }: Item): readonly PageRow[] {
  if (provider === undefined) return [];
  return factRow(l10n.t('Provider'), [
    [provider === 'internal' ? ownText(l10n.t('{0} (built into Traefik)', provider)) : untrustedText(provider)],
  ]);
}

/** The rows of a list that may be long. */
export function listRows<T>(things: readonly T[], rowOf: (thing: T) => PageRow): readonly PageRow[] {
  const rows = things.slice(0, mostListed).map(rowOf);
  return things.length <= mostListed ? rows : [...rows, moreRow(things.length - mostListed)];
}

/** A row with words of ours only. */
export function ownRow(text: string, look?: PageStyle, indent = 0): PageRow {
  return { indent, cells: [[ownText(text, look)]] };
}

/** The end of a list that is cut. */
export function moreRow(count: number, indent = 0): PageRow {
  return ownRow(plural(count, { one: 'and {0} more', other: 'and {0} more' }), 'faint', indent);
}
