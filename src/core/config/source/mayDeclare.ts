import type { SourceFile } from './placedText';

/** Larger files are not read, in UTF-16 units: nobody writes them. */
export const LARGEST_FILE = 1_000_000;

/** The files that may declare something: YAML, TOML, and HCL. */
export const CONFIG_NAME = /\.(?:ya?ml|toml|hcl|nomad)$/i;

const ROOT_OF_YAML = /^["']?(?:http|tcp|udp|tls)["']?[ \t]*:/im;
const FLOW_ROOT = /^\s*\{/;
const KEY_IN_FLOW = /\b(?:http|tcp|udp|tls)["']?[ \t]*:/i;
const ROOT_OF_TOML = /^[ \t]*(?:\[{1,2}[ \t]*)?["']?(?:http|tcp|udp|tls)["']?[ \t]*[.=\]]/im;
const ROUTE = /^[ \t-]*["']?kind["']?[ \t]*:[ \t]*["']?(?:Ingress|(?:HTTP|GRPC|TCP|TLS)Route)\b/m;

/**
 * Whether a file may declare anything for Traefik: a look at its text that is much cheaper than to parse it. What it lets through
 * need not be Traefik's.
 */
export function mayDeclare({ path, text }: SourceFile): boolean {
  if (!CONFIG_NAME.test(path)) return false;
  if (/traefik/i.test(text)) return true;
  if (/\.toml$/i.test(path)) return ROOT_OF_TOML.test(text);
  if (!/\.ya?ml$/i.test(path)) return false;
  return ROOT_OF_YAML.test(text) || ROUTE.test(text) || (FLOW_ROOT.test(text) && KEY_IN_FLOW.test(text));
}
