import type { MessageFromPage, MessageToPage } from '../protocol/pageMessages';

type Without<Message, Member extends PropertyKey> = Message extends unknown ? Omit<Message, Member> : never;

/** A message to the host, before it gets the id of its request. */
export type PagePost = Without<MessageFromPage, 'requestId'>;

/** A message of the host without the id of its request, because it answers the latest one of its kind. */
export type HostMessage =
  | Without<Exclude<MessageToPage, { kind: 'counted' | 'completions' }>, 'requestId'>
  /** `isReply`: to this page's own request. */
  | (Omit<Extract<MessageToPage, { kind: 'counted' }>, 'requestId'> & { readonly isReply: boolean })
  | (Omit<Extract<MessageToPage, { kind: 'completions' }>, 'requestId'> & { readonly of: Completed });

type Completed = Extract<MessageFromPage, { kind: 'complete' }>['of'];

/** Of the requests with the same name, the host answers all, and only the reply to the latest one counts. */
type Channel = 'page' | 'filter' | 'suggestions' | 'dates' | 'histogram' | 'fields' | 'values' | 'follow' | 'newHits';

const channels: { readonly [kind in PagePost['kind']]?: Channel } = {
  search: 'page',
  turnPage: 'page',
  count: 'page',
  histogram: 'histogram',
  editFilter: 'filter',
  listFields: 'fields',
  countValues: 'values',
  follow: 'follow',
  takeNewHits: 'newHits',
};

function channelOf(post: PagePost): Channel | undefined {
  if (post.kind === 'complete') return post.of === 'dateField' ? 'dates' : 'suggestions';
  return channels[post.kind];
}

/** The replies after which the host says no more about a request. */
const lastReplies: readonly MessageToPage['kind'][] = ['page', 'counted', 'failed', 'canceled'];

/**
 * The requests of the page to its host: gives each its id, and drops the replies to all but the latest of each kind. The
 * rest of the page does not know these ids, except as the id of the page of hits that a request brought.
 */
export class HostRequests {
  private readonly latest = new Map<Channel, { readonly id: string; readonly of?: Completed }>();
  /** Makes ids unique across pages: the host may still reply to a request of the page before this one. */
  private readonly page = crypto.getRandomValues(new Uint32Array(2)).join('-');
  private requests = 0;
  private endpointId: string | undefined;

  constructor(private readonly postMessage: (message: MessageFromPage) => void) {}

  /** Sends a message. Nothing is sent to cancel a request that was answered already. */
  send(post: PagePost): void {
    const channel = channelOf(post);
    if (post.kind === 'cancel') {
      const requestId = this.latest.get('page')?.id;
      if (requestId !== undefined) this.postMessage({ kind: 'cancel', requestId });
      return;
    }
    // The host ends following then.
    const endsFollow = post.kind === 'search' || post.kind === 'turnPage';
    if (endsFollow || (post.kind === 'steerFollow' && post.to === 'end')) this.forget('follow', 'newHits');
    if (channel === undefined) {
      this.postMessage(post as MessageFromPage);
      return;
    }
    this.requests++;
    const requestId = `${this.page}-${this.requests}`;
    this.latest.set(channel, { id: requestId, ...(post.kind === 'complete' && { of: post.of }) });
    this.postMessage({ ...post, requestId } as MessageFromPage);
  }

  /** A message of the host as the page takes it; undefined if it answers a request that no longer counts. */
  receive(message: MessageToPage): HostMessage | undefined {
    if (message.kind === 'init') {
      this.adopt(message);
      return message;
    }
    if (message.kind === 'counted' && message.requestId === undefined) return { ...message, isReply: false };
    const id = message.kind === 'page' || message.kind === 'newHits' ? message.pageId : idOf(message);
    if (id === undefined) return message as HostMessage;
    const [channel, request] = [...this.latest].find(([, latest]) => latest.id === id) ?? [];
    if (channel === undefined) return undefined;
    if (lastReplies.includes(message.kind)) this.latest.delete(channel);
    const { requestId: _, ...reply } = { requestId: undefined, ...message };
    if (reply.kind === 'counted') return { ...reply, isReply: true };
    return reply.kind === 'completions' ? { ...reply, of: request?.of ?? 'index' } : reply;
  }

  /** Takes over the requests that the page before this one made, unless this one has newer ones. */
  private adopt({ endpointId, busy, follow }: Extract<MessageToPage, { kind: 'init' }>): void {
    if (this.endpointId !== undefined && this.endpointId !== endpointId) this.latest.clear();
    this.endpointId = endpointId;
    if (busy !== undefined && !this.latest.has('page')) this.latest.set('page', { id: busy });
    this.forget('follow', 'newHits');
    if (follow !== undefined) this.latest.set('follow', { id: follow.requestId });
  }

  private forget(...channels: readonly Channel[]): void {
    for (const channel of channels) this.latest.delete(channel);
  }
}

function idOf(message: object): string | undefined {
  return 'requestId' in message && typeof message.requestId === 'string' ? message.requestId : undefined;
}
