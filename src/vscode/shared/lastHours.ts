import type { PageSectionSource } from '../../core/proxy/documents/page';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { Router } from '../../core/proxy/model/model';

/** A router of a proxy endpoint. */
export interface RouterOfEndpoint {
  readonly endpointId: string;
  readonly router: Router;
  readonly inventory: Inventory;
}

/** What access logs say about the last hour of routers, as a section of their documents. */
export interface LastHours {
  /**
   * The section until it was read, and what reads it. Asks no server; undefined where nobody said where the access logs are, or
   * where there can be none. Never rejects.
   */
  of(router: RouterOfEndpoint): Promise<UnreadLastHour | undefined>;
}

interface UnreadLastHour {
  readonly section: PageSectionSource;
  /** Never rejects. Undefined where it was canceled, and where there is nothing to say. */
  read(signal: AbortSignal): Promise<PageSectionSource | undefined>;
}
