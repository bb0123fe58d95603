/**
 * The options of Traefik's static configuration, written by scripts/static-options.mjs: one text for each struct, which `optionTypes.ts`
 * reads. A field is a name, a type (`*` is a pointer to a struct, `[]` a list, `{}` a map, `raw` anything), and its exceptions:
 * `empty` fields need no children, `none` fields are accepted and never set, and after `@` stand the versions that have it, unless all do:
 * `a` is 2.11, and a digit is the minor version of 3.
 */
export const staticTypes: Readonly<Record<string, string>> = {
  API: 'insecure bool; dashboard bool; debug bool; disableDashboardAd bool; basePath string @34567; dashboardName string @7',
  AcmeConfiguration:
    'email string; caServer string; preferredChain string; storage string; keyType string; eab *AcmeEAB; certificatesDuration int; dnsChallenge *AcmeDNSChallenge empty; httpChallenge *AcmeHTTPChallenge empty; tlsChallenge *AcmeTLSChallenge empty; caCertificates string[] @234567; caSystemCertPool bool @234567; caServerName string @234567; profile string @4567; emailAddresses string[] @4567; clientTimeout duration empty @567; clientResponseHeaderTimeout duration empty @567; disableCommonName bool @67; certificateTimeout duration empty @7',
  AcmeDNSChallenge:
    'provider string; delayBeforeCheck duration; resolvers string[]; disablePropagationCheck bool; propagation *AcmePropagation empty @34567',
  AcmeEAB: 'kid string; hmacEncoded string',
  AcmeHTTPChallenge: 'entryPoint string; delay duration @567',
  AcmePropagation: 'disableChecks bool; disableANSChecks bool; requireAllRNS bool; delayBeforeChecks duration',
  AcmeTLSChallenge: 'delay duration @67',
  CertificateResolver: 'acme *AcmeConfiguration; tailscale *Nothing empty @01234567',
  Configuration:
    'global *Global; serversTransport *ServersTransport; entryPoints *EntryPoint{}; providers *Providers; api *API empty; metrics *TypesMetrics; ping *PingHandler empty; log *TypesTraefikLog empty; accessLog *TypesAccessLog empty; tracing *Tracing empty; hostResolver *TypesHostResolverConfig empty; certificatesResolvers CertificateResolver{}; pilot *Pilot @a; experimental *Experimental; tcpServersTransport *TCPServersTransport @01234567; core *Core @01234567; spiffe *SpiffeClientConfig @01234567; ocsp *TlsOCSPConfig empty @567',
  ConsulProviderBuilder:
    'rootKey string; endpoints string[]; token string; tls *TypesClientTLS; namespace string @a; namespaces string[]',
  ConsulcatalogConfiguration:
    'constraints string; endpoint *ConsulcatalogEndpointConfig; prefix string; refreshInterval duration; requireConsistent bool; stale bool; cache bool; exposedByDefault bool; defaultRule string; connectAware bool; connectByDefault bool; serviceName string; watch bool; strictChecks string[] @01234567',
  ConsulcatalogEndpointConfig:
    'address string; scheme string; datacenter string; token string; tls *TypesClientTLS; httpAuth *ConsulcatalogEndpointHTTPAuthConfig; endpointWaitTime duration',
  ConsulcatalogEndpointHTTPAuthConfig: 'username string; password string',
  ConsulcatalogProviderBuilder:
    'constraints string; endpoint *ConsulcatalogEndpointConfig; prefix string; refreshInterval duration; requireConsistent bool; stale bool; cache bool; exposedByDefault bool; defaultRule string; connectAware bool; connectByDefault bool; serviceName string; watch bool; namespace string @a; namespaces string[]; strictChecks string[] @01234567',
  Core: 'defaultRuleSyntax string',
  CrdProvider:
    'endpoint string; token string; certAuthFilePath string; namespaces string[]; allowCrossNamespace bool; allowExternalNameServices bool; crossProviderNamespaces string[] @67a; labelSelector string; ingressClass string; throttleDuration duration; allowEmptyServices bool; nativeLBByDefault bool @01234567; disableClusterScopeResources bool @1234567',
  DockerClientConfig:
    'endpoint string; tls *TypesClientTLS; httpClientTimeout duration; username string @234567; password string @234567',
  DockerProvider:
    'constraints string; watch bool; endpoint string; defaultRule string; tls *TypesClientTLS; exposedByDefault bool; useBindPortIP bool; swarmMode bool @a; network string; swarmModeRefreshSeconds duration @a; httpClientTimeout duration; allowEmptyServices bool; username string @234567; password string @234567',
  DockerShared:
    'exposedByDefault bool; constraints string; allowEmptyServices bool; network string; useBindPortIP bool; watch bool; defaultRule string',
  DockerSwarmProvider:
    'exposedByDefault bool; constraints string; allowEmptyServices bool; network string; useBindPortIP bool; watch bool; defaultRule string; endpoint string; tls *TypesClientTLS; httpClientTimeout duration; refreshSeconds duration; username string @234567; password string @234567',
  DynamicIPStrategy: 'depth int; excludedIPs string[]; ipv6Subnet int',
  EcsProvider:
    'constraints string; exposedByDefault bool; refreshSeconds int; defaultRule string; clusters string[]; autoDiscoverClusters bool; ecsAnywhere bool; region string; accessKeyID string; secretAccessKey string; healthyTasksOnly bool @01234567',
  EncodedCharacters:
    'allowEncodedSlash bool; allowEncodedBackSlash bool; allowEncodedNullCharacter bool; allowEncodedSemicolon bool; allowEncodedPercent bool; allowEncodedQuestionMark bool; allowEncodedHash bool',
  EntryPoint:
    'address string; allowACMEByPass bool @1234567a; transport *EntryPointsTransport; proxyProtocol *ProxyProtocol empty; forwardedHeaders *ForwardedHeaders; http HTTPConfig; http2 *HTTP2Config; http3 *HTTP3Config empty; udp *UDPConfig; reusePort bool @01234567; asDefault bool @01234567; observability *ObservabilityConfig @34567',
  EntryPointsTransport:
    'lifeCycle *LifeCycle; respondingTimeouts *RespondingTimeouts; keepAliveMaxTime duration; keepAliveMaxRequests int',
  EtcdProvider: 'rootKey string; endpoints string[]; tls *TypesClientTLS; username string; password string',
  Experimental:
    'plugins PluginsDescriptor{}; localPlugins PluginsLocalDescriptor{}; kubernetesGateway bool; http3 bool @a; fastProxy *FastProxyConfig empty @234567; abortOnPluginFailure bool @34567; otlplogs bool @34567; kubernetesIngressNGINX bool @567; knative bool @67',
  FastProxyConfig: 'debug bool',
  FileProvider: 'directory string; watch bool; filename string; debugLogGeneratedTemplate bool',
  ForwardedHeaders:
    'insecure bool; trustedIPs string[]; connection string[] @1234567a; notAppendXForwardedFor bool empty @7',
  ForwardingTimeouts: 'dialTimeout duration; responseHeaderTimeout duration; idleConnTimeout duration',
  GatewayEntrypoint: 'Address string; HasHTTPTLSConf bool',
  GatewayProvider:
    'endpoint string; token string; certAuthFilePath string; namespaces string[]; labelSelector string; throttleDuration duration; crossProviderNamespaces string[] @67a; EntryPoints GatewayEntrypoint{} none; experimentalChannel bool @01234567; statusAddress *GatewayStatusAddress @01234567; nativeLBByDefault bool @234567; qps int @67; burst int @67',
  GatewayServiceRef: 'name string; namespace string',
  GatewayStatusAddress: 'ip string; hostname string; service GatewayServiceRef',
  Global: 'checkNewVersion bool empty; sendAnonymousUsage bool empty; notAppendXForwardedFor bool empty @7',
  HTTP2Config: 'maxConcurrentStreams int32; maxDecoderHeaderTableSize int32 @67; maxEncoderHeaderTableSize int32 @67',
  HTTP3Config: 'advertisedPort int',
  HTTPConfig:
    'redirections *Redirections; middlewares string[]; tls *TLSConfig empty; encodedCharacters *EncodedCharacters @67a; encodeQuerySemicolons bool; sanitizePath bool @34567a; maxHeaderBytes int @234567a; underscoreHeadersStrategy string @67a',
  HttpProvider:
    'endpoint string; pollInterval duration; pollTimeout duration; tls *TypesClientTLS; maxResponseBodySize int @67a; headers string{} @01234567',
  IngressEndpointIngress: 'ip string; hostname string; publishedService string',
  IngressNginxProvider:
    'endpoint string; token string; certAuthFilePath string; throttleDuration duration; watchNamespace string; watchNamespaceSelector string; ingressClass string; controllerClass string; watchIngressWithoutClass bool; ingressClassByName bool; publishService string; publishStatusAddress string[]; defaultBackendService string; disableSvcExternalName bool; NonTLSEntryPoints string[] none @67; globalAuthURL string @7; ipAllowListStrategy *DynamicIPStrategy @7; httpEntryPoint string @7; httpsEntryPoint string @7; TLSEntryPoints string[] none @7; proxyRequestBuffering bool @7; clientBodyBufferSize int @7; proxyBodySize int @7; proxyBuffering bool @7; proxyBufferSize int @7; proxyBuffersNumber int @7; proxyConnectTimeout int @7; proxyReadTimeout int @7; proxySendTimeout int @7; proxyNextUpstream string @7; proxyNextUpstreamTries int @7; proxyNextUpstreamTimeout int @7; customHTTPErrors string[] @7; upstreamKeepaliveTimeout int @7; allowCrossNamespaceResources bool @7; globalAllowedResponseHeaders string[] @7; allowSnippetAnnotations bool @7; strictValidatePathType bool @7',
  IngressProvider:
    'endpoint string; token string; certAuthFilePath string; namespaces string[]; labelSelector string; ingressClass string; ingressEndpoint *IngressEndpointIngress; throttleDuration duration; allowEmptyServices bool; allowExternalNameServices bool; crossProviderNamespaces string[] @67a; disableIngressClassLookup bool @01234567; nativeLBByDefault bool @01234567; disableClusterScopeResources bool @1234567; DefaultRuleSyntax string none @234567; strictPrefixMatching bool @567',
  KnativeProvider:
    'endpoint string; token string; certAuthFilePath string; namespaces string[]; labelSelector string; publicEntrypoints string[]; publicService KnativeServiceRef; privateEntrypoints string[]; privateService KnativeServiceRef; throttleDuration duration',
  KnativeServiceRef: 'Name string; namespace string',
  LifeCycle: 'requestAcceptGraceTimeout duration; graceTimeOut duration',
  MarathonBasic: 'httpBasicAuthUser string; httpBasicPassword string',
  MarathonProvider:
    'constraints string; trace bool; watch bool; endpoint string; defaultRule string; exposedByDefault bool; dcosToken string; tls *TypesClientTLS; dialerTimeout duration; responseHeaderTimeout duration; tlsHandshakeTimeout duration; keepAlive duration; forceTaskHostname bool; basic *MarathonBasic; respectReadinessChecks bool',
  NomadConfiguration:
    'defaultRule string; constraints string; endpoint *NomadEndpointConfig; prefix string; stale bool; exposedByDefault bool; refreshInterval duration; allowEmptyServices bool @01234567; watch bool @234567; throttleDuration duration @234567',
  NomadEndpointConfig: 'address string; region string; token string; tls *TypesClientTLS; endpointWaitTime duration',
  NomadProviderBuilder:
    'defaultRule string; constraints string; endpoint *NomadEndpointConfig; prefix string; stale bool; exposedByDefault bool; refreshInterval duration; namespace string @a; namespaces string[]; allowEmptyServices bool @01234567; watch bool @234567; throttleDuration duration @234567',
  Nothing: '',
  ObservabilityConfig: 'accessLogs bool; tracing bool; metrics bool; traceVerbosity string @567',
  Pilot: 'token string; dashboard bool',
  PingHandler: 'entryPoint string; manualRouting bool; terminatingStatusCode int',
  PluginsDescriptor: 'moduleName string; version string; settings PluginsSettings @1234567; hash string @567',
  PluginsLocalDescriptor: 'moduleName string; settings PluginsSettings @1234567',
  PluginsSettings: 'envs string[]; mounts string[]; useUnsafe bool @567',
  Provider: 'rootKey string; endpoints string[]',
  Providers:
    'providersThrottleDuration duration; docker *DockerProvider empty; file *FileProvider; marathon *MarathonProvider empty @a; kubernetesIngress *IngressProvider empty; kubernetesCRD *CrdProvider empty; kubernetesGateway *GatewayProvider empty; rest *RestProvider empty; rancher *RancherProvider empty @a; consulCatalog *ConsulcatalogProviderBuilder empty; nomad *NomadProviderBuilder empty; ecs *EcsProvider empty; consul *ConsulProviderBuilder empty; etcd *EtcdProvider empty; zooKeeper *ZkProvider empty; redis *RedisProvider empty; http *HttpProvider empty; plugin rawmap{}; swarm *DockerSwarmProvider empty @01234567; kubernetesIngressNGINX *IngressNginxProvider empty @567; knative *KnativeProvider empty @67; precedence string[] @7',
  ProxyProtocol: 'insecure bool; trustedIPs string[]',
  RancherProvider:
    'constraints string; watch bool; defaultRule string; exposedByDefault bool; enableServiceHealthFilter bool; refreshSeconds int; intervalPoll bool; prefix string',
  RedirectEntryPoint: 'to string; scheme string; permanent bool; priority int',
  Redirections: 'entryPoint *RedirectEntryPoint',
  RedisProvider:
    'rootKey string; endpoints string[]; tls *TypesClientTLS; username string; password string; db int; sentinel *RedisSentinel',
  RedisSentinel:
    'masterName string; username string; password string; latencyStrategy bool; randomStrategy bool; replicaStrategy bool; useDisconnectedReplicas bool',
  RespondingTimeouts: 'readTimeout duration; writeTimeout duration; idleTimeout duration',
  RestProvider: 'insecure bool',
  ServersTransport:
    'insecureSkipVerify bool; rootCAs string[]; maxIdleConnsPerHost int; forwardingTimeouts *ForwardingTimeouts; spiffe *Spiffe empty @01234567',
  Spiffe: 'ids string[]; trustDomain string',
  SpiffeClientConfig: 'workloadAPIAddr string',
  TCPServersTransport:
    'dialKeepAlive duration; dialTimeout duration; terminationDelay duration; tls *TLSClientConfig empty',
  TLSClientConfig: 'insecureSkipVerify bool; rootCAs string[]; spiffe *Spiffe empty',
  TLSConfig: 'options string; certResolver string; domains TypesDomain[]',
  TlsOCSPConfig: 'responderOverrides string{}',
  Tracing:
    'serviceName string; spanNameLimit int @a; jaeger *TracingJaegerConfig empty @a; zipkin *TracingZipkinConfig empty @a; datadog *TracingDatadogConfig empty @a; instana *TracingInstanaConfig empty @a; haystack *TracingHaystackConfig empty @a; elastic *TracingElasticConfig empty @a; globalAttributes string{} @01234567; capturedRequestHeaders string[] @01234567; capturedResponseHeaders string[] @01234567; sampleRate float @01234567; addInternals bool @01234567; otlp *TracingOpentelemetryConfig empty @012; safeQueryParams string[] @1234567; resourceAttributes string{} @34567; otlp *TypesOTelTracing empty @34567',
  TracingDatadogConfig:
    'localAgentHostPort string; localAgentSocket string; globalTag string; globalTags string{}; debug bool; prioritySampling bool; traceIDHeaderName string; parentIDHeaderName string; samplingPriorityHeaderName string; bagagePrefixHeaderName string',
  TracingElasticConfig: 'serverURL string; secretToken string; serviceEnvironment string',
  TracingHaystackConfig:
    'localAgentHost string; localAgentPort int; globalTag string; traceIDHeaderName string; parentIDHeaderName string; spanIDHeaderName string; baggagePrefixHeaderName string',
  TracingInstanaConfig: 'localAgentHost string; localAgentPort int; logLevel string; enableAutoProfile bool',
  TracingJaegerCollector: 'endpoint string; user string; password string',
  TracingJaegerConfig:
    'samplingServerURL string; samplingType string; samplingParam float; localAgentHostPort string; gen128Bit bool; propagation string; traceContextHeaderName string; collector *TracingJaegerCollector; disableAttemptReconnecting bool',
  TracingOpentelemetryConfig: 'grpc *TypesOtelGRPC empty; http *TypesOtelHTTP empty',
  TracingZipkinConfig: 'httpEndpoint string; sameSpan bool; id128Bit bool; sampleRate float',
  TypesAccessLog:
    'filePath string; format string; filters *TypesAccessLogFilters; fields *TypesAccessLogFields; bufferingSize int; addInternals bool @01234567; otlp *TypesOTelLog empty @34567; dualOutput bool @7',
  TypesAccessLogFields:
    'defaultMode string; names string{}; headers *TypesFieldHeaders; queryParameters *TypesFieldQueryParameters @67',
  TypesAccessLogFilters: 'statusCodes string[]; retryAttempts bool; minDuration duration',
  TypesClientTLS: 'ca string; caOptional bool @a; cert string; key string; insecureSkipVerify bool',
  TypesDatadog:
    'address string; pushInterval duration; addEntryPointsLabels bool; addRoutersLabels bool; addServicesLabels bool; prefix string',
  TypesDomain: 'main string; sans string[]',
  TypesFieldHeaders: 'defaultMode string; names string{}',
  TypesFieldQueryParameters: 'defaultMode string',
  TypesHostResolverConfig: 'cnameFlattening bool; resolvConfig string; resolvDepth int',
  TypesInfluxDB:
    'address string; protocol string; pushInterval duration; database string; retentionPolicy string; username string; password string; addEntryPointsLabels bool; addRoutersLabels bool; addServicesLabels bool; additionalLabels string{}',
  TypesInfluxDB2:
    'address string; token string; pushInterval duration; org string; bucket string; addEntryPointsLabels bool; addRoutersLabels bool; addServicesLabels bool; additionalLabels string{}',
  TypesMetrics:
    'prometheus *TypesPrometheus empty; datadog *TypesDatadog empty; statsD *TypesStatsd empty; influxDB *TypesInfluxDB empty @a; influxDB2 *TypesInfluxDB2 empty; addInternals bool @01234567; otlp *TypesOTLP empty @01234567',
  TypesOTLP:
    'grpc *TypesOtelGRPC empty @012; http *TypesOtelHTTP empty @012; addEntryPointsLabels bool; addRoutersLabels bool; addServicesLabels bool; explicitBoundaries float[]; pushInterval duration; serviceName string @234567; grpc *TypesOTelGRPC empty @34567; http *TypesOTelHTTP empty @34567; resourceAttributes string{} @567',
  TypesOTelGRPC: 'endpoint string; insecure bool; tls *TypesClientTLS; headers string{}',
  TypesOTelHTTP: 'endpoint string; tls *TypesClientTLS; headers string{}',
  TypesOTelLog: 'serviceName string; resourceAttributes string{}; grpc *TypesOTelGRPC empty; http *TypesOTelHTTP empty',
  TypesOTelTracing: 'grpc *TypesOTelGRPC empty; http *TypesOTelHTTP empty',
  TypesOtelGRPC: 'endpoint string; insecure bool; tls *TypesClientTLS; headers string{}',
  TypesOtelHTTP: 'endpoint string; tls *TypesClientTLS; headers string{}',
  TypesPrometheus:
    'buckets float[]; addEntryPointsLabels bool; addRoutersLabels bool; addServicesLabels bool; entryPoint string; manualRouting bool; headerLabels string{}',
  TypesStatsd:
    'address string; pushInterval duration; addEntryPointsLabels bool; addRoutersLabels bool; addServicesLabels bool; prefix string',
  TypesTraefikLog:
    'level string; filePath string; format string; noColor bool @01234567; maxSize int @01234567; maxAge int @01234567; maxBackups int @01234567; compress bool @01234567; otlp *TypesOTelLog empty @34567',
  UDPConfig: 'timeout duration',
  ZkProvider: 'rootKey string; endpoints string[]; username string; password string',
};
