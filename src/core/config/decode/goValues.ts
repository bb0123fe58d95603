const bools = new Set(['1', 't', 'T', 'TRUE', 'true', 'True', '0', 'f', 'F', 'FALSE', 'false', 'False']);

/** Whether Go's strconv.ParseBool accepts a text. */
export function isGoBool(text: string): boolean {
  return bools.has(text);
}

/** The value of a text that ParseBool accepts. */
export function isGoTrue(text: string): boolean {
  return bools.has(text) && /^[1tT]/.test(text);
}

/** Whether strconv.ParseInt accepts a text, with base 10 and 64 bits. */
export function isGoInt(text: string): boolean {
  if (!/^[-+]?\d{1,400}$/.test(text)) return false;
  const value = BigInt(text.replace('+', ''));
  return value >= -(2n ** 63n) && value < 2n ** 63n;
}

/** The same with 32 bits. */
export function isGoInt32(text: string): boolean {
  return isGoInt(text) && BigInt.asIntN(32, BigInt(text.replace('+', ''))) === BigInt(text.replace('+', ''));
}

/** Whether strconv.ParseFloat accepts a text, except for its underscores after a base and its hexadecimal exponents. */
export function isGoFloat(text: string): boolean {
  return text.length < 400 && /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?|nan)$/i.test(text);
}

const duration = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;

/** Whether a text is a duration of the configuration: a number of seconds, or one that time.ParseDuration accepts. */
export function isGoDuration(text: string): boolean {
  return isGoInt(text) || text === '0' || /^[-+]0$/.test(text) || (text.length < 1_000 && duration.test(text));
}

const units: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3_600,
};

/** The seconds of a duration, or the value of a whole number; undefined if a text is neither. */
export function secondsOfGo(text: string): number | undefined {
  if (isGoInt(text)) return Number(text);
  if (!isGoDuration(text)) return undefined;
  let seconds = 0;
  for (const [, count = '', unit = ''] of text.matchAll(/([\d.]+)([a-zµμ]+)/g))
    seconds += Number(count) * (units[unit] ?? 0);
  return text.startsWith('-') ? -seconds : seconds;
}
