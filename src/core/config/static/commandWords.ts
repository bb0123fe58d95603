import { type PlacedText, withPlaces } from '../source/placedText';

/** A sign that begins something that only a shell has: Compose refuses a parenthesis, and ends the command at others. */
const endings = ';&|<>';

/**
 * The words of a command that is one text, as Compose splits it (github.com/mattn/go-shellwords without its expansions).
 *
 * @returns undefined if Compose refuses it: for a quote without an end, or a parenthesis outside of quotes
 */
export function commandWords(command: PlacedText): readonly PlacedText[] | undefined {
  const { value, file, end, places } = withPlaces(command);
  const placeOf = (index: number): number =>
    places === 'verbatim' ? command.start + index : typeof places === 'object' ? (places[index] ?? end) : command.start;
  const words: PlacedText[] = [];
  let [text, isWord, isEscaped] = ['', false, false];
  let own: number[] = [];
  let quote = '';
  const endWord = (at: number): void => {
    const isPlaced = places !== 'none' && places !== undefined;
    const [first = command.start] = own;
    const last = placeOf(at);
    if (isWord || text !== '') {
      words.push({ value: text, file, start: first, end: last, places: isPlaced ? [...own, last] : 'none' });
    }
    [text, own, isWord] = ['', [], false];
  };
  const add = (sign: string, at: number): void => {
    text += sign;
    own.push(placeOf(at));
  };
  for (let at = 0; at < value.length; at++) {
    const sign = value.charAt(at);
    if (isEscaped) {
      add(sign, at);
      isEscaped = false;
    } else if (sign === '\\' && quote !== "'") {
      isEscaped = true;
    } else if (/[ \t\r\n]/.test(sign) && quote === '') {
      endWord(at);
    } else if ((sign === '"' || sign === "'") && (quote === '' || quote === sign)) {
      if (quote === sign) isWord = true;
      quote = quote === sign ? '' : sign;
    } else if (sign === '`' && (quote === '' || quote === sign)) {
      quote = quote === sign ? '' : sign;
      add(sign, at);
    } else if (quote === '' && (sign === '(' || sign === ')')) {
      return undefined;
    } else if (quote === '' && endings.includes(sign)) {
      break;
    } else add(sign, at);
  }
  endWord(value.length);
  return isEscaped || quote !== '' ? undefined : words;
}
