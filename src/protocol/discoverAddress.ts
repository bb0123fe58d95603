/** The most characters of an address that are read: browsers copy longer ones, but nobody has such a search. */
export const longestAddress = 50_000;

/** Characters in which the path of an address must end: what comes then may be as long as it likes. */
const longestPath = 2_000;

/** Discover of Kibana and OpenSearch Dashboards, below whatever they are served under, and links that lead there. */
const discoverPath =
  /\/app\/(?:discover|data-explorer\/discover|explore\/logs|r\/s\/[\w-]{1,200})\/?$|\/goto\/[\da-f]{32}\/?$/;
/** Kibana before 7.11 had one app for all. */
const oldPath = /\/app\/kibana\/?$/;
const oldRoute = /^#\/(?:discover|doc|context)\b/;

/**
 * The address in a text, if it is one of Discover in Kibana or OpenSearch Dashboards, or a link to it, and nothing else.
 * Whether anything can be made of it is another question.
 */
export function discoverAddressIn(text: string): string | undefined {
  const typed = text.trim();
  // As chats and documents quote them.
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
