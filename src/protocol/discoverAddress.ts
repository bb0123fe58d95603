/** The most characters of an address that are read: browsers copy longer ones, but real searches are shorter. */
export const longestAddress = 50_000;

/** The path of an address must end within this many characters. The rest may be longer. */
const longestPath = 2_000;

/** Discover of Kibana and OpenSearch Dashboards, below any base path, and links to it. */
const discoverPath =
  /\/app\/(?:discover|data-explorer\/discover|explore\/logs|r\/s\/[\w-]{1,200})\/?$|\/goto\/[\da-f]{32}\/?$/;
/** Kibana before 7.11 had one path for all apps. */
const oldPath = /\/app\/kibana\/?$/;
const oldRoute = /^#\/(?:discover|doc|context)\b/;

/** The address in a text that is only an address of Discover or a link to it. Its search may not be readable. */
export function discoverAddressIn(text: string): string | undefined {
  const typed = text.trim();
  // Chats and documents quote addresses like this.
  const address = typed.startsWith('<') && typed.endsWith('>') ? typed.slice(1, -1) : typed;
  const head = address.slice(0, longestPath);
  if (!/^https?:\/\//i.test(head)) return undefined;
  const at = head.search(/[?#]/);
  const path = at < 0 ? head : head.slice(0, at);
  if (at < 0 && address.length > longestPath) return undefined;
  if (discoverPath.test(path)) return address;
  if (/\/app\/r\/?$/.test(path)) return /^\?l=DISCOVER_APP_LOCATOR&/.test(head.slice(at)) ? address : undefined;
  return oldPath.test(path) && oldRoute.test(head.slice(head.indexOf('#'))) ? address : undefined;
}
