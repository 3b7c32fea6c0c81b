import { REALTIME_AUTHENTICATION_MS } from "@lamina/shared/core/limits";

/** Limits of a socket. The sizes and the heartbeat are Centrifugo's defaults, proven in the field. */
export interface RealtimeLimits {
  /** Contract: no authentication within this time closes with 4408. */
  authenticationMs: number;
  /** A ping is sent at this interval, so that a proxy sees traffic and a dead peer is detected. */
  pingIntervalMs: number;
  /** A socket without a pong within this time is terminated. */
  pongTimeoutMs: number;
  /** Maximum unsent bytes for a client; more closes with 1013. */
  maxBufferedBytes: number;
  /** A peer that does not finish the closing handshake within this time is cut off. */
  closeGraceMs: number;
  /** Frames that a client may send in one burst (a page load sends some dozens) … */
  frameBurst: number;
  /** … and the rate at which the burst refills; a faster client is closed with 4429. */
  framesPerSecond: number;
  /** Maximum topics of one socket. */
  maxTopics: number;
  /** Maximum sockets of one user, over tabs and devices. */
  maxSocketsPerUser: number;
  /**
   * Maximum age of the proof of an open socket's token before it is proved again, so that a deleted user stops
   * receiving.
   */
  proofMaxAgeMs: number;
  /**
   * Maximum use of a token after its last proof while the API gives no verdict on it, for example during maintenance.
   */
  unprovedMs: number;
  /** How long the old token's topics stay subscribed after a renewal, for messages published during it. */
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
  unprovedMs: 3_600_000,
  renewalOverlapMs: 10_000,
  brokerAcknowledgementMs: 5_000,
};
