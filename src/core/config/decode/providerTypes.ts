/** Like `dynamicTypes`, for labels that configure a provider: the structs that pkg/provider decodes separately. */
export const providerTypes: Readonly<Record<string, string>> = {
  DockerLabels: 'enable bool; docker DockerOptions; swarm SwarmOptions',
  DockerOptions: 'network string; lbswarm bool; allownonrunning bool',
  SwarmOptions: 'network string; lbswarm bool',
  NomadTags: 'enable bool; nomad NomadOptions',
  NomadOptions: 'canary bool',
  ConsulTags: 'enable bool; consulcatalog ConsulOptions',
  ConsulOptions: 'connect bool; canary bool',
  IngressAnnotations: 'router IngressRouter',
  IngressRouter: [
    'pathMatcher string; entryPoints string[]; middlewares string[]; priority int; ruleSyntax string;',
    'tls RouterTLSConfig empty; observability RouterObservabilityConfig empty',
  ].join(' '),
  ServiceAnnotations: 'service IngressService',
  IngressService: [
    'serversScheme string; serversTransport string; passHostHeader bool; sticky Sticky empty; nativeLB bool;',
    'nodePortLB bool; middlewares string[]',
  ].join(' '),
};
