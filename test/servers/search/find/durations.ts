import { illegalArgument } from '../problem';

const units: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * Milliseconds of `1m`, `500ms`, `2d`.
 *
 * @param setting what the message calls it
 * @throws EngineError where there is no unit
 */
export function readDuration(text: string, setting: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text) ?? [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (text === '0' || text === '-1') return Number(text);
  if (amount === undefined || factor === undefined) {
    throw illegalArgument(
      `failed to parse setting [${setting}] with value [${text}] as a time value: unit is missing or unrecognized`,
    );
  }
  return Number(amount) * factor;
}

/** In the largest unit that leaves a whole number: `2d`. */
export function writeDuration(millis: number): string {
  for (const [unit, factor] of Object.entries(units).reverse()) {
    if (millis >= factor && millis % factor === 0) return `${millis / factor}${unit}`;
  }
  return `${millis}ms`;
}
