import type { CountingInputs } from './input';
import { composeInputs } from './inputs/compose';
import { dynamicInputs } from './inputs/dynamicFiles';
import { gatewayInputs } from './inputs/gateway';
import { hclInputs } from './inputs/hcl';
import { kubernetesInputs } from './inputs/kubernetes';
import { ruleInputs } from './inputs/rules';
import { templateInputs } from './inputs/templates';
import { tomlInputs } from './inputs/toml';
import { yamlInputs } from './inputs/yaml';

/** The hostile files by format. A name stands in one of them only. */
export const inputsByFormat = {
  yaml: yamlInputs,
  dynamicFiles: dynamicInputs,
  compose: composeInputs,
  toml: tomlInputs,
  hcl: hclInputs,
  kubernetes: kubernetesInputs,
  gateway: gatewayInputs,
  templates: templateInputs,
  rules: ruleInputs,
} satisfies Readonly<Record<string, CountingInputs>>;

/** All of them. */
export const countingInputs: CountingInputs = Object.assign({}, ...Object.values(inputsByFormat));
