import { element } from './dom';
import { jsonTokens } from './jsonTokens';

/** JSON text in the colours of the debugger, as it stands. */
export function jsonText(json: string, label: string): HTMLElement {
  const text = element('pre', { tabindex: '0', 'aria-label': label });
  for (const token of jsonTokens(json)) {
    text.append(token.kind === 'plain' ? token.text : element('span', { class: `json-${token.kind}` }, token.text));
  }
  return text;
}
