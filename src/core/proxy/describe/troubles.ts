import type { Item } from '../model/model';

/**
 * What Traefik's messages say is wrong, in two or three words, so that a narrow row begins with it. The whole messages are
 * the rows below the item.
 *
 * @see https://github.com/traefik/traefik/tree/v3.7/pkg/server/router, …/service and …/middleware
 */
const troubles: readonly (readonly [message: RegExp, words: string])[] = [
  [/TLSOptions configuration is conflicting/i, 'conflicting TLS options'],
  [/unknown TLS options/i, 'unknown TLS options'],
  [/error while parsing rule|error while adding rule|invalid rule/i, 'bad rule'],
  [/recursion detected|cyclic/i, 'refers to itself'],
  [/\bservice "[^"]*" does not exist/i, 'missing service'],
  [/\bmiddleware "[^"]*" does not exist/i, 'missing middleware'],
  [/entryPoint "[^"]*" doesn't exist|no valid entryPoint/i, 'missing entry point'],
  [/has no service/i, 'no service'],
  [/is not reachable/i, 'not reachable'],
  [/error parsing regexp/i, 'bad expression'],
  [/error parsing server URL/i, 'bad server URL'],
  [/multi-types middleware/i, 'two types at once'],
];

/** What is wrong with an item by its configuration; undefined where nothing is. */
export function troubleOf({ status, errors }: Item): string | undefined {
  if (status !== 'disabled' && status !== 'warning') return undefined;
  for (const [message, words] of troubles) {
    if (errors.some((error) => message.test(error))) return words;
  }
  return status === 'disabled' ? 'error' : 'warning';
}
