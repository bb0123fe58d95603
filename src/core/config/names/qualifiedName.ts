/** A name with `@provider`, as Traefik lists it, in its two parts. */
interface QualifiedNameParts {
  /** As it is written where the object is declared; it may have an `@` itself. */
  readonly own: string;
  /** What stands behind the last `@`; empty if there is none. */
  readonly provider: string;
}

/** Takes a name such as `auth@file` apart. */
export function splitQualifiedName(name: string): QualifiedNameParts {
  const sign = name.lastIndexOf('@');
  return sign < 0 ? { own: name, provider: '' } : { own: name.slice(0, sign), provider: name.slice(sign + 1) };
}
