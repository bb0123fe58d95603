import { groupedBy } from '../source/groupedBy';
import { nearestTo } from './nearName';
import { splitQualifiedName } from './objectNames';

/** Names with `@provider`. Omits names to which nothing can refer, because they have an `@` of their own. */
export class NameTable {
  private own: readonly string[] | undefined;
  private byBareName: ReadonlyMap<string, readonly string[]> | undefined;

  /**
   * @param given read on the first query
   * @param others a table whose names are added
   */
  constructor(
    private readonly given: Iterable<string>,
    private readonly others?: NameTable,
  ) {}

  get names(): readonly string[] {
    return this.others === undefined ? this.ownNames() : [...this.ownNames(), ...this.others.names];
  }

  /** The names with this text before the `@`. */
  named(bareName: string): readonly string[] {
    this.byBareName ??= groupedBy(this.ownNames(), (name) => splitQualifiedName(name).own);
    const own = this.byBareName.get(bareName) ?? [];
    return this.others === undefined ? own : [...own, ...this.others.named(bareName)];
  }

  private ownNames(): readonly string[] {
    this.own ??= [...this.given].filter((name) => !splitQualifiedName(name).own.includes('@'));
    return this.own;
  }
}

/** Comparing a name with all others takes time: for more names, and among more, the nearest one is not searched. */
const mostSought = 200;
const mostCompared = 200;

/** Finds the known name that the user meant by one without an object. */
export class MeantNames {
  private readonly written = new Map<string, readonly (readonly string[])[]>();
  private readonly nearest = new Map<string, string | undefined>();

  /**
   * @param likely names that win over others with an equal distance: those of the same file
   * @param known all others
   */
  constructor(
    private readonly likely: NameTable,
    private readonly known: NameTable | undefined,
  ) {}

  /**
   * As an object of the provider would write it: the only one of the same name of another provider, otherwise the
   * nearest one. Undefined if there are several, or none.
   *
   * @param name with or without `@provider`
   */
  meant(name: string, provider: string): string | undefined {
    const { own } = splitQualifiedName(name);
    const [same, ...more] = new Set([...this.likely.named(own), ...(this.known?.named(own) ?? [])]);
    if (same !== undefined) return more.length === 0 ? same : undefined;
    const key = `${provider} ${name}`;
    if (!this.nearest.has(key)) {
      if (this.nearest.size >= mostSought) return undefined;
      const [own = [], others = []] = this.writtenBy(provider);
      this.nearest.set(key, nearestTo(name, own) ?? nearestTo(name, others));
    }
    return this.nearest.get(key);
  }

  private writtenBy(provider: string): readonly (readonly string[])[] {
    const found = this.written.get(provider) ?? [this.likely, this.known].map((table) => namesIn(table, provider));
    this.written.set(provider, found);
    return found;
  }
}

/** As an object of the provider writes them. */
function namesIn(table: NameTable | undefined, provider: string): readonly string[] {
  const names = table?.names ?? [];
  if (names.length > mostCompared) return [];
  return names.map((one) => (one.endsWith(`@${provider}`) ? splitQualifiedName(one).own : one));
}
