/** Whether a name fits a pattern in which `*` stands for any text. */
export function matchesWildcard(pattern: string, name: string): boolean {
  const expression = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${expression.join('.*')}$`, 's').test(name);
}
