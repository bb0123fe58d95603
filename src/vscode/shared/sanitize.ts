import { plainText, withoutCodicons } from '../../core/base/text/plainText';

/**
 * Foreign text (of a server, a file, a person) for a notification. VS Code renders `[label](command:…)` there as a link, so
 * that sequence is broken.
 */
export function escapeForNotification(text: string, longest = 200): string {
  return plainText(text, longest).replace(/\]\(/g, ']\u200B(');
}

/**
 * Foreign text for the label of a quick pick, where `$(name)` would become an icon. Such text is not for `description` or
 * `detail`: VS Code renders those as Markdown on hover and fetches images in them (see `escapeForDescription`).
 */
export function escapeForLabel(text: string, longest = 200): string {
  return withoutCodicons(plainText(text, longest));
}

/**
 * A line that holds foreign text, for the description of a quick pick. VS Code shows it as it is, but renders it as Markdown
 * on hover (with HTML escaped). Links, images, and addresses that would become links are broken by invisible characters;
 * nothing else of one line fetches or opens anything.
 *
 * @param line begins with words of ours: a link's definition is one only at the start of a line
 */
export function escapeForDescription(line: string, longest = 400): string {
  return withoutCodicons(plainText(line, longest))
    .replace(/[\]@]/g, '$&\u200B')
    .replace(/:(?=\/\/)/g, ':\u200B')
    .replace(/www(?=\.)/gi, '$&\u200B');
}

/**
 * Foreign text for `MarkdownString.appendText`, which takes Markdown literally but still makes links of addresses: those are
 * broken by invisible characters. Names such as `web@docker` stay what they are, so that they can be copied.
 */
export function escapeForHover(text: string): string {
  return text
    .replace(/:(?=\/\/)/g, ':\u200B')
    .replace(/www(?=\.)/gi, '$&\u200B')
    .replace(/@(?=[\w-]+\.\w)/g, '@\u200B');
}
