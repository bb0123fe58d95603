import { plainText, withoutCodicons } from '../../core/base/text/plainText';

/**
 * Foreign text (of a server, a file, a person) for a notification. VS Code renders `[label](command:…)` there as a link, so
 * that sequence is broken.
 */
export function escapeForNotification(text: string, longest = 200): string {
  return plainText(text, longest).replace(/\]\(/g, ']\u200B(');
}

/**
 * Foreign text for the label of a quick pick, where `$(name)` would become an icon. Never put such text into `description` or
 * `detail`: VS Code renders those as Markdown on hover and fetches images in them.
 */
export function escapeForLabel(text: string, longest = 200): string {
  return withoutCodicons(plainText(text, longest));
}
