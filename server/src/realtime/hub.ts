import type { Audience } from "./observation.ts";
import { type Bridge, type Identity, RealtimeSession } from "./realtime-session.ts";

export class TooManySocketsError extends Error {
  constructor() {
    super("too many connections of this user");
  }
}

/** All sessions of the process, limited per user. */
export class Hub {
  readonly #bridge: Bridge;
  /** Number of sockets by user, or by token when the token has no name. */
  readonly #sockets = new Map<string, number>();
  /** The owner that a session is counted for; a renewed token does not change it. */
  readonly #owners = new Map<RealtimeSession, string>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** @throws TooManySocketsError */
  join(identity: Identity, audience: Audience): RealtimeSession {
    const owner = identity.userName ? `user ${identity.userName}` : `token ${identity.payload}`;
    const count = this.#sockets.get(owner) ?? 0;
    if (count >= this.#bridge.limits.maxSocketsPerUser) throw new TooManySocketsError();
    this.#sockets.set(owner, count + 1);
    const session = new RealtimeSession(identity, audience, this.#bridge);
    this.#owners.set(session, owner);
    return session;
  }

  leave(session: RealtimeSession): void {
    session.end();
    const owner = this.#owners.get(session);
    if (owner === undefined) return;
    this.#owners.delete(session);
    const remaining = (this.#sockets.get(owner) ?? 1) - 1;
    if (remaining > 0) this.#sockets.set(owner, remaining);
    else this.#sockets.delete(owner);
  }
}
