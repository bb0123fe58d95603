import type { PageSectionSource } from '../../core/proxy/documents/page';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { Router } from '../../core/proxy/model/model';

/** A router of a proxy endpoint. */
export interface RouterOfEndpoint {
  readonly endpointId: string;
  readonly router: Router;
  readonly inventory: Inventory;
}

/** The last hour of routers in access logs, as a section of their documents. */
export interface LastHours {
  /**
   * The section until it is read, and the function that reads it. Sends no request; undefined if the place of the
   * access logs is unknown, or if there can be none. Never rejects.
   */
  of(router: RouterOfEndpoint): Promise<UnreadLastHour | undefined>;
}

interface UnreadLastHour {
  readonly section: PageSectionSource;
  /** Never rejects. Undefined if it was canceled, and if there is no section. */
  read(signal: AbortSignal): Promise<PageSectionSource | undefined>;
}
