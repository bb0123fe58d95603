import { createHash } from 'node:crypto';

/** Names longer than this are cut in ids, and told apart by a digest. */
const longestNameInId = 200;

const escapes: Readonly<Record<string, string>> = { '~': '~0', '/': '~1', '#': '~2' };

/**
 * A name as one part of an id: what parts an id is escaped, so that no name can look like another row's way. Ids cross
 * between VS Code's processes for every row, so a hostile name of a megabyte does not go into them whole.
 */
export function nameInId(name: string): string {
  const whole = name.length <= longestNameInId;
  const head = (whole ? name : name.slice(0, longestNameInId)).replace(/[~/#]/g, (sign) => escapes[sign] ?? '');
  return whole ? head : `${head}#${createHash('sha256').update(name).digest('hex')}`;
}

/** Tells ids apart that would be the same below one parent: the second `x` becomes `x#2`. */
export function distinctIds(): (id: string) => string {
  const uses = new Map<string, number>();
  return (id) => {
    const use = (uses.get(id) ?? 0) + 1;
    uses.set(id, use);
    return use === 1 ? id : `${id}#${use}`;
  };
}
