/** JSON's own characters, as UTF-16 units and bytes. An enum, because the bundler inlines its members as numbers. */
export enum JsonCode {
  Space = 0x20,
  LineFeed = 0x0a,
  CarriageReturn = 0x0d,
  Tab = 0x09,
  Quote = 0x22,
  Backslash = 0x5c,
  Comma = 0x2c,
  Colon = 0x3a,
  OpenBracket = 0x5b,
  CloseBracket = 0x5d,
  OpenBrace = 0x7b,
  CloseBrace = 0x7d,
}
