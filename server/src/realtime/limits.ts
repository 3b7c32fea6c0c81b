import { REALTIME_AUTHENTICATION_MS } from "@lamina/shared/core/limits";

/** Bounds of a socket. The sizes and the heartbeat are Centrifugo's defaults, proven in the field. */
export interface RealtimeLimits {
  /** Contract: no authentication within this time closes with 4408. */
  authenticationMs: number;
  /** A ping after this long, so that a proxy sees traffic and a dead peer is found. */
  pingIntervalMs: number;
  /** No pong within this time ends the socket. */
  pongTimeoutMs: number;
  /** Bytes waiting for a consumer; more closes with 1013. */
  maxBufferedBytes: number;
  /** A peer that does not finish the closing handshake is cut off after this long. */
  closeGraceMs: number;
  /** Frames that a client may send at once (a page load publishes some dozens) … */
  frameBurst: number;
  /** … and the rate at which they come back; faster closes with 4429. */
  framesPerSecond: number;
  /** Topics that one socket observes. */
  maxTopics: number;
  /** Sockets of one user: tabs and devices. */
  maxSocketsPerUser: number;
  /** A token whose last proof is older than this is proved anew while its socket is open: a deleted user stops hearing. */
  proofMaxAgeMs: number;
  /** After a renewal the old token's topics are still heard for this long, for what was published meanwhile. */
  renewalOverlapMs: number;
  /** A broker that leaves a SUBSCRIBE unanswered for longer is considered dead, and waiting sockets get an error. */
  brokerAcknowledgementMs: number;
}

export const REALTIME_LIMITS: RealtimeLimits = {
  authenticationMs: REALTIME_AUTHENTICATION_MS,
  pingIntervalMs: 25_000,
  pongTimeoutMs: 10_000,
  maxBufferedBytes: 1_048_576,
  closeGraceMs: 2_000,
  frameBurst: 100,
  framesPerSecond: 20,
  maxTopics: 32,
  maxSocketsPerUser: 32,
  proofMaxAgeMs: 300_000,
  renewalOverlapMs: 10_000,
  brokerAcknowledgementMs: 5_000,
};
