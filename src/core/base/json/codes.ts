/** The characters of JSON's own grammar, as UTF-16 units, and as bytes of UTF-8. */
export const SPACE = 0x20;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const TAB = 0x09;
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
