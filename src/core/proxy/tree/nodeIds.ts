import { createHash } from 'node:crypto';

/** Longer names are cut in ids, and distinguished by a digest. */
const longestNameInId = 200;

const escapes: Readonly<Record<string, string>> = { '~': '~0', '/': '~1', '#': '~2' };

/**
 * A name as one part of an id. The separators of ids are escaped, so that no name can look like the path of another
 * row. VS Code sends the ids of all rows between its processes, so a hostile name of a megabyte is not part of them as
 * a whole.
 */
export function nameInId(name: string): string {
  const whole = name.length <= longestNameInId;
  const head = (whole ? name : name.slice(0, longestNameInId)).replace(/[~/#]/g, (sign) => escapes[sign] ?? '');
  return whole ? head : `${head}#${createHash('sha256').update(name).digest('hex')}`;
}

/** Makes ids unique below one parent: the second `x` becomes `x#2`. */
export function distinctIds(): (id: string) => string {
  const uses = new Map<string, number>();
  return (id) => {
    const use = (uses.get(id) ?? 0) + 1;
    uses.set(id, use);
    return use === 1 ? id : `${id}#${use}`;
  };
}
