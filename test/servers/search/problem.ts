import type { Family } from './dialect';
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

const shownSource = 500;

/** Where Jackson stood, with as much of the text as the engine lets it show. */
function source(text: string, at: number, family: Family): string {
  const { line, col } = placeOf(text, at);
  const left = text.length - shownSource;
  const shown = left > 0 ? `"${text.slice(0, shownSource)}"[truncated ${left} bytes]` : `"${text}"`;
  const what =
    family === 'elasticsearch'
      ? `(byte[])${shown}`
      : 'REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)';
  return `[Source: ${what}; line: ${line}, column: ${col}]`;
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

/** What Jackson says, which Elasticsearch puts into an exception of its own and OpenSearch does not. */
function jacksonError(text: string, at: number, family: Family, cause: Problem, status: number): EngineError {
  if (family === 'opensearch') return new EngineError(cause, status);
  return contentError(text, at, cause.reason ?? '', cause);
}

/** Text that is no JSON, in the type and words of the engine. */
export function malformedJson(text: string, { fault, at }: JsonError, family: Family): EngineError {
  const where = `\n at ${source(text, at, family)}`;
  if (fault.kind === 'end') {
    const { opened } = fault;
    const open =
      opened && `expected close marker for ${opened.what} (start marker at ${source(text, opened.at, family)})`;
    const reason = `Unexpected end-of-input${open === undefined ? '' : `: ${open}`}${where}`;
    const cause = { type: 'json_e_o_f_exception', reason };
    if (family === 'opensearch') return new EngineError(cause);
    const { problem } = contentError(text, at, 'Unexpected end of file', cause);
    return new EngineError({ ...problem, type: 'x_content_e_o_f_exception' });
  }
  const type = fault.kind === 'tooDeep' ? 'stream_constraints_exception' : 'json_parse_exception';
  return jacksonError(text, at, family, { type, reason: `${faultWords(fault)}${where}` }, 400);
}

/** A whole number that Java's `int` cannot hold; `at` is behind its digits. */
export function numberOutOfRange(text: string, at: number, digits: string, family: Family): EngineError {
  const range = `Numeric value (${digits}) out of range of int (-2147483648 - 2147483647)`;
  const cause = { type: 'input_coercion_exception', reason: `${range}\n at ${source(text, at, family)}` };
  return jacksonError(text, at, family, cause, 500);
}
