import * as l10n from '@vscode/l10n';
import { quoted, quotedList } from '../../base/text/quoted';
import type { DeclaredKind, DeclaredProtocol } from '../model/declaration';
import { nearestTo } from '../names/nearName';
import { normalizeName, splitQualifiedName } from '../names/objectNames';

/** Why no proxy can have an object of a name. */
export interface ImpossibleName {
  /** A sentence with the reason, and one with the fix, unless `meant` has it. */
  readonly message: string;
  /** The name that the user certainly meant, with its provider. */
  readonly meant?: string | undefined;
}

/** The names of providers after the `@`: `ProviderName` in pkg/provider/** of Traefik 2.11 and 3.7, and aggregator. */
const providers: readonly string[] = [
  ...['file', 'docker', 'swarm', 'ecs', 'nomad', 'consulcatalog', 'http', 'rest', 'internal'],
  ...['kubernetes', 'kubernetescrd', 'kubernetesgateway', 'kubernetesingressnginx', 'knative'],
  ...['consul', 'etcd', 'redis', 'zookeeper', 'marathon', 'rancher'],
];
/** Plugins, and providers that have one name for each of their namespaces (`providerName + "-" + namespace`). */
const providerFamilies = /^(?:plugin|consul|consulcatalog|nomad)-./;

/** The names of some of them in the static configuration. */
const otherNames: Readonly<Record<string, string>> = {
  kubernetesingress: 'kubernetes',
  'kubernetes-ingress': 'kubernetes',
  ingress: 'kubernetes',
  crd: 'kubernetescrd',
  zk: 'zookeeper',
};

/** pkg/server/service/internalhandler.go: services of HTTP only. */
const ownServices = ['api', 'dashboard', 'ping', 'prometheus', 'rest', 'noop', 'acme-http'];
/** pkg/provider/traefik/internal.go, which adds `redirect-` for each redirection between entry points. */
const ownMiddlewares = ['dashboard_redirect', 'dashboard_stripprefix'];

/** Providers that read labels or tags, which cannot declare these kinds (`label:"-"` in pkg/config/dynamic). */
const labels = /^(?:docker|swarm|ecs|(?:consulcatalog|nomad)(?:-.+)?)$/;

/**
 * Checks a name with `@provider` by itself: whether no object of its kind can have it, whatever the proxy loads.
 *
 * @returns undefined if some proxy can have it
 */
export function impossibleName(
  protocol: DeclaredProtocol,
  kind: DeclaredKind,
  name: string,
): ImpossibleName | undefined {
  const { own, provider } = splitQualifiedName(name);
  if (!providers.includes(provider) && !providerFamilies.test(provider)) return otherProvider(own, provider);
  if (kind === 'tlsOptions' && own === 'default') return defaultOptions();
  if (provider === 'internal') return ownObject(protocol, kind, own);
  if (labels.test(provider)) return inLabels(kind, own, provider);
  if (provider === 'kubernetes') return inIngress(protocol, kind);
  return provider === 'kubernetescrd' ? inCluster(protocol, kind, own) : undefined;
}

function otherProvider(own: string, provider: string): ImpossibleName {
  if (provider === '') {
    return { message: l10n.t('Nothing stands behind “@”. Write the provider there, such as “file”.') };
  }
  const message = l10n.t('Traefik has no provider “{0}”.', quoted(provider));
  const small = provider.toLowerCase();
  const meant = otherNames[small] ?? nearestTo(provider, providers);
  if (meant !== undefined) return { message, meant: `${own}@${meant}` };
  if (providers.includes(own)) return { message, meant: `${provider}@${own}` };
  const next = l10n.t('Write the one that declares it, such as “file”, “docker”, or “kubernetescrd”.');
  return { message: `${message} ${next}` };
}

/** Of options named `default`, which Traefik keeps under that name (pkg/server/aggregator.go, buildTLSOptions). */
export function defaultOptions(): ImpossibleName {
  return {
    message: l10n.t(
      'TLS options that are named “default” have no namespace and no provider: they apply where none are named. Leave the name out.',
    ),
  };
}

function ownObject(protocol: DeclaredProtocol, kind: DeclaredKind, own: string): ImpossibleName | undefined {
  const known = ownNames(protocol, kind, own);
  if (known === undefined || known.includes(own)) return undefined;
  const message = l10n.t('Traefik brings no object “{0}” of this kind itself.', quoted(`${own}@internal`));
  const meant = nearestTo(own, known);
  if (meant !== undefined) return { message, meant: `${meant}@internal` };
  const next =
    kind === 'service' && protocol === 'http'
      ? l10n.t('Its services are {0}.', quotedList(ownServices.map((one) => `${one}@internal`)))
      : l10n.t('Declare one, and refer to that.');
  return { message: `${message} ${next}` };
}

/** Undefined if any name is possible. */
function ownNames(protocol: DeclaredProtocol, kind: DeclaredKind, own: string): readonly string[] | undefined {
  switch (kind) {
    case 'service':
      return protocol === 'http' ? ownServices : [];
    case 'middleware':
      if (protocol !== 'http') return [];
      return own.startsWith('redirect-') ? undefined : ownMiddlewares;
    case 'serversTransport':
      return ['default'];
    case 'tlsOptions':
      return [];
    default:
      return undefined;
  }
}

function inLabels(kind: DeclaredKind, own: string, provider: string): ImpossibleName | undefined {
  // Traefik makes those of Consul Connect.
  const isMade = kind === 'serversTransport' && provider.startsWith('consulcatalog');
  if (isMade || (kind !== 'tlsOptions' && kind !== 'serversTransport')) return undefined;
  const [name, instead] = [`${own}@${provider}`, `${own}@file`];
  const message =
    kind === 'tlsOptions'
      ? l10n.t(
          'Labels cannot declare TLS options such as “{0}”. Declare them in a file: “{1}”.',
          quoted(name),
          quoted(instead),
        )
      : l10n.t(
          'Labels cannot declare a servers transport such as “{0}”. Declare it in a file: “{1}”.',
          quoted(name),
          quoted(instead),
        );
  return { message };
}

/** Ingresses declare only routers and services of HTTP (pkg/provider/kubernetes/ingress). */
function inIngress(protocol: DeclaredProtocol, kind: DeclaredKind): ImpossibleName | undefined {
  if (protocol === 'http' && (kind === 'router' || kind === 'service')) return undefined;
  return {
    message: l10n.t(
      'Ingresses cannot declare this. To refer to an object of Kubernetes, write its namespace and its name: “{0}”.',
      'namespace-name@kubernetescrd',
    ),
  };
}

/** Ids are `namespace-name` (makeID in pkg/provider/kubernetes/crd), normalized except for TLS options, TCP and UDP. */
function inCluster(protocol: DeclaredProtocol, kind: DeclaredKind, own: string): ImpossibleName | undefined {
  const parts = own.split('-');
  if (parts.length === 1) {
    return {
      message: l10n.t(
        'Names of Kubernetes objects begin with the namespace here: “{0}”.',
        quoted(`namespace-${own}@kubernetescrd`),
      ),
    };
  }
  if (kind === 'tlsOptions') return parts.length === 2 && parts[1] === 'default' ? defaultOptions() : undefined;
  if (kind === 'router' || (kind === 'service' && protocol !== 'http')) return undefined;
  const normal = normalizeName(own.toLowerCase());
  if (normal === own) return undefined;
  const message = l10n.t('Traefik names objects of Kubernetes with small letters, digits, and single dashes only.');
  return { message, meant: `${normal}@kubernetescrd` };
}
