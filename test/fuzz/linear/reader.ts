/** Gives a text from outside to an exported function, as its argument or in it. What it returns or throws does not matter. */
export type Read = (text: string) => unknown;

/** The readers of modules, by the path below src/ and the exported name. Several ways to give the text to one of them are a list. */
export type Readers = Readonly<Record<string, Readonly<Record<string, Read | readonly Read[]>>>>;
