import type * as vscode from 'vscode';
import { maskText } from '../../core/base/secrets/secretsInText';
import { plainText } from '../../core/base/text/plainText';

/**
 * Logs an unexpected error without quoted data (see `errorInLog`).
 *
 * @param what the problem, in our own words
 */
export function logError(log: Pick<vscode.LogOutputChannel, 'error'>, what: string, error: unknown): void {
  log.error(what, errorInLog(error));
}

/** An unexpected error for the log: its stack, and its message unless that quotes data, as of a `SyntaxError`. */
export function errorInLog(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const message = error instanceof SyntaxError ? '' : `: ${maskText(plainText(error.message, longest))}`;
  const code = 'code' in error && typeof error.code === 'string' ? ` (${plainText(error.code, longest)})` : '';
  const stack = (error.stack ?? '').split('\n').filter((line) => frame.test(line));
  return [`${error.name}${code}${message}`, ...stack].join('\n');
}

const longest = 300;
const frame = /^ {4}at (?!.*["\u201c\u201d])/;
