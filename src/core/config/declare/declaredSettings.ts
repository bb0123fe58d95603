import { type ConfigField, type ConfigType, fieldsOfStruct } from '../decode/configTypes';
import type { Decoded, DecodedStruct } from '../decode/decoded';
import { isGoTrue } from '../decode/goValues';
import type { DeclaredKind, DeclaredProtocol, ListedValue, ObjectSettings } from '../model/declaration';

/**
 * All options that an object was declared with. Private, so that a declaration that goes to another thread leaves them
 * behind: only those who read the files compare or list them.
 */
export class DeclaredSettings implements ObjectSettings {
  readonly #type: ConfigType | undefined;
  readonly #decoded: DecodedStruct;

  constructor(protocol: DeclaredProtocol, kind: DeclaredKind, decoded: DecodedStruct) {
    this.#type = typeOfObjects(protocol, kind);
    this.#decoded = decoded;
  }

  asListed(): { readonly [name: string]: ListedValue } {
    return this.#type?.kind === 'struct' ? listedStruct(this.#type.name, this.#decoded) : {};
  }
}

/** The type of the objects in a section such as `http.routers`. */
function typeOfObjects(protocol: DeclaredProtocol, kind: DeclaredKind): ConfigType | undefined {
  const section = fieldsOfStruct(`${protocol.toUpperCase()}Configuration`).get(`${kind}s`.toLowerCase());
  return section?.type.kind === 'map' ? section.type.of : undefined;
}

function listedStruct(name: string, { fields }: DecodedStruct): { readonly [name: string]: ListedValue } {
  const types = fieldsOfStruct(name);
  const listed = [...fields].flatMap(([own, decoded]): readonly (readonly [string, ListedValue])[] => {
    const field: ConfigField | undefined = types.get(own.toLowerCase());
    const value = field && listedValue(field.type, decoded);
    return value === undefined || value === '' ? [] : [[own, value]];
  });
  return Object.fromEntries(listed);
}

function listedValue(type: ConfigType, decoded: Decoded): ListedValue | undefined {
  switch (decoded.kind) {
    case 'struct':
      return type.kind === 'struct' ? listedStruct(type.name, decoded) : undefined;
    case 'map': {
      if (type.kind !== 'map') return undefined;
      const { of } = type;
      const entries = [...decoded.entries].flatMap(([name, { value }]) => {
        const listed = listedValue(of, value);
        return listed === undefined ? [] : [[name, listed] as const];
      });
      return Object.fromEntries(entries);
    }
    case 'list': {
      const of = type.kind === 'list' && type.of.kind === 'struct' ? type.of.name : undefined;
      return of === undefined ? undefined : decoded.items.map((item) => listedStruct(of, item));
    }
    case 'texts': {
      const of = type.kind === 'list' ? type.of : undefined;
      return decoded.items.map(({ value }) => plainValue(of, value));
    }
    case 'text':
      return plainValue(type, decoded.text.value);
    case 'raw':
      return {};
  }
}

function plainValue(type: ConfigType | undefined, text: string): ListedValue {
  if (text !== '' && type?.kind === 'bool') return isGoTrue(text);
  return text !== '' && type?.kind === 'int' ? Number(text) : text;
}
