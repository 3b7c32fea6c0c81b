import type { Audience } from "./observation.ts";
import { type Bridge, type Identity, Session } from "./session.ts";

export class TooManySocketsError extends Error {
  constructor() {
    super("too many connections of this user");
  }
}

/** Who may hear what: every session of the process, bounded per user. */
export class Hub {
  readonly #bridge: Bridge;
  /** Sockets by user name. */
  readonly #sockets = new Map<string, number>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** @throws TooManySocketsError */
  join(identity: Identity, audience: Audience): Session {
    const { userName } = identity;
    const count = this.#sockets.get(userName) ?? 0;
    if (count >= this.#bridge.limits.maxSocketsPerUser) throw new TooManySocketsError();
    this.#sockets.set(userName, count + 1);
    return new Session(identity, audience, this.#bridge);
  }

  leave(session: Session): void {
    session.end();
    const left = (this.#sockets.get(session.userName) ?? 1) - 1;
    if (left > 0) this.#sockets.set(session.userName, left);
    else this.#sockets.delete(session.userName);
  }
}
