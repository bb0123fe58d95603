/**
 * Splits a name such as `auth@file`, as Traefik lists it: the name in its declaration, which may have an `@` itself, and
 * the text after the last `@`, empty if there is none.
 */
export function splitQualifiedName(name: string): { readonly own: string; readonly provider: string } {
  const sign = name.lastIndexOf('@');
  return sign < 0 ? { own: name, provider: '' } : { own: name.slice(0, sign), provider: name.slice(sign + 1) };
}
