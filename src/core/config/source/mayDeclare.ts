import type { SourceFile } from './placedText';

/** In UTF-16 units. Larger files are not read; real ones are smaller. */
export const largestFile = 1_000_000;

/** The files that may declare something: YAML, TOML, and HCL. */
export const configName = /\.(?:ya?ml|toml|hcl|nomad)$/i;

const rootOfYaml = /^["']?(?:http|tcp|udp|tls)["']?[ \t]*:/im;
const flowRoot = /^\s*\{/;
const keyInFlow = /\b(?:http|tcp|udp|tls)["']?[ \t]*:/i;
const rootOfToml = /^[ \t]*(?:\[{1,2}[ \t]*)?["']?(?:http|tcp|udp|tls)["']?[ \t]*[.=\]]/im;
/** The name of Traefik's own static configuration; below, the section that only it has. */
export const staticName = /(?:^|\/)traefik\.(?:ya?ml|toml)$/i;
const staticRoot = /^[ \t]*(?:\[{1,2}[ \t]*)?["']?entryPoints["']?[ \t]*[:.\]]/im;
/** Keys in values of Traefik's chart. */
const chartKey = /^[ \t]*["']?(?:additionalArguments|kubernetes(?:CRD|Ingress)|websecure)["']?[ \t]*:/m;
const route = /^[ \t-]*["']?kind["']?[ \t]*:[ \t]*["']?(?:Ingress|(?:HTTP|GRPC|TCP|TLS)Route)\b/m;

/** Whether a file may declare anything for Traefik: a quick test of its text. Files of others may pass. */
export function mayDeclare({ path, text }: SourceFile): boolean {
  if (!configName.test(path)) return false;
  if (/traefik/i.test(text) || staticName.test(path)) return true;
  if (/\.(?:ya?ml|toml)$/i.test(path) && staticRoot.test(text)) return true;
  if (/\.toml$/i.test(path)) return rootOfToml.test(text);
  if (!/\.ya?ml$/i.test(path)) return false;
  return (
    rootOfYaml.test(text) || chartKey.test(text) || route.test(text) || (flowRoot.test(text) && keyInFlow.test(text))
  );
}
