import { deepestBody } from '../query/depth';

/** The value of a Rison text, as `JSON.parse` returns it. */
type RisonValue = string | number | boolean | null | RisonValue[] | { [name: string]: RisonValue };

/** Characters that end a name or a number, and need quotes in a text. */
const notInName = /[ '!:(),*@$]/g;
const numeral = /^-?\d+(?:\.\d+)?(?:e-?\d+)?$/i;

/** The result for a text that is not Rison. */
const nothing = Symbol('nothing');

/**
 * Reads Rison, the notation of Kibana and OpenSearch Dashboards for their state: `(a:!(1,'it!'s'),b:!t,c:!n)`. Reads
 * the text once, and refuses values that are nested deeper than a request body may be. A number that would lose digits
 * becomes a string, which engines accept as the number.
 *
 * @returns undefined if the text is not Rison
 */
export function readRison(text: string): RisonValue | undefined {
  let at = 0;
  let depth = 0;

  const takes = (sign: string): boolean => {
    if (text.charAt(at) !== sign) return false;
    at += 1;
    return true;
  };

  const taken = (read: Scanned | undefined): RisonValue | typeof nothing => {
    if (read === undefined) return nothing;
    at = read.end;
    return read.value;
  };

  function value(): RisonValue | typeof nothing {
    switch (text.charAt(at)) {
      case '':
        return nothing;
      case "'":
        return taken(quotedAt(text, at));
      case '(':
        at += 1;
        return inside(members);
      case '!':
        return marked();
      default:
        return taken(bareAt(text, at));
    }
  }

  function inside<Read>(read: () => Read): Read | typeof nothing {
    depth += 1;
    if (depth > deepestBody) return nothing;
    const held = read();
    depth -= 1;
    return held;
  }

  function marked(): RisonValue | typeof nothing {
    const sign = text.charAt(at + 1);
    at += 2;
    if (sign === '(') return inside(items);
    return sign === 't' ? true : sign === 'f' ? false : sign === 'n' ? null : nothing;
  }

  function items(): RisonValue[] | typeof nothing {
    const held: RisonValue[] = [];
    if (takes(')')) return held;
    do {
      const item = value();
      if (item === nothing) return nothing;
      held.push(item);
    } while (takes(','));
    return takes(')') ? held : nothing;
  }

  function members(): RisonValue | typeof nothing {
    const held: [string, RisonValue][] = [];
    if (takes(')')) return {};
    do {
      const name = value();
      if (name === nothing || typeof name === 'object' || !takes(':')) return nothing;
      const member = value();
      if (member === nothing) return nothing;
      held.push([String(name), member]);
    } while (takes(','));
    // Own properties, for any names.
    return takes(')') ? Object.fromEntries(held) : nothing;
  }

  const whole = value();
  return whole === nothing || at < text.length ? undefined : whole;
}

/** A value, and the index after it. */
interface Scanned {
  readonly value: string | number;
  readonly end: number;
}

/** A text in quotes, where `!` escapes a quote and itself. */
function quotedAt(text: string, start: number): Scanned | undefined {
  const parts: string[] = [];
  let from = start + 1;
  for (let next = from; next < text.length; next++) {
    const sign = text.charAt(next);
    if (sign === "'") return { value: parts.join('') + text.slice(from, next), end: next + 1 };
    if (sign !== '!') continue;
    parts.push(text.slice(from, next));
    next += 1;
    from = next;
    if (next >= text.length || !"!'".includes(text.charAt(next))) return undefined;
  }
  return undefined;
}

/** A name, or a number. Kibana refuses names that begin with a digit; handwritten links have them. */
function bareAt(text: string, start: number): Scanned | undefined {
  notInName.lastIndex = start;
  const end = notInName.exec(text)?.index ?? text.length;
  const word = text.slice(start, end);
  if (word === '') return undefined;
  const isExact = numeral.test(word) && String(Number(word)) === word;
  return { value: isExact ? Number(word) : word, end };
}
