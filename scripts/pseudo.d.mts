import type { Texts } from './texts.mjs';

export const pseudoLanguage: string;
export function pseudo(text: string): string;
export function pseudoTexts(texts: Texts): Readonly<Record<string, string>>;
export function stagePseudo(root: string, folder: string): Promise<void>;
