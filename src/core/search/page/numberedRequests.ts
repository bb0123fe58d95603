import type { PageReply, PageRequest } from './requestsOfPage';

type Without<Message, Member extends PropertyKey> = Message extends unknown ? Omit<Message, Member> : never;

/** A request, before it gets its id. */
export type RequestWithoutId = Without<PageRequest, 'requestId'>;

/** A reply without the id of its request, because it answers the latest one of its kind. */
export type CurrentReply =
  | Without<Exclude<PageReply, { kind: 'counted' | 'completions' }>, 'requestId'>
  /** `isReply`: to this page's own request. */
  | (Omit<Extract<PageReply, { kind: 'counted' }>, 'requestId'> & { readonly isReply: boolean })
  | (Omit<Extract<PageReply, { kind: 'completions' }>, 'requestId'> & { readonly of: Completed });

type Completed = Extract<PageRequest, { kind: 'complete' }>['of'];

/** Of the requests with the same name, the search answers all, and only the reply to the latest one counts. */
type Channel =
  | 'page'
  | 'address'
  | 'filter'
  | 'suggestions'
  | 'dates'
  | 'histogram'
  | 'fields'
  | 'values'
  | 'follow'
  | 'newHits';

const channels: { readonly [kind in RequestWithoutId['kind']]?: Channel } = {
  search: 'page',
  turnPage: 'page',
  count: 'page',
  histogram: 'histogram',
  readAddress: 'address',
  editFilter: 'filter',
  listFields: 'fields',
  countValues: 'values',
  follow: 'follow',
  takeNewHits: 'newHits',
};

function channelOf(post: RequestWithoutId): Channel | undefined {
  if (post.kind === 'complete') return post.of === 'dateField' ? 'dates' : 'suggestions';
  return channels[post.kind];
}

/** The replies after which there are no more to a request. */
const lastReplies: readonly PageReply['kind'][] = ['page', 'counted', 'failed', 'canceled'];

/**
 * The requests of a page: gives each its id, and drops the replies to all but the latest of each kind. The state of the
 * page does not know these ids, except as the id of the page of hits that a request brought.
 */
export class NumberedRequests {
  private readonly latest = new Map<Channel, { readonly id: string; readonly of?: Completed }>();
  /** Makes ids unique across pages, whose hits commands name by them. */
  private readonly page = crypto.getRandomValues(new Uint32Array(2)).join('-');
  private requests = 0;
  private endpointId: string | undefined;

  constructor(private readonly postMessage: (message: PageRequest) => void) {}

  /** Sends a message. Nothing is sent to cancel a request that was answered already. */
  send(post: RequestWithoutId): void {
    const channel = channelOf(post);
    if (post.kind === 'cancel') {
      const requestId = this.latest.get('page')?.id;
      if (requestId !== undefined) this.postMessage({ kind: 'cancel', requestId });
      return;
    }
    // The search ends following then.
    const endsFollow = post.kind === 'search' || post.kind === 'turnPage';
    if (endsFollow || (post.kind === 'steerFollow' && post.to === 'end')) this.forget('follow', 'newHits');
    // The user wants something newer than what the address says.
    if (post.kind === 'search' || post.kind === 'chooseEndpoint') this.forget('address');
    if (channel === undefined) {
      this.postMessage(post as PageRequest);
      return;
    }
    this.requests++;
    const requestId = `${this.page}-${this.requests}`;
    this.latest.set(channel, { id: requestId, ...(post.kind === 'complete' && { of: post.of }) });
    this.postMessage({ ...post, requestId } as PageRequest);
  }

  /** A reply as the page takes it; undefined if it answers a request that no longer counts. */
  receive(message: PageReply): CurrentReply | undefined {
    if (message.kind === 'init') {
      this.adopt(message);
      return message;
    }
    if (message.kind === 'counted' && message.requestId === undefined) return { ...message, isReply: false };
    const id = message.kind === 'page' || message.kind === 'newHits' ? message.pageId : idOf(message);
    if (id === undefined) return message as CurrentReply;
    const [channel, request] = [...this.latest].find(([, latest]) => latest.id === id) ?? [];
    if (channel === undefined) return undefined;
    if (lastReplies.includes(message.kind)) this.latest.delete(channel);
    const { requestId: _, ...reply } = { requestId: undefined, ...message };
    if (reply.kind === 'counted') return { ...reply, isReply: true };
    return reply.kind === 'completions' ? { ...reply, of: request?.of ?? 'index' } : reply;
  }

  /** Takes over the search of a new panel, which did not wait for its page, unless there is a newer one. */
  private adopt({ endpointId, busy }: Extract<PageReply, { kind: 'init' }>): void {
    if (this.endpointId === endpointId) return;
    if (this.endpointId !== undefined) this.latest.clear();
    this.endpointId = endpointId;
    if (busy !== undefined && !this.latest.has('page')) this.latest.set('page', { id: busy });
  }

  private forget(...channels: readonly Channel[]): void {
    for (const channel of channels) this.latest.delete(channel);
  }
}

function idOf(message: object): string | undefined {
  return 'requestId' in message && typeof message.requestId === 'string' ? message.requestId : undefined;
}
