/** Where the cache is: `PROXY_SCOUT_CACHE`, or `proxy-scout` in the user's cache folder. */
export function cacheFolder(): string;

/** The cache's folder `name`, made by `install` if it is not there yet; whole, also when two processes make it at once. */
export function cached(name: string, install: (folder: string) => Promise<void>): Promise<string>;
