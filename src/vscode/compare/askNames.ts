import type { ComparedNameStyle } from '../../core/proxy/compare/names';
import { pickOne } from '../shared/quickInput';

/** Asks how names are to be compared; undefined where a person leaves it as it is. */
export async function askNames(now: ComparedNameStyle): Promise<ComparedNameStyle | undefined> {
  const choice = (label: string, detail: string, ignoresProvider: boolean, ignoresEntryPoint: boolean) => ({
    label,
    detail,
    value: { ignoresProvider, ignoresEntryPoint },
  });
  const choices = [
    choice('As They Are', 'shop@docker is only shop@docker', false, false),
    choice('Without Provider', 'shop@docker is shop@file', true, false),
    choice('Without Entry Point', 'websecure-shop@docker is shop@docker, where Traefik made it of that', false, true),
    choice('Without Both', 'websecure-shop@docker is shop@file', true, true),
  ];
  const active = choices.find(
    ({ value }) => value.ignoresProvider === now.ignoresProvider && value.ignoresEntryPoint === now.ignoresEntryPoint,
  )?.value;
  const answer = await pickOne({
    title: 'Compare Names',
    placeholder: 'How should names be compared?',
    choices,
    ...(active !== undefined && { active }),
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}
