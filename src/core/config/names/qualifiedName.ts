/** The two parts of a name with `@provider`, as Traefik lists it. */
interface QualifiedNameParts {
  /** The name in its declaration; it may have an `@` itself. */
  readonly own: string;
  /** The text after the last `@`; empty if there is none. */
  readonly provider: string;
}

/** Splits a name such as `auth@file`. */
export function splitQualifiedName(name: string): QualifiedNameParts {
  const sign = name.lastIndexOf('@');
  return sign < 0 ? { own: name, provider: '' } : { own: name.slice(0, sign), provider: name.slice(sign + 1) };
}
