import { type JsonError, type JsonFault, placeOf } from './json/read';
import type { Writable } from './json/write';

/** What the engines say went wrong: the object below `error` in an answer. */
export interface Problem {
  readonly type: string;
  readonly reason: string | null;
  readonly caused_by?: Problem;
  readonly [more: string]: Writable;
}

/** A request the engine refuses. */
export class EngineError extends Error {
  constructor(
    readonly problem: Problem,
    readonly status = 400,
  ) {
    super(problem.reason ?? problem.type);
  }
}

/** A request refused with a plain text in place of the problem object, as Netty's and the router's own refusals are. */
export class PlainError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Whether the answer's body says the status too. */
    readonly saysStatus: boolean,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

function withoutCause({ caused_by: _, ...own }: Problem): Writable {
  return own;
}

/** The body of a refusal. The root cause is the problem itself unless it names its own. */
export function errorBody({ problem, status }: EngineError): Writable {
  const { root_cause: named, ...rest } = problem;
  return { error: { root_cause: named ?? [withoutCause(problem)], ...rest }, status };
}

export function illegalArgument(reason: string, status = 400): EngineError {
  return new EngineError({ type: 'illegal_argument_exception', reason }, status);
}

export function validationFailed(...reasons: readonly string[]): EngineError {
  const numbered = reasons.map((reason, index) => `${index + 1}: ${reason};`).join('');
  return new EngineError({ type: 'action_request_validation_exception', reason: `Validation Failed: ${numbered}` });
}

/** A request body that is JSON but no request, with the place the engine names. */
export function parsingError(text: string, at: number, reason: string, caused_by?: Problem): EngineError {
  const { line, col } = placeOf(text, at);
  return new EngineError({
    type: 'parsing_exception',
    reason,
    line,
    col,
    ...(caused_by === undefined ? {} : { caused_by }),
  });
}

/** The same from the engine's other parser, which writes the place into the text. */
export function contentError(text: string, at: number, reason: string, caused_by?: Problem): EngineError {
  const { line, col } = placeOf(text, at);
  return new EngineError({
    type: 'x_content_parse_exception',
    reason: `[${line}:${col}] ${reason}`,
    ...(caused_by === undefined ? {} : { caused_by }),
  });
}

const SHOWN_SOURCE = 500;

function source(text: string, at: number): string {
  const { line, col } = placeOf(text, at);
  const shown =
    text.length > SHOWN_SOURCE
      ? `"${text.slice(0, SHOWN_SOURCE)}"[truncated ${text.length - SHOWN_SOURCE} bytes]`
      : `"${text}"`;
  return `[Source: (byte[])${shown}; line: ${line}, column: ${col}]`;
}

function faultWords(fault: Exclude<JsonFault, { kind: 'end' }>): string {
  switch (fault.kind) {
    case 'unexpected':
      return `Unexpected character ('${fault.character}' (code ${fault.character.charCodeAt(0)})): ${fault.expected}`;
    case 'token':
      return `Unrecognized token '${fault.token}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`;
    case 'duplicate':
      return `Duplicate field '${fault.key}'`;
    case 'tooDeep':
      return 'Document nesting depth exceeds the maximum allowed';
  }
}

/** What Jackson says of text that is no JSON, in the type and words of the engine. */
export function malformedJson(text: string, { fault, at }: JsonError): EngineError {
  const { line, col } = placeOf(text, at);
  if (fault.kind === 'end') {
    const opened =
      fault.opened === undefined
        ? ''
        : `: expected close marker for ${fault.opened.what} (start marker at ${source(text, fault.opened.at)})`;
    return new EngineError({
      type: 'x_content_e_o_f_exception',
      reason: `[${line}:${col}] Unexpected end of file`,
      caused_by: {
        type: 'json_e_o_f_exception',
        reason: `Unexpected end-of-input${opened}\n at ${source(text, at)}`,
      },
    });
  }
  const words = faultWords(fault);
  const type = fault.kind === 'tooDeep' ? 'stream_constraints_exception' : 'json_parse_exception';
  const reason = `${words}\n at ${source(text, at)}`;
  return contentError(text, at, reason, { type, reason });
}
