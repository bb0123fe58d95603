import * as l10n from '@vscode/l10n';

/** Why a declared object is not there, or gets no requests: one for each cause with a cure of its own. */
export type AbsenceCode = keyof typeof reasons;

export interface AbsenceReason {
  readonly code: AbsenceCode;
  /** The cause and the cure, in two sentences. */
  readonly message: string;
}

export function absenceReason(code: AbsenceCode): AbsenceReason {
  return { code, message: reasons[code]() };
}

const reasons = {
  notStarted: () => l10n.t('Traefik does not start with its static configuration. Correct that first.'),
  flagsIgnored: () =>
    l10n.t('The provider is set by a flag that Traefik does not use. Set it where the other options are.'),
  environmentIgnored: () =>
    l10n.t('The provider is set by a variable, and Traefik uses its flags or its file only. Set it there.'),
  otherStaticFile: () =>
    l10n.t('Traefik reads another static file than the one that sets the provider. Correct its path.'),
  dynamicInStatic: () =>
    l10n.t('It is declared in the static configuration, where Traefik ignores it. Move it to a file of a provider.'),
  fileProviderMissing: () => l10n.t('The file provider is off. Set “providers.file” in the static configuration.'),
  fileProviderWithoutPath: () => l10n.t('The file provider has no path. Set its “directory” or its “filename”.'),
  fileProviderAddedLater: () =>
    l10n.t('The static configuration was changed after Traefik had started, and it reads it only then. Restart it.'),
  directoryBeatsFilename: () =>
    l10n.t('With a “directory”, the file provider ignores its “filename”. Remove one of them.'),
  wrongDirectory: () => l10n.t('The file lies outside of the directory that Traefik reads. Correct the directory.'),
  wrongFilename: () => l10n.t('Traefik reads another file. Correct the “filename” of the file provider.'),
  extension: () =>
    l10n.t('Traefik reads only files that end in .yml, .yaml, or .toml, each in its own format. Rename the file.'),
  notWatched: () => l10n.t('The file provider does not watch its files. Set its “watch” to true, or restart Traefik.'),
  subdirectoryNotWatched: () =>
    l10n.t('Traefik does not watch subdirectories. Change a file in the directory itself, or restart Traefik.'),
  linkNotFollowed: () =>
    l10n.t('Traefik does not look behind symbolic links to folders, nor at changes there. Write the file itself.'),
  directoryMadeLater: () => l10n.t('The directory was made after Traefik had started. Restart Traefik.'),
  syntax: () => l10n.t('The file is not valid YAML, so that Traefik uses nothing of the directory. Correct it.'),
  tomlSyntax: () => l10n.t('The file is not valid TOML, so that Traefik uses nothing of the directory. Correct it.'),
  template: () => l10n.t('A template in the file fails, so that Traefik uses nothing of the directory. Correct it.'),
  templateCondition: () =>
    l10n.t('A template of the file does not write it. Check the condition, and what it depends on.'),
  unknownKey: () =>
    l10n.t('The file has an option that Traefik does not know, so that it uses nothing of it. Correct it.'),
  wrongType: () =>
    l10n.t('An option of the file has a value of a wrong type, so that Traefik uses nothing of it. Correct it.'),
  otherFileBroken: () =>
    l10n.t('Another file of the directory is broken, so that Traefik uses none of them. Correct that file.'),
  staticFileInDirectory: () =>
    l10n.t('The static file lies in the directory, and Traefik cannot read it as a dynamic one. Move it elsewhere.'),
  rootKey: () => l10n.t('The file has nothing below “http”, “tcp”, or “udp” that declares it. Move it there.'),
  nullBody: () => l10n.t('Its name has nothing below it, so that Traefik leaves it out. Write its options.'),
  wrongProtocol: () => l10n.t('It is declared for another protocol. Move it there.'),
  nameClash: () => l10n.t('Another file declares the same name, and Traefik uses that one. Rename one of them.'),
  dockerProviderMissing: () =>
    l10n.t('The Docker provider is off. Set “providers.docker” in the static configuration.'),
  dockerUnreachable: () => l10n.t('Traefik cannot reach Docker. Mount its socket, or correct the “endpoint”.'),
  dockerProviderError: () => l10n.t('The Docker provider does not run, as its default rule is not valid. Correct it.'),
  dockerNotExposed: () => l10n.t('The container is not exposed. Set its label “traefik.enable” to true.'),
  dockerConstraints: () => l10n.t('The container does not meet the constraints of the provider. Correct its labels.'),
  dockerNotRunning: () => l10n.t('The container does not run. Start it.'),
  dockerUnhealthy: () =>
    l10n.t('The container is not healthy, and Traefik leaves it out. Wait, or correct its health check.'),
  labelError: () => l10n.t('A label of the container is wrong or ignored. Correct it.'),
  labelReference: () => l10n.t('A label of the container names something that is not there. Correct the name.'),
  labelNameClash: () => l10n.t('Labels declare the name twice and differ, so that Traefik uses neither. Rename one.'),
  ruleError: () => l10n.t('Its rule is not valid. Correct it.'),
  ruleOfV2: () => l10n.t('Its rule is written for Traefik 2. Rewrite it for Traefik 3.'),
  ruleOfV3: () => l10n.t('It is written for Traefik 3. Rewrite it for Traefik 2.'),
  ruleSyntaxUnknown: () => l10n.t('Traefik does not know the syntax that it names for its rule. Write “v3” or “v2”.'),
  ruleNeverMatches: () => l10n.t('Its rule does not match the request. Correct it.'),
  tlsNeeded: () => l10n.t('A rule with the name of a server needs TLS. Set “tls” at the router.'),
  serviceMissing: () => l10n.t('Its service is not there. Declare it, turn it on, or correct the name.'),
  serviceBroken: () => l10n.t('Its service cannot be used. Correct that.'),
  middlewareMissing: () => l10n.t('A middleware that it uses is not there. Declare it, or correct the name.'),
  middlewareBroken: () => l10n.t('A middleware that it uses is not valid. Correct that.'),
  entryPointMiddlewareMissing: () =>
    l10n.t('Its entry point adds a middleware that is not there. Correct the static configuration.'),
  entryPointUnknown: () => l10n.t('It names an entry point that is not there for its protocol. Correct the name.'),
  notDefaultEntryPoint: () =>
    l10n.t('It names no entry point, and this one is no default. Name it, or set its “asDefault”.'),
  renamedByEntryPoint: () =>
    l10n.t('Its entry points have options for their routers, so that Traefik gives each a copy: “entry point-name”.'),
  resolverUnknown: () => l10n.t('It names a resolver that is not there. Declare it, or correct the name.'),
  tlsOptionsMissing: () => l10n.t('Its TLS options are not there, or not valid. Correct them.'),
  parentMissing: () => l10n.t('A router that it names as its parent cannot be used so. Correct that.'),
  priorityReserved: () => l10n.t('Its priority is too high: the highest ones are reserved. Write a lower one.'),
  internalOff: () => l10n.t('The part of Traefik that it belongs to is off. Turn it on in the static configuration.'),
  otherEntryPoint: () => l10n.t('It is not on the entry point that the request comes to. Name that one.'),
  redirectedByEntryPoint: () => l10n.t('The entry point redirects all requests. Ask the other one.'),
  shadowed: () => l10n.t('A router of a higher priority takes the request. Set its priority.'),
} as const;
