/** All recorded engines, as their files are called. */
export const engines = [
  'elasticsearch-6.8.23',
  'elasticsearch-7.17.29',
  'elasticsearch-8.11.0',
  'elasticsearch-8.19.0',
  'elasticsearch-9.1.0',
  'opensearch-2.19.0',
  'opensearch-3.0.0',
] as const;
export type Engine = (typeof engines)[number];

/** `6.8` of `elasticsearch-6.8.23`: no two engines share one. */
export function versionOf(engine: Engine): string {
  return /-(\d+\.\d+)/.exec(engine)?.[1] ?? '';
}

/** Whether `entry` names this case of this engine: `knn`, or `knn @ 6.8 7.17` for some versions only. */
export function names(entry: string, name: string, engine: Engine): boolean {
  if (!entry.startsWith(name)) return false;
  const [only, versions] = entry.split(' @ ');
  return only === name && (versions === undefined || versions.split(' ').includes(versionOf(engine)));
}
