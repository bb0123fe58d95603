import { composeFilesWith, composePathsBeside, includesIn } from '../../../../src/core/config/compose/composeFiles';
import { readDotEnv } from '../../../../src/core/config/compose/dotEnv';
import { interpolatedText } from '../../../../src/core/config/compose/interpolate';
import { publishedPorts } from '../../../../src/core/config/compose/publishedPorts';
import { readComposeProject } from '../../../../src/core/config/compose/readComposeProject';
import { secondsOfGo } from '../../../../src/core/config/decode/goValues';
import { checkObjects } from '../../../../src/core/config/diagnostics/checkObjects';
import { impossibleName } from '../../../../src/core/config/diagnostics/impossibleNames';
import { doubtInReplacement } from '../../../../src/core/config/diagnostics/replacementGroups';
import { readFileProvider } from '../../../../src/core/config/file/readFileProvider';
import { completionAt } from '../../../../src/core/config/files/completion';
import { readProblemSettings } from '../../../../src/core/config/files/diagnostics';
import { isTooShortToHide, withNamesForValues } from '../../../../src/core/config/files/hiddenValues';
import { whyNotLoaded } from '../../../../src/core/config/files/notLoaded';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import { staticFactsIn } from '../../../../src/core/config/files/staticGroups';
import { hasStaticName, staticFoldersOf } from '../../../../src/core/config/files/staticSources';
import { readGatewayApi } from '../../../../src/core/config/kubernetes/readGatewayApi';
import { readKubernetesCrd } from '../../../../src/core/config/kubernetes/readKubernetesCrd';
import { readKubernetesIngress } from '../../../../src/core/config/kubernetes/readKubernetesIngress';
import { meetsConstraint } from '../../../../src/core/config/labels/constraints';
import { defaultRuleOf } from '../../../../src/core/config/labels/defaultRule';
import { meantByDropped } from '../../../../src/core/config/labels/droppedLabels';
import { isNearName } from '../../../../src/core/config/names/nearName';
import { splitQualifiedName } from '../../../../src/core/config/names/objectNames';
import { textPattern } from '../../../../src/core/config/names/textPattern';
import { fromLetters, inLetters, isAllMarked, withMarksReplaced } from '../../../../src/core/config/source/markedHoles';
import { unknownPart } from '../../../../src/core/config/source/placedText';
import { readListenAddress } from '../../../../src/core/config/static/listenAddress';
import { flagKindsOf, staticVersionsOf } from '../../../../src/core/config/static/optionTypes';
import { absolutePath, findStaticFile } from '../../../../src/core/config/static/staticWorld';
import { isInside, mayHoldStaticFile, traefikImage } from '../../../../src/core/config/static/traefikProcess';
import { readTags } from '../../../../src/core/config/tags/readTags';
import { staticOfDump } from '../../../../src/core/liveConfig/dumpedStatic';
import { readFileBindings } from '../../../../src/core/liveConfig/fileBindings';
import type { Read, Readers } from '../reader';

const ofCompose =
  (write: (text: string) => string): Read =>
  (text) =>
    readComposeProject([{ path: 'compose.yml', text: write(text) }], { provider: 'docker' });

const ofFile =
  (path: string, write: (text: string) => string): Read =>
  (text) =>
    readFileProvider([{ path, text: write(text) }]);

/** With what a proxy would say of the objects. */
const checked =
  (write: (text: string) => string): Read =>
  (text) => {
    const { declarations } = readFileProvider([{ path: 'a.yml', text: write(text) }]);
    return checkObjects(declarations, { entryPoints: new Map([['web', 'tcp']]), exists: () => false });
  };

const ofManifest =
  (read: typeof readKubernetesCrd, write: (text: string) => string): Read =>
  (text) =>
    read([{ path: 'a.yml', text: write(text) }], {});

const inContainer = (text: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{image: traefik, ${text}}]`;
const inValuesContent = (text: string): string =>
  `apiVersion: v1\nkind: HelmChartConfig\nmetadata: {name: traefik}\nspec:\n  valuesContent: |-\n    additionalArguments: []\n    ports: {web: {}}\n    ${text}`;
const inRoute = 'apiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: { name: a }\nspec:\n  routes:';
const inLabels = (lines: string): string => `services:\n  a:\n    labels:\n${lines}\n`;
const inPorts = (items: readonly string[]): string =>
  `services:\n  a:\n    ports:\n${items.map((item) => `      - ${JSON.stringify(`${item}:80`)}\n`).join('')}`;
const asItem = (text: string): string => `      - ${JSON.stringify(text)}`;
const inRouter = (text: string): string => `http:\n  routers:\n    r:\n      ${text}`;

const providing = (providers: string): string => `entryPoints: { web: { address: ":80" } }\nproviders: ${providers}\n`;

/** Files that declare what a proxy is to do. */
export const configs: Readers = {
  'core/config/compose/readComposeProject.ts': {
    readComposeProject: [
      ofCompose((text) => text),
      ofCompose((text) => inLabels(asItem(`traefik.http.routers.r.rule=${text}`))),
      ofCompose((text) => inLabels(asItem(`traefik.http.${text}=a`))),
      ofCompose((text) => inLabels(asItem(`traefik.http.middlewares.m.basicauth.users=a:$apr1$a$a,${text}`))),
      ofCompose((text) => inLabels(asItem(`traefik.${text}=a`))),
      ofCompose((text) =>
        inLabels(
          text
            .slice(0, 20_000)
            .split('')
            .map((sign) => asItem(`${sign}=a`))
            .join('\n'),
        ),
      ),
    ],
  },
  'core/config/compose/publishedPorts.ts': {
    publishedPorts: [
      (text: string) => text,
      (text: string) => `services: { a: { ports: [ ${JSON.stringify(text)} ] } }`,
      (text: string) => `services: { a: { ports: [ { published: ${JSON.stringify(text)} } ] } }`,
      (text: string) => inPorts(text.slice(0, 20_000).split('')),
    ].map(
      (write): Read =>
        (text) =>
          publishedPorts({ path: 'compose.yml', text: write(text) }),
    ),
  },
  'core/config/compose/composeFiles.ts': {
    includesIn: [
      (text) => includesIn([{ path: 'compose.yml', text }]),
      (text) => includesIn([{ path: 'compose.yml', text: `include:${text}` }]),
      (text) => includesIn([{ path: 'a/compose.yml', text: `include: ${text}.yml` }]),
    ],
    composePathsBeside: [composePathsBeside, (text) => composePathsBeside(`${text}.override.yml`)],
    composeFilesWith: [
      (text) => composeFilesWith(`${text}.override.yml`, () => false),
      (text) => composeFilesWith(`${text}/compose.yml`, () => true),
    ],
  },
  'core/config/compose/dotEnv.ts': { readDotEnv },
  'core/config/files/staticGroups.ts': {
    staticFactsIn: [
      (text: string) => `entryPoints:\n  web:\n    address: ${JSON.stringify(text)}`,
      (text: string) => `entryPoints:\n  web: {address: ":80"}\nproviders:\n  ${text}: 1`,
      (text: string) => `entryPoints: {web: {forwardedHeaders: {trustedIPs: [${JSON.stringify(text)}]}}}`,
      (text: string) => `services:\n  traefik:\n    image: traefik\n    command: ${JSON.stringify(`--${text}`)}`,
      (text: string) => `services:\n  traefik:\n    image: traefik\n    command: [${JSON.stringify(`--${text}=a`)}]`,
      (text: string) => `services:\n  traefik:\n    image: ${JSON.stringify(text)}`,
      (text: string) =>
        `services:\n  traefik:\n    image: traefik\n    command: [--api.insecure]\n    ports: [${JSON.stringify(text)}]`,
      (text: string) =>
        `services:\n  traefik:\n    image: traefik\n    command: [--providers.file.directory=/a]\n    volumes: [${JSON.stringify(`./${text}:/a`)}]`,
      (text: string) => inContainer(`args: [${JSON.stringify(`--${text}`)}]`),
      (text: string) => inContainer(`args: [--ping], env: [{name: ${JSON.stringify(text)}, value: a}]`),
      (text: string) => `ports: {web: {}}\nadditionalArguments: [--ping, ${JSON.stringify(`--${text}`)}]`,
      (text: string) => `additionalArguments: []\nports:\n  ${text}: {port: 80}\n  web: {}`,
      (text: string) => inValuesContent(text),
    ].map(
      (write): Read =>
        (text) =>
          staticFactsIn({ path: 'traefik.yml', text: write(text) }, new Map()),
    ),
  },
  'core/config/static/traefikProcess.ts': {
    traefikImage: [traefikImage, (text) => traefikImage(`${text}/traefik:3`)],
    mayHoldStaticFile: (text) => mayHoldStaticFile(`/etc${text}`, []),
    isInside: (text) => isInside(`/a${text}`, text),
  },
  'core/config/files/notLoaded.ts': {
    whyNotLoaded: [
      (text: string) => [`a: ${text}`, providing(`{ file: { directory: ${JSON.stringify(text)} } }`)] as const,
      (text: string) => [`http: { routers: { ${text}: {} } }`, providing('{ file: { filename: /a.yml } }')] as const,
      (text: string) =>
        [inLabels(asItem(text)), providing(`{ docker: { constraints: ${JSON.stringify(text)} } }`)] as const,
      (text: string) =>
        [
          `services: { a: { image: traefik, volumes: [${JSON.stringify(`./${text}:/${text}`)}] } }`,
          'ping: {}',
        ] as const,
    ].map(
      (write): Read =>
        (text) => {
          const [own, told] = write(text);
          const missing = ['r@file', 'r@docker'].map(
            (name) => ({ protocol: 'http', kind: 'router', name, path: 'compose.yml' }) as const,
          );
          const running = { version: '3.7.9', providers: undefined, entryPoints: undefined };
          whyNotLoaded(
            [{ path: 'compose.yml', text: own }],
            [{ from: 'traefik.yml', file: { path: 'traefik.yml', text: told } }],
            running,
            missing,
          );
        },
    ),
  },
  'core/config/files/staticSources.ts': {
    hasStaticName: [hasStaticName, (text) => hasStaticName(`compose${text}`)],
    staticFoldersOf,
  },
  'core/liveConfig/dumpedStatic.ts': {
    staticOfDump: [
      (text) => staticOfDump(JSON.stringify({ providers: { file: { directory: text } } })),
      (text) => staticOfDump(JSON.stringify({ entryPoints: { [text]: {} } })),
    ],
  },
  'core/config/static/listenAddress.ts': {
    readListenAddress: [readListenAddress, (text) => readListenAddress(`${text}:80`)],
  },
  'core/config/static/optionTypes.ts': {
    staticVersionsOf: [staticVersionsOf, (text) => staticVersionsOf(`3.7${text}`)],
    flagKindsOf: (text) => flagKindsOf(text, '7'),
  },
  'core/config/static/staticWorld.ts': {
    absolutePath: (text) => absolutePath(text, '/'),
    findStaticFile: (text) => findStaticFile({ files: [], args: [], environment: [], workingDirectory: '/' }, text),
  },
  'core/config/compose/interpolate.ts': {
    interpolatedText: (text) => interpolatedText(text, { values: new Map([['a', 'b']]), areAll: true }),
  },
  'core/config/labels/droppedLabels.ts': {
    meantByDropped: [meantByDropped, (text) => meantByDropped(`traefik.${text}`)],
  },
  'core/config/names/nearName.ts': {
    isNearName: [(text) => isNearName(text, `${text}a`), (text) => isNearName('a', text)],
  },
  'core/config/source/markedHoles.ts': {
    withMarksReplaced: (text) => withMarksReplaced(text, () => 'a'),
    isAllMarked,
    inLetters,
    fromLetters,
  },
  'core/config/files/hiddenValues.ts': {
    isTooShortToHide: (text) => isTooShortToHide(text, 'a'),
    withNamesForValues: (text) => withNamesForValues(text, [{ names: ['A'], values: ['aaa'] } as never]),
  },
  'core/config/names/objectNames.ts': { splitQualifiedName },
  'core/liveConfig/fileBindings.ts': { readFileBindings: (text) => readFileBindings({ [text]: text }) },
  'core/config/files/completion.ts': {
    completionAt: [
      (text) => completionAt(text, text.length),
      (text) => completionAt(`${text.slice(0, 1_900)}`, Math.min(text.length, 1_900)),
      (text) => completionAt(`rule: ${text.slice(0, 1_900)}`, 6 + Math.min(text.length, 1_900)),
      (text) => completionAt(`${text}\n      - a`, text.length + 9),
    ],
  },
  'core/config/files/diagnostics.ts': {
    readProblemSettings: (text) => readProblemSettings({ problems: text, severity: { [text]: text } }),
  },
  'core/config/files/readConfigFiles.ts': {
    readConfigFiles: ['a.yml', 'a.toml', 'a.hcl', 'compose.override.yml'].flatMap((path): readonly Read[] => [
      (text) => readConfigFiles([{ path, text: `# traefik\n${text}` }]),
      (text) => readConfigFiles([{ path, text }]),
    ]),
  },
  'core/config/diagnostics/checkObjects.ts': {
    checkObjects: [
      checked((text) => inRouter(`rule: ${JSON.stringify(text)}`)),
      checked((text) => inRouter(`rule: ${JSON.stringify(`Host(\`a\`, \`${text}\`)`)}`)),
      checked((text) => inRouter(`rule: ${JSON.stringify(`HostRegexp(\`{a:${text}}\`)`)}`)),
      checked((text) => inRouter(`rule: |\n        Host(\`a\`)\n        && ${text}`)),
      checked((text) => inRouter(`entryPoints: ${JSON.stringify(text)}`)),
      checked(
        (text) =>
          `http:\n  services:\n    s: { loadBalancer: { servers: [ { url: ${JSON.stringify(`http://${text}`)} } ] } }`,
      ),
      ...[
        'circuitBreaker: { expression: TEXT }',
        'basicAuth: { users: [TEXT] }',
        'basicAuth: { users: ["a:$", TEXT] }',
        'digestAuth: { users: [TEXT], realm: TEXT }',
        'forwardAuth: { address: TEXT }',
        'redirectRegex: { regex: TEXT, replacement: TEXT }',
        'redirectScheme: { scheme: TEXT, port: TEXT }',
        'stripPrefix: { prefixes: [TEXT] }',
        'errors: { status: [TEXT], statusRewrites: { TEXT: 1 }, service: TEXT }',
        'compress: { encodings: [TEXT], defaultEncoding: TEXT }',
        'headers: { customRequestHeaders: { TEXT: TEXT } }',
      ].map((middleware) =>
        checked(
          (text) => `http:\n  middlewares:\n    m: { ${middleware.replaceAll('TEXT', () => JSON.stringify(text))} }`,
        ),
      ),
      ...['Host', 'HostRegexp', 'Path', 'PathRegexp', 'Method'].map((matcher) =>
        checked((text) => inRouter(`rule: ${JSON.stringify(`${matcher}("${text.replace(/["\\\n]/g, '')}")`)}`)),
      ),
    ],
  },
  'core/config/diagnostics/impossibleNames.ts': {
    impossibleName: [
      (text) => impossibleName('http', 'middleware', text),
      (text) => impossibleName('http', 'middleware', `${text}@kubernetescrd`),
      (text) => impossibleName('http', 'service', `${text}@internal`),
      (text) => impossibleName('http', 'tlsOptions', `a@${text}`),
    ],
  },
  'core/config/diagnostics/replacementGroups.ts': {
    doubtInReplacement: [
      (text) => doubtInReplacement(text, '', '$'),
      (text) => doubtInReplacement('$a', text, '$'),
      (text) => doubtInReplacement(text.slice(0, 2_000), text.slice(0, 2_000), '$$'),
    ],
  },
  'core/config/decode/goValues.ts': { secondsOfGo: [secondsOfGo, (text) => secondsOfGo(`${text}s`)] },
  'core/config/kubernetes/readGatewayApi.ts': {
    readGatewayApi: ofManifest(
      readGatewayApi,
      (text) =>
        `apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: a }\nspec:\n  parentRefs: [ { name: b } ]\n  hostnames: [ ${JSON.stringify(text)} ]\n  rules: [ {} ]`,
    ),
  },
  'core/config/kubernetes/readKubernetesCrd.ts': {
    readKubernetesCrd: [
      ofManifest(readKubernetesCrd, (text) => text),
      ofManifest(readKubernetesCrd, (text) => `${inRoute}\n    - match: ${JSON.stringify(text)}`),
      ofManifest(readKubernetesCrd, (text) => `${inRoute}\n    - ${JSON.stringify(text)}: a`),
      ofManifest(
        readKubernetesCrd,
        (text) =>
          `${inRoute} [${text
            .slice(0, 20_000)
            .split('')
            .map((sign) => `{ ${JSON.stringify(`matc${sign}`)}: a }`)
            .join(', ')}]`,
      ),
    ],
  },
  'core/config/kubernetes/readKubernetesIngress.ts': {
    readKubernetesIngress: ofManifest(
      readKubernetesIngress,
      (text) =>
        `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: ${JSON.stringify(text)} }\nspec: {}`,
    ),
  },
  'core/config/tags/readTags.ts': {
    readTags: [(text: string) => text, (text: string) => `service {\n tags = [ "${text}`].map(
      (write): Read =>
        (text) =>
          readTags([{ path: 'a.nomad', text: write(text) }], { provider: 'nomad' }),
    ),
  },
  'core/config/file/readFileProvider.ts': {
    readFileProvider: [
      ofFile('a.yml', (text) => text),
      ofFile('a.yml', (text) => inRouter(`rule: ${JSON.stringify(text)}`)),
      ofFile('a.yml', (text) => inRouter(`middlewares: ${JSON.stringify(text)}`)),
      ofFile('a.yml', (text) => `{{ ${text}`),
      ofFile('a.toml', (text) => text),
      ofFile('a.toml', (text) => `[http.routers]\na = { rule = "${text}`),
    ],
  },
  'core/config/names/textPattern.ts': {
    textPattern: [
      (text) => textPattern(text).fits(text),
      (text) => textPattern(unknownPart + text + unknownPart).fits(text + text),
      (text) => textPattern(text.split('').join(unknownPart)).fits(text),
    ],
  },
  'core/config/labels/constraints.ts': { meetsConstraint: (text) => meetsConstraint(text, () => true) },
  'core/config/labels/defaultRule.ts': {
    defaultRuleOf: [(text: string) => text, (text: string) => `{{ ${text}`].map(
      (write): Read =>
        (text) =>
          defaultRuleOf(write(text), { name: 'a', containerName: 'a', labels: new Map(), normalize: (one) => one }),
    ),
  },
};
