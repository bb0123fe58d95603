import { jsonOrNothing } from '../../base/json/parse';
import { behindString, behindToken, endOfValue, skipSpace } from '../../base/json/scan';
import {
  isSecretHeader,
  looksRandom,
  maskAddress,
  maskHeaderLine,
  maskSnippet,
  maskText,
  replaceUserInfo,
  secretMask,
  suspicionOf,
} from '../../base/secrets/secretsInText';
import { jobOf } from '../../base/worker/job';
import { runJob } from '../../base/worker/runJob';

/** An API object that is kept with its JSON as received. */
interface Received {
  readonly text: string;
}

/**
 * The JSON of an item with `•••` in place of every secret: values of members with a secret's name, and texts that look
 * like secrets anywhere. The rest is as received: digits, escapes, spaces, order, unknown fields.
 *
 * Only the command that reveals the secrets of one document shows `text` itself.
 */
export function shownText(item: Received): string {
  let shown = shownTexts.get(item);
  if (shown === undefined) {
    shown = maskJson(item.text);
    shownTexts.set(item, shown);
  }
  return shown;
}

/** Avoids masking an item's text again each time that it is shown. */
const shownTexts = new WeakMap<Received, string>();

/**
 * Masks a long text in another thread, after which `shownText` returns it at once.
 *
 * @throws RequestFailure `canceled`
 */
export async function longShownText(item: Received, signal?: AbortSignal): Promise<string> {
  const shown = shownTexts.get(item) ?? (await runJob(maskJsonJob, [item.text], { length: item.text.length, signal }));
  shownTexts.set(item, shown);
  return shown;
}

/** Whether `shownText` hides a part of the text. */
export function hasSecrets(item: Received): boolean {
  return shownText(item) !== item.text;
}

/** The URL of a server without credentials, and without the values of query parameters that are secrets. */
export function shownUrl(url: string): string {
  return maskText(replaceUserInfo(url, ''));
}

/** An object or array that contains the current position. */
interface Frame {
  readonly isObject: boolean;
  /** The parsed object or array, to check a member's neighbors. */
  readonly value: unknown;
  /** The name of its member in the parent; empty for the whole text and for items of an array. */
  readonly name: string;
  /** The name of its parent. */
  readonly parent: string;
  /** Whether the names of its members are names of headers. */
  readonly isHeaders: boolean;
  /** The name of the member that is being read; undefined before a name. */
  member: string | undefined;
  /** The number of array items before the current one. */
  index: number;
}

/** Reads the text once, without recursion: each level of nesting needs one frame. */
function maskJson(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  const replace = (start: number, end: number, by: string): void => {
    pieces.push(text.slice(copied, start), JSON.stringify(by));
    copied = end;
  };
  const parsed = jsonOrNothing(text);
  const frames: Frame[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const character = text.charAt(at);
    const frame = frames.at(-1);
    if (frame !== undefined && (character === '}' || character === ']')) {
      frames.pop();
      at++;
    } else if (frame !== undefined && character === ',') {
      frame.member = undefined;
      frame.index++;
      at++;
    } else if (character === '"' && frame?.isObject === true && frame.member === undefined) {
      const end = behindString(text, at);
      frame.member = stringIn(text, at, end);
      const shown = maskText(frame.member);
      if (shown !== frame.member) replace(at, end, shown);
      at = skipSpace(text, end) + 1;
    } else if (character === '{' || character === '[') {
      const end = isSecret(frame, frames.length) && !isEmpty(text, at) ? endOfValue(text, at) : undefined;
      if (end === undefined) frames.push(frameOf(character, frame, parsed));
      else replace(at, end, secretMask);
      at = end ?? at + 1;
    } else {
      const end = behindToken(text, at);
      const value = character === '"' ? stringIn(text, at, end) : text.slice(at, end);
      const shown =
        character === '"' ? shownString(value, frame, frames.length) : shownWord(value, frame, frames.length);
      if (shown !== value) replace(at, end, shown);
      at = end;
    }
    at = skipSpace(text, at);
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}

/** The JSON string from `start` to `end`. Most strings have no escapes. */
function stringIn(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  const escaped = written.includes('\\') ? jsonOrNothing(written) : undefined;
  return typeof escaped === 'string' ? escaped : written.slice(1, -1);
}

function isEmpty(text: string, at: number): boolean {
  return /[}\]]/.test(text.charAt(skipSpace(text, at + 1)));
}

function frameOf(bracket: string, within: Frame | undefined, whole: unknown): Frame {
  const name = within?.member ?? '';
  return {
    isObject: bracket === '{',
    value: within === undefined ? whole : valueIn(within),
    name,
    parent: within?.name ?? '',
    isHeaders: headersPattern.test(name) || (/^(?:set|add)$/.test(name) && /headerModifier$/i.test(within?.name ?? '')),
    member: undefined,
    index: 0,
  };
}

/** The value at the current position. */
function valueIn({ value, member, index }: Frame): unknown {
  return memberOf(value, member ?? String(index));
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Whether the place of a value makes it a secret, independent of the value. */
function isSecret(frame: Frame | undefined, depth: number): boolean {
  const name = frame?.member;
  // The members of `plugin` are the plugins by name, such as `token-auth`.
  if (frame === undefined || name === undefined || (frame.name === 'plugin' && depth === 2)) return false;
  if (frame.isHeaders ? isSecretHeader(name) : suspicionOf(name) === 'secret') return true;
  return /^values?$/i.test(name) && isNamedAsSecret(frame.value);
}

/** Whether it is a header or setting written as an object: `{"name": "X-Api-Key", "value": …}`. */
function isNamedAsSecret(pair: unknown): boolean {
  return ['name', 'key', 'header', 'headerName'].some((member) => {
    const name = memberOf(pair, member);
    return typeof name === 'string' && isSecretHeader(name);
  });
}

function shownString(value: string, frame: Frame | undefined, depth: number): string {
  const name = frame?.member ?? frame?.name ?? '';
  if (isOfUsers(frame)) return value.slice(0, value.indexOf(':') + 1) + secretMask;
  if (isSecret(frame, depth)) {
    if (harmless.test(value) || isAmount(name, value)) return value;
    const [scheme = ''] = /authorization$/i.test(name) ? (schemePattern.exec(value) ?? []) : [];
    return scheme + secretMask;
  }
  if (/^key$/i.test(name) && /tls/i.test(frame?.name ?? '') && !harmless.test(value) && !path.test(value))
    return secretMask;
  if (suspicionOf(name) === 'perhaps' && (looksRandom(value) || (/auth$/i.test(name) && credentials.test(value))))
    return secretMask;
  if (/snippet$/i.test(name)) return maskSnippet(value);
  if (headersPattern.test(name)) return maskHeaderLine(value);
  return addressPattern.test(name) ? maskAddress(value) : maskText(value);
}

const headersPattern = /headers?$/i;
const addressPattern = /(?:addr|address|endpoints?|hosts?|servers?|ur[il]|dsn|connection|connectionstring)$/i;

/** Whether it is an entry of `users`: `name:hash` or `name:realm:hash`. */
function isOfUsers(frame: Frame | undefined): boolean {
  if (frame === undefined) return false;
  return frame.isObject
    ? frame.member === 'users' && auth.test(frame.name)
    : frame.name === 'users' && auth.test(frame.parent);
}

const auth = /^(?:basic|digest)auth$/i;

/** An empty value, a boolean, or a reference to where the secret comes from. */
const harmless = /^(?:|true|false|\$\{[^}]*\}|(?:\w+ )?\{\{[^}]*\}\}|urn:k8s:secret:.*)$/i;
const schemePattern = /^(?:Basic|Bearer|Digest|Negotiate|Token|ApiKey) (?=.)/i;
/** The path of a file, which Traefik accepts in place of the file's content. */
const path = /^(?:\.{0,2}\/|[A-Za-z]:\\)[^\r\n]{0,300}$|^[\w./-]{1,100}\.(?:key|pem)$/;
const credentials = /^[^\s:/]+:[^\s/]+$/;

/** The value of `tokens: 100` is a count, not a token. */
function isAmount(name: string, value: string): boolean {
  return /tokens$/i.test(name) && /^-?\d+(?:\.\d+)?$/.test(value);
}

/** A number, true, false or null. */
function shownWord(value: string, frame: Frame | undefined, depth: number): string {
  return /^[\d-]/.test(value) && isSecret(frame, depth) && !isAmount(frame?.member ?? '', value) ? secretMask : value;
}

export const maskJsonJob = jobOf('maskJson', 2 ** 18, maskJson);
