import { type GoValue, goJson } from './json-text';
import type { Listings } from './state';

/** The length of the longest hostile name, in characters. */
export const longName = 100_000;

/**
 * Texts that become something else where they are taken for Markdown, HTML, codicon syntax, a link, a path or a key.
 * Whatever follows an address in them asks `beacon`, an origin such as `http://127.0.0.1:4000`, whose server a test watches:
 * nothing may ever arrive there.
 */
export function hostileTexts(beacon: string): readonly string[] {
  const to = (what: string) => `${beacon}/beacon?${what}`;
  return [
    `![x](${to('markdown-image')})`,
    `[![x](${to('linked-image')})](${to('image-link')})`,
    `[click me](${to('markdown-link')})`,
    `[run me](command:workbench.action.reloadWindow)`,
    `[open me](vscode://file/etc/passwd)`,
    `![x][ref]\n\n[ref]: ${to('reference')}`,
    `\n\n# Heading\n\n![x](${to('after-newline')})\n`,
    `\`\`\`\n![x](${to('after-fence')})\n\`\`\``,
    `\`Host(\`\`![x](${to('in-backticks')})\`\`)\``,
    `| a | b |\n|---|---|\n| ![x](${to('table')}) | $(alert) |`,
    '$(alert) $(zap~spin) $(sync~spin)danger',
    '\\$(alert) $$(alert) $(not-an-icon)',
    `<script>fetch(${JSON.stringify(to('script'))})</script>`,
    `<img src="${to('html-image')}">`,
    `<img src=x onerror="fetch('${to('onerror')}')">`,
    `"><svg/onload=fetch('${to('svg')}')>`,
    `<style>@import url(${to('style')});</style>`,
    `<iframe src="${to('iframe')}"></iframe><base href="${beacon}/">`,
    `<link rel="stylesheet" href="${to('stylesheet')}"><!--`,
    `<a href="command:workbench.action.terminal.new">terminal</a>`,
    'javascript:alert(document.domain)',
    to('bare-address'),
    'file:///etc/passwd',
    '../../../../etc/passwd',
    '%2e%2e%2f%00',
    'a/b?c=d#e',
    '\u202egnp.exe\u202c \u2066isolate \u200bzero-width\u200d \ufeffmark',
    'line one\nline two\r\nline three\ttab\u2028separator\u2029paragraph',
    'null\u0000byte \u001b[31mred\u001b[0m \u0007bell',
    'half a pair \ud800',
    '__proto__',
    'constructor',
    'toString',
    '',
    ' ',
    '@',
    '@@docker',
    'no provider',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the variables of VS Code's settings and tasks
    '${env:HOME} ${workspaceFolder} {0} {1}',
    '&lt;b&gt;already escaped&amp;&lt;/b&gt;',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} e\u0301 \u0645\u0631\u062d\u0628\u0627',
    'x'.repeat(longName),
  ];
}

type GoObject = { readonly [key: string]: GoValue | undefined };

/** Listings with a hostile text in every place where Traefik puts a text. Each text is an item's name in each listing. */
export function hostileListings(beacon: string): Listings {
  const names = hostileTexts(beacon);
  const everyText = (text: string) => ({ status: text, error: [text, text], provider: text, using: [text] });
  const listing = (item: (text: string, index: number) => GoObject) =>
    names.flatMap((text, index) => {
      const items: GoObject[] = [{ ...item(text, index), name: text }];
      // The same name once more as Traefik would qualify it, with a status that is known.
      if (!text.includes('@')) items.push({ ...item(text, index), status: 'disabled', name: `${text}@docker` });
      return items.map(goJson);
    });

  const router = (text: string, index: number): GoObject => ({
    entryPoints: [text],
    middlewares: [text],
    service: text,
    rule: text,
    priority: index,
    tls: { options: text, certResolver: text, domains: [{ main: text, sans: [text] }] },
    ...everyText(text),
    priorityStr: String(index),
  });
  const service = (text: string): GoObject => ({
    loadBalancer: { servers: [{ url: text, address: text }], healthCheck: { path: text } },
    serverStatus: Object.fromEntries([[text, text]]),
    usedBy: [text],
    ...everyText(text),
    type: 'loadbalancer',
  });
  const middleware = (text: string): GoObject => ({
    headers: { customRequestHeaders: Object.fromEntries([[text, text]]) },
    usedBy: [text],
    ...everyText(text),
    type: text,
  });
  const entryPoint = (text: string): GoObject => ({ address: text, http: { middlewares: [text] } });

  return {
    'http/routers': listing(router),
    'http/services': listing(service),
    'http/middlewares': listing(middleware),
    'tcp/routers': listing(router),
    'tcp/services': listing(service),
    'tcp/middlewares': listing(middleware),
    'udp/routers': listing(router),
    'udp/services': listing(service),
    entrypoints: listing(entryPoint),
    certificates: listing((text) => ({ commonName: text, sans: [text], issuerCN: text, status: text })),
  };
}
