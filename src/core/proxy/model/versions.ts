/** Which Traefik answers. All of it is the server's text. */
export interface TraefikVersion {
  /** `3.7.9`; `dev` or anything else on builds of one's own. */
  readonly number: string;
  readonly codename?: string;
  /** RFC 3339: when the process that answered started. Behind one address there may be several. */
  readonly startDate?: string;
  /** What its people call it; since 3.7. */
  readonly dashboardName?: string;
}

/** A release as its tag has it, without the `v`. */
type Release = `${number}.${number}.${number}`;

/** Something that Traefik does otherwise since some release of each of its branches. */
export interface TraefikVersionChange {
  /** The first release of each branch that has it, ascending. Branches between two that are named never got it; those after the last have it. */
  readonly since: readonly [Release, ...Release[]];
  /** Where it was made, in https://github.com/traefik/traefik; on several branches the first. */
  readonly commit: string;
}

/**
 * All dates of Traefik's that decide what is said of requests and routers. Each was looked up in the tags of its repository
 * (`git tag --contains`), up to v2.11.53, v3.6.24 and v3.7.9 of 2026-07-24.
 */
export const versionChanges = {
  /** TCP routers have priorities. */
  tcpPriorities: { since: ['2.7.0'], commit: 'dad76e0478' },
  /** A client whose ALPN has none of the server's protocols is refused, as Go does since 1.17. */
  refusesOtherProtocols: { since: ['2.5.0'], commit: 'b7700e77bf' },
  /** ReplacePathRegex with an empty replacement replaces, and is not passed over. */
  replacesWithNothing: { since: ['2.11.1', '3.0.0'], commit: '7f29595c0a' },
  /** Entry points write the escapes of paths in one way before rules see them, and rules on 3 see reserved characters escaped. */
  normalizesPaths: { since: ['2.11.25', '3.4.1'], commit: '08d5dfee01' },
  /** Entry points deny some escapes in paths (`http.encodedCharacters`), until the next one also where nothing is set. */
  deniesEscapes: { since: ['2.11.32', '3.6.3', '3.7.0'], commit: '4d7d627319' },
  /** Entry points deny no escapes where nothing is set. */
  allowsEscapes: { since: ['2.11.35', '3.6.7', '3.7.0'], commit: 'adf47fba31' },
  /** StripPrefix and StripPrefixRegex cut as much from an encoded path as the prefix is long there, and not as it is long decoded. */
  measuresEncodedPrefix: { since: ['2.11.42', '3.6.12', '3.7.0'], commit: 'f19aaa769c' },
  /** `X_Forwarded_Proto` and its like are removed as `X-Forwarded-Proto` is. */
  removesUnderscored: { since: ['2.11.43', '3.6.14', '3.7.0'], commit: '61b5bc4ad1' },
  /** What StripPrefix and StripPrefixRegex leave is cleaned, and passed on; blanks around prefixes count for nothing. */
  cleansStripped: { since: ['2.11.43', '3.6.14', '3.7.0'], commit: '1a43505387' },
  /** What cleaning would change of what StripPrefix and StripPrefixRegex leave is answered with 400. */
  refusesStripped: { since: ['2.11.47', '3.6.18', '3.7.2'], commit: '892bcc288b' },
  /** What cleaning would change of what ReplacePathRegex makes is answered with 400. */
  refusesReplaced: { since: ['2.11.52', '3.6.23', '3.7.7'], commit: '3f10dd4424' },
  /** A CONNECT over HTTP/1 that comes to a load balancer is answered with 501. */
  refusesConnect: { since: ['2.11.53', '3.6.24', '3.7.9'], commit: '94a7508817' },
  /** A `*` that begins a Host or HostSNI means any first label. */
  wildcardHosts: { since: ['3.7.0'], commit: 'ea92a3e150' },
  /** ``Host(`*`)`` means every host, and not only names of one label. */
  starIsEveryHost: { since: ['3.7.7'], commit: '6da6dcdd65' },
  /** An order of providers decides between routers of the same priority. */
  providerOrder: { since: ['3.7.0'], commit: '9d9f0d465d' },
} as const satisfies Readonly<Record<string, TraefikVersionChange>>;

/**
 * Whether a version has a change. Undefined where that is not known: the version is not told, is a build of one's own
 * (`dev`), or came before the release that has it and may have it already (`3.7.0-rc.1`).
 */
export function hasChange(version: TraefikVersion | undefined, { since }: TraefikVersionChange): boolean | undefined {
  const own = numbersOf(version);
  if (own === undefined) return undefined;
  const releases = since.map(partsOf);
  const ofBranch = releases.find(([major, minor]) => major === own.major && minor === own.minor);
  if (ofBranch !== undefined) return atLeast(own.patch, ofBranch[2], own.isEarly);
  const [major, minor, patch] = releases.at(-1) ?? [0, 0, 0];
  if (own.major < major || (own.major === major && own.minor < minor)) return false;
  // What comes before the next branch's first release may have been made before the last release here.
  const isNext = own.major === major && own.minor === minor + 1;
  return own.isEarly && own.patch === 0 && isNext && patch > 0 ? undefined : true;
}

/** Whether the version is one of Traefik's releases or of what comes before them: builds of one's own call themselves `dev`. */
export function isVersionNumber(version: TraefikVersion | undefined): boolean {
  return numbersOf(version) !== undefined;
}

/** The first number of a version. */
export function majorOf(version: TraefikVersion | undefined): number | undefined {
  return numbersOf(version)?.major;
}

interface VersionNumbers {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** Whether it comes before the release of these numbers. */
  readonly isEarly: boolean;
}

function numbersOf(version: TraefikVersion | undefined): VersionNumbers | undefined {
  const found = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(-)?/.exec(version?.number ?? '');
  if (found === null) return undefined;
  return {
    major: Number(found[1]),
    minor: Number(found[2]),
    patch: Number(found[3]),
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
