import { MINUTE_MS } from "./time.ts";
/**
 * The constants of the specification, each with its section. Forms, routes and tests use the same number from here.
 * Times are in milliseconds and sizes in bytes unless the name says otherwise.
 */

/** §5, §9: an API request fails after this long. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** §9 "cache value 1000": default time-to-live of a cached GET (readings, 13). */
export const CACHE_TTL_MS = 1_000;
/** §4, §9: the pending-request counter returns to 0 after this long without a new request. */
export const PENDING_RESET_MS = 10_000;
/** §4, §9: the page reloads this long after a logout. */
export const LOGOUT_RELOAD_MS = 1_000;
/** §4, §9: a failed or empty client list is requested again after this long. */
export const CLIENT_RETRY_MS = 2_000;
/** §4, §9: the client set-up is checked again after this long. */
export const CLIENT_RECHECK_MS = 3_000;
/** §2, §9: pull-to-refresh reloads the client list after this long. */
export const PULL_TO_REFRESH_MS = 1_000;
/** §9: a native notification is scheduled this far ahead. */
export const NOTIFICATION_DELAY_MS = 1_000;
/** §9: importance of the native notification channel (Android's maximum). */
export const NOTIFICATION_IMPORTANCE = 5;
/** §7, §9: the broker's port for secure WebSockets. */
export const BROKER_PORT = 8884;
/** §7: the path of the broker's WebSocket. */
export const BROKER_PATH = "/mqtt";
/** §9: connecting to the broker fails after this long. */
export const BROKER_CONNECT_TIMEOUT_MS = 10_000;
/** §9: pause between two attempts to reach the broker. */
export const BROKER_RECONNECT_PERIOD_MS = 10_000;
/** Default interval of the broker's keep-alive; a dead link is detected after one and a half intervals. */
export const BROKER_KEEP_ALIVE_MS = 10_000;
/** §9: default quality of service of a subscription. */
export const BROKER_QOS = 1;
/** The largest packet that a broker takes unless configured, in bytes. */
export const BROKER_MAX_PACKET_BYTES = 262_144;
/** §7: the port of the API. */
export const API_PORT = 444;

/** Port of the reference API where {@link API_PORT} may not be bound, as in its image. */
export const API_FALLBACK_PORT = 4440;
/** §9: maximum storage of the client on the device (readings, 20). */
export const LOCAL_STORAGE_BYTES = 4_980_736;

/** Maximum length of a note, in characters: of a record, and of the closing of an alert. */
export const NOTE_MAX = 1_000;
export const ALERT_NOTE_MAX = 500;

/** §9: a drag begins after this distance, in CSS pixels. */
export const DRAG_THRESHOLD_PX = 10;
/** §9: a drag counts as horizontal up to this angle, in degrees. */
export const DRAG_MAX_ANGLE_DEG = 40;

/** Contract, realtime frames: a socket that has not authenticated is closed after this long (4408). */
export const REALTIME_AUTHENTICATION_MS = 5_000;
/** Contract, realtime frames: the maximum frame of a client (1009). */
export const REALTIME_MAX_FRAME_BYTES = 65_536;
/** Readings, 16: the maximum user name that can form a topic, in UTF-8 bytes. */
export const TOPIC_USER_MAX_BYTES = 256;
/** Silent renewal starts this long before the token expires (readings, 3). */
export const RENEWAL_LEAD_MS = 5 * MINUTE_MS;
