import type { Tooltip } from '../../core/proxy/tree/tooltip';

/**
 * A tooltip as one plain string, which VS Code draws as text. A Markdown tooltip could look richer, and would turn a
 * rule with an address in it into a link or an image.
 */
export function tooltipText({ title, rows, errors }: Tooltip): string {
  return [
    title,
    '',
    ...rows.map(([label, value]) => `${label}: ${value}`),
    ...(errors.length === 0 ? [] : ['', errors.length === 1 ? 'Error:' : 'Errors:', ...errors]),
  ].join('\n');
}
