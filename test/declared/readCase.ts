import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDotEnv } from '../../src/core/config/compose/dotEnv';
import { readComposeProject } from '../../src/core/config/compose/readComposeProject';
import { readFileProvider } from '../../src/core/config/file/readFileProvider';
import type { KubernetesContext } from '../../src/core/config/kubernetes/kubernetesContext';
import { clusterOf } from '../../src/core/config/kubernetes/kubernetesContext';
import { readManifests } from '../../src/core/config/kubernetes/manifests';
import { readGatewayApi } from '../../src/core/config/kubernetes/readGatewayApi';
import { readKubernetesCrd } from '../../src/core/config/kubernetes/readKubernetesCrd';
import { readKubernetesIngress } from '../../src/core/config/kubernetes/readKubernetesIngress';
import type { ProviderFacts } from '../../src/core/config/labels/labelUnit';
import type { ReadConfig } from '../../src/core/config/model/configProblem';
import type { SourceFile } from '../../src/core/config/source/placedText';
import { readTags } from '../../src/core/config/tags/readTags';
import { recordingsFolder } from '../recordings/read';
import type { DeclaredCase } from './cases';

/**
 * Reads the files of a case with what its context tells.
 *
 * @param how `blind`: without variables and project, as an editor reads
 */
export function readCase(one: DeclaredCase, how: 'knowing' | 'blind'): ReadConfig {
  const { context, files, source } = one;
  switch (source) {
    case 'compose': {
      const [documents, env] = [files.filter(isCompose), files.find(({ path }) => path.endsWith('.env'))];
      const own = readDotEnv(env?.text ?? '')?.values ?? [];
      const variables = { values: new Map([...own, ...Object.entries(context.env ?? {})]), areAll: true };
      const provider = context.provider === 'swarm' ? 'swarm' : 'docker';
      const facts = factsOf(one);
      const containers = context.runtime;
      const known = how === 'blind' ? {} : { project: context.project, variables };
      return readComposeProject(documents, { provider, facts, containers, ...known });
    }
    case 'nomad': {
      const [name = '', ...namespace] = context.provider.split('-');
      const provider = name === 'nomad' ? 'nomad' : 'consulcatalog';
      const facts = { ...factsOf(one), namespace: namespace.length === 0 ? undefined : namespace.join('-') };
      return readTags(files, { provider, facts });
    }
    case 'crd':
      return readKubernetesCrd(files, clusterContext(one));
    case 'ingress':
      return readKubernetesIngress(files, clusterContext(one));
    case 'gateway':
      return readGatewayApi([...alsoInCluster(one), ...files], clusterContext(one));
    case 'file':
      return readFileProvider(files);
    default:
      return { declarations: [], problems: [] };
  }
}

function isCompose({ path }: { readonly path: string }): boolean {
  return /\.ya?ml$/.test(path);
}

/** A context names the options that differ from the default. */
export function factsOf({ context: { options = {} } }: DeclaredCase): ProviderFacts {
  const text = (name: string): string | undefined => (typeof options[name] === 'string' ? options[name] : undefined);
  return {
    exposedByDefault: options.exposedByDefault !== false,
    allowEmptyServices: options.allowEmptyServices === true,
    constraints: text('constraints') ?? '',
    defaultRule: text('defaultRule'),
    prefix: text('prefix') ?? 'traefik',
  };
}

/** Of the entry points of all cases. */
const portsOfImages = new Map([
  ['9301', 'web'],
  ['9302', 'websecure'],
  ['9303', 'pg'],
  ['9304', 'dns'],
  ['9305', 'syslog'],
]);

/** Objects that a case adds to the cluster, as a file. */
function alsoInCluster({ context: { alsoInCluster: objects = [] } }: DeclaredCase): readonly SourceFile[] {
  return [{ path: 'alsoInCluster.yml', text: objects.map((one) => JSON.stringify(one)).join('\n---\n') }];
}

/** What stands beside the documents of every Kubernetes case. */
const clusterFile = {
  path: 'kubernetes-cluster.yml',
  text: readFileSync(join(recordingsFolder(), 'declared/kubernetes-cluster.yml'), 'utf8'),
};
const inCluster = readManifests([clusterFile], 'default').manifests;

function clusterContext({ context, files }: DeclaredCase): KubernetesContext {
  const { options = {}, namespace } = context;
  const list = (name: string): readonly string[] | 'all' => {
    const value = options[name];
    return Array.isArray(value) ? value.map(String) : 'all';
  };
  const own = readManifests(files, namespace).manifests;
  return {
    namespace,
    cluster: clusterOf([...inCluster, ...own]),
    facts: {
      allowCrossNamespace: options.allowCrossNamespace === true,
      allowEmptyServices: options.allowEmptyServices === true,
      allowExternalNameServices: options.allowExternalNameServices === true,
      disableIngressClassLookup: options.disableIngressClassLookup === true,
      strictPrefixMatching: options.strictPrefixMatching === true,
      experimentalChannel: options.experimentalChannel === true,
      ingressClass: typeof options.ingressClass === 'string' ? options.ingressClass : '',
      crossProviderNamespaces: list('crossProviderNamespaces'),
      namespaces: list('namespaces'),
      ports: portsOfImages,
    },
  };
}
