import { BROKER_CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "@lamina/shared/core/limits";
import { type ClientFrame, CloseCode, ServerFrame } from "@lamina/shared/messages/realtime";
import { reconnectPause } from "./backoff.ts";

interface ConnectionEvents {
  /** The server link changed (§4). */
  link(state: "closed" | "connecting" | "connected"): void;
  /** `json`: the frame as it came, because parsing changes large numbers. */
  frame(frame: ServerFrame, json: string): void;
}

export interface ConnectionDeps extends ConnectionEvents {
  url(): string;
  token(): string | null;
  /** The server closed with 4401: the user must log in again. */
  unauthorized(token: string): void;
  random(): number;
}

/** One WebSocket to the BFF. Reconnects with jitter after any close except 4401, without a limit of attempts. */
interface Connection {
  start(): void;
  stop(): void;
  /** Reconnects at once, or checks that an open link still answers. */
  wake(): void;
  /** Authenticates with the current token (after a renewal). */
  authenticate(): void;
  /** False when the link is not authenticated. */
  send(frame: ClientFrame): boolean;
}

export function createConnection(deps: ConnectionDeps): Connection {
  let running = false;
  let socket: WebSocket | undefined;
  let authenticated = false;
  let sentToken = "";
  let attempt = 0;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    clearTimeout(reconnectTimer);
    if (!running || socket) return;
    deps.link("connecting");
    const opened = new WebSocket(deps.url());
    socket = opened;
    expectAnswer(BROKER_CONNECT_TIMEOUT_MS);
    opened.addEventListener("open", () => socket === opened && authenticate());
    opened.addEventListener("message", ({ data }) => socket === opened && receive(data));
    opened.addEventListener("close", ({ code }) => socket === opened && closed(code));
  }

  function answered(): void {
    clearTimeout(answerTimer);
    answerTimer = undefined;
  }

  /** Drops a link that does not answer in time, because half-open links never close by themselves. */
  function expectAnswer(milliseconds: number): void {
    answered();
    answerTimer = setTimeout(() => {
      socket?.close();
      closed(undefined);
    }, milliseconds);
  }

  function transmit(frame: ClientFrame): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  function authenticate(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    sentToken = deps.token() ?? "";
    transmit({ type: "authenticate", token: sentToken });
    // The first answer may take the server a request to the API. A link that was authenticated before answers soon or
    // is dead.
    expectAnswer(authenticated ? BROKER_CONNECT_TIMEOUT_MS : REQUEST_TIMEOUT_MS);
  }

  function receive(data: unknown): void {
    const frame = parseFrame(data);
    if (!frame) return;
    answered();
    if (frame.type === "authenticated" && !authenticated) {
      authenticated = true;
      attempt = 0;
      deps.link("connected");
    }
    deps.frame(frame, String(data));
  }

  function closed(code: number | undefined): void {
    socket = undefined;
    authenticated = false;
    answered();
    deps.link("closed");
    if (!running) return;
    // With a newer token in storage the refused one is outdated, and the user need not log in again.
    if (code === CloseCode.unauthorized && deps.token() === sentToken) deps.unauthorized(sentToken);
    else reconnectLater();
  }

  function reconnectLater(): void {
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(open, reconnectPause(attempt, deps.random()));
    attempt += 1;
  }

  return {
    start() {
      running = true;
      open();
    },
    stop() {
      running = false;
      clearTimeout(reconnectTimer);
      answered();
      const last = socket;
      socket = undefined;
      last?.close();
      if (authenticated || last) deps.link("closed");
      authenticated = false;
    },
    wake() {
      if (!socket) open();
      // Several wake events come at once, and one check is enough.
      else if (answerTimer === undefined) authenticate();
    },
    authenticate,
    send(frame) {
      if (authenticated) transmit(frame);
      return authenticated;
    },
  };
}

/** Parses a frame of the contract. Undefined for anything else, which is ignored. */
function parseFrame(data: unknown): ServerFrame | undefined {
  try {
    return ServerFrame.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
}
