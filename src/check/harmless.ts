import { onOneLine } from '../core/base/text/plainText';

/**
 * `::` at the beginning of a line, after blanks or characters that a comparison may ignore. GitHub's runner reads such
 * a line as a command (`ActionCommand.TryParseV2` of actions/runner, which trims it first).
 */
const colons = /^([\p{Z}\p{M}\p{C}]*:)(?=[\p{M}\p{C}]*:)/u;
/**
 * The beginning of older commands, anywhere in a line: `##[name]` (GitHub, Azure Pipelines), `##vso[…]` (Azure
 * Pipelines), `##teamcity[…]`. All other runners require a control character.
 */
const hashes = /#(?=[\p{M}\p{C}]*#)/gu;
/** The characters in JSON that `onOneLine` would change and `JSON.stringify` leaves unchanged. */
const unseen = /[\x7f-\x9f\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** One visible line of any text, which neither a terminal nor a pipeline's runner reads as a command. */
export function harmlessLine(text: string): string {
  return withoutHashes(onOneLine(text)).replace(colons, '$1 ');
}

/** Indented JSON. Escapes all texts that could be a command, so that the parsed text is the same. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(unseen, escapes).replace(hashes, escapes);
}

/** What SARIF takes for a link, `[text](address)`, and for the place of an argument, `{0}`, in plain messages. */
const sarifMarkup = /\](?=\()|\{(?=\d+\})/g;

/** One visible line of any text as a message of SARIF, which is plain text to all of its readers. */
export function harmlessMessage(text: string): string {
  return withoutHashes(onOneLine(text)).replace(sarifMarkup, '$& ');
}

/** A message that GitHub shows on a pull request, at a place in a file if it has one. */
export interface GithubMessage {
  readonly level: 'error' | 'warning' | 'notice';
  /** In their order: `file`, `line`, … The names are our own, the values are not. */
  readonly properties: Readonly<Record<string, string | number>>;
  readonly message: string;
}

/** A sentence that is about no place in a file. */
export function githubWarning(message: string): GithubMessage {
  return { level: 'warning', properties: { title: 'proxy-scout' }, message };
}

/**
 * The line that makes GitHub's runner show a message.
 *
 * @see https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
 */
export function githubLine({ level, properties, message }: GithubMessage): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${propertyText(String(value))}`);
  return `::${level} ${list.join(',')}::${escaped(withoutHashes(onOneLine(message)))}`;
}

/** Keeps a line break, escaped: it may be part of a file's name. */
function propertyText(value: string): string {
  return withoutHashes(onOneLine(escaped(value)))
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C');
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function withoutHashes(text: string): string {
  return text.replace(hashes, '# ');
}

function escapes(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
