/** The version of the Traefik that responds. All of it is server text. */
export interface TraefikVersion {
  /** `3.7.9`. Custom builds have `dev` or any other text. */
  readonly number: string;
  readonly codename?: string | undefined;
  /** RFC 3339: when the process that responded started. There may be several processes behind one address. */
  readonly startDate?: string | undefined;
  /** The name that the operators of this Traefik gave it; since 3.7. */
  readonly dashboardName?: string | undefined;
}

/** A release, as its tag without the `v`. */
type Release = `${number}.${number}.${number}`;

/** A change in Traefik's behavior, and the release of each branch that introduced it. */
export interface TraefikVersionChange {
  /**
   * The first release with the change on each branch, ascending. Branches in between never got it; later ones have it.
   */
  readonly since: readonly [Release, ...Release[]];
  /** The commit in https://github.com/traefik/traefik. If there are several branches, the one on the first. */
  readonly commit: string;
}

/**
 * All changes in Traefik that affect the results about requests and routers. Each was looked up in the tags of
 * Traefik's repository (`git tag --contains`), up to v2.11.53, v3.6.24, and v3.7.9 of 2026-07-24.
 */
export const versionChanges = {
  /** TCP routers have priorities. */
  tcpPriorities: { since: ['2.7.0'], commit: 'dad76e0478' },
  /** A client is refused if its ALPN has none of the server's protocols, as in Go since 1.17. */
  refusesOtherProtocols: { since: ['2.5.0'], commit: 'b7700e77bf' },
  /** ReplacePathRegex with an empty replacement is applied instead of skipped. */
  replacesWithNothing: { since: ['2.11.1', '3.0.0'], commit: '7f29595c0a' },
  /** Entry points normalize escapes in paths before rules see them; rules in 3 see reserved characters escaped. */
  normalizesPaths: { since: ['2.11.25', '3.4.1'], commit: '08d5dfee01' },
  /** Entry points deny some escapes in paths (`http.encodedCharacters`), and until the next change by default, too. */
  deniesEscapes: { since: ['2.11.32', '3.6.3', '3.7.0'], commit: '4d7d627319' },
  /** Entry points deny no escapes by default. */
  allowsEscapes: { since: ['2.11.35', '3.6.7', '3.7.0'], commit: 'adf47fba31' },
  /**
   * StripPrefix and StripPrefixRegex cut the length of the encoded prefix from an encoded path, not of the decoded one.
   */
  measuresEncodedPrefix: { since: ['2.11.42', '3.6.12', '3.7.0'], commit: 'f19aaa769c' },
  /** `X_Forwarded_Proto` and similar headers are removed like `X-Forwarded-Proto`. */
  removesUnderscored: { since: ['2.11.43', '3.6.14', '3.7.0'], commit: '61b5bc4ad1' },
  /** The rest after StripPrefix and StripPrefixRegex is cleaned and passed on; spaces around prefixes are ignored. */
  cleansStripped: { since: ['2.11.43', '3.6.14', '3.7.0'], commit: '1a43505387' },
  /** If cleaning would change what StripPrefix and StripPrefixRegex leave, the response is 400. */
  refusesStripped: { since: ['2.11.47', '3.6.18', '3.7.2'], commit: '892bcc288b' },
  /** If cleaning would change the result of ReplacePathRegex, the response is 400. */
  refusesReplaced: { since: ['2.11.52', '3.6.23', '3.7.7'], commit: '3f10dd4424' },
  /** The response to a CONNECT over HTTP/1 that reaches a load balancer is 501. */
  refusesConnect: { since: ['2.11.53', '3.6.24', '3.7.9'], commit: '94a7508817' },
  /** A `*` at the beginning of a Host or HostSNI matches any first label. */
  wildcardHosts: { since: ['3.7.0'], commit: 'ea92a3e150' },
  /** ``Host(`*`)`` matches every host, not only names with one label. */
  starIsEveryHost: { since: ['3.7.7'], commit: '6da6dcdd65' },
  /** An order of providers decides between routers of the same priority. */
  providerOrder: { since: ['3.7.0'], commit: '9d9f0d465d' },
  /** The API has a support dump. */
  supportDump: { since: ['3.3.0'], commit: 'e85d02c530' },
} as const satisfies Readonly<Record<string, TraefikVersionChange>>;

/**
 * Whether a version has a change. Undefined if unknown: the version is not reported, is a custom build (`dev`), or is a
 * prerelease of the release with the change and may have it already (`3.7.0-rc.1`).
 */
export function hasChange(version: TraefikVersion | undefined, { since }: TraefikVersionChange): boolean | undefined {
  const own = numbersOf(version);
  if (own === undefined) return undefined;
  const releases = since.map(partsOf);
  const ofBranch = releases.find(([major, minor]) => major === own.major && minor === own.minor);
  if (ofBranch !== undefined) return atLeast(own.patch, ofBranch[2], own.isEarly);
  const [major, minor, patch] = releases.at(-1) ?? [0, 0, 0];
  if (own.major < major || (own.major === major && own.minor < minor)) return false;
  // A prerelease of the next branch may be older than the last release here.
  const isNext = own.major === major && own.minor === minor + 1;
  return own.isEarly && own.patch === 0 && isNext && patch > 0 ? undefined : true;
}

/** Whether the version is a Traefik release or prerelease: custom builds call themselves `dev`. */
export function isVersionNumber(version: TraefikVersion | undefined): boolean {
  return numbersOf(version) !== undefined;
}

export function majorOf(version: TraefikVersion | undefined): number | undefined {
  return numbersOf(version)?.major;
}

function numbersOf(version: TraefikVersion | undefined) {
  const found = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(-)?/.exec(version?.number ?? '');
  if (found === null) return undefined;
  return {
    major: Number(found[1]),
    minor: Number(found[2]),
    patch: Number(found[3]),
    /** Whether it is a prerelease of the release with these numbers. */
    isEarly: found[4] !== undefined,
  };
}

function atLeast(patch: number, wanted: number, isEarly: boolean): boolean | undefined {
  if (patch === wanted && isEarly) return undefined;
  return patch >= wanted;
}

function partsOf(release: Release): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = release.split('.').map(Number);
  return [major, minor, patch];
}
