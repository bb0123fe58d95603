import { type Decoded, type DecodedStruct, decodedText, structIn, textsIn } from '../decode/decoded';
import { isGoBool, isGoTrue, secondsOfGo } from '../decode/goValues';
import type { CheckedValue, ValueForm } from '../model/declaration';
import { isKnown } from '../source/placedText';

/** The paths below middlewares that have an `IPStrategy`, and those that have a `SourceCriterion`. */
export const sourceCriteria: readonly string[] = ['rateLimit.sourceCriterion', 'inFlightReq.sourceCriterion'];
export const ipStrategies: readonly string[] = [
  ...['ipAllowList.ipStrategy', 'ipWhiteList.ipStrategy'],
  ...sourceCriteria.map((path) => `${path}.ipStrategy`),
];

/** The options at a path such as `rateLimit.sourceCriterion`. */
export function bodyIn(from: DecodedStruct | undefined, path: string): DecodedStruct | undefined {
  return path.split('.').reduce<DecodedStruct | undefined>((body, name) => structIn(body, name), from);
}

/** The plain values at a path, each with its required form. */
export function checkedValuesAt(
  from: DecodedStruct | undefined,
  path: string,
  form: ValueForm,
): readonly CheckedValue[] {
  const end = path.lastIndexOf('.');
  const [body, field] = end < 0 ? [from, path] : [bodyIn(from, path.slice(0, end)), path.slice(end + 1)];
  const text = decodedText(body, field);
  return [...textsIn(body, field), ...(text === undefined ? [] : [text])].map((one) => ({
    form,
    text: one,
    options: [field],
  }));
}

/** Whether an option is certainly present and not off. */
export function isOn(value: Decoded | undefined): boolean {
  if (value === undefined || !allKnown(value)) return false;
  switch (value.kind) {
    case 'struct':
    case 'raw':
      return true;
    case 'map':
      return value.entries.size > 0;
    case 'list':
    case 'texts':
      return value.items.length > 0;
    case 'text':
      return isGoBool(value.text.value) ? isGoTrue(value.text.value) : value.text.value !== '';
  }
}

/** Whether no part of a plain value, or of a list of these, is a variable. */
export function allKnown(value: Decoded): boolean {
  if (value.kind === 'text') return isKnown(value.text.value);
  return value.kind !== 'texts' || value.items.every((item) => isKnown(item.value));
}

/** The seconds of a duration, or a number; undefined if absent or unknown. */
export function numberIn(body: DecodedStruct | undefined, field: string): number | undefined {
  const text = decodedText(body, field)?.value;
  return text === undefined || !isKnown(text) ? undefined : secondsOfGo(text);
}
