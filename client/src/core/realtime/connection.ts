import { BROKER_CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "@lamina/shared/core/limits";
import { type ClientFrame, CloseCode, ServerFrame } from "@lamina/shared/messages/realtime";
import { reconnectPause } from "./backoff.ts";
import { ASK_MS, createLineWatch, type LineWatchDeps } from "./line-watch.ts";

/**
 * A page on the screen asks a link that was quiet for so long, and drops it without an answer: together within the 5 s in
 * which the shell reports a lost line. A half-open link never closes by itself, and the device reports nothing.
 */
export const QUIET_MS = 1_500;
const QUIET_ANSWER_MS = 3_000;

/**
 * A link without an answer is opened again after this time, or before, when the line answers again. Each fourth attempt
 * waits longer, for a slow line.
 */
const CONNECT_MS = 4_000;
const SLOW_EVERY = 4;

interface ConnectionEvents {
  /** The server link changed (§4). */
  link(state: "closed" | "connecting" | "connected"): void;
  /** `json`: the frame as it came, because parsing changes large numbers. */
  frame(frame: ServerFrame, json: string): void;
}

export interface ConnectionDeps extends ConnectionEvents, LineWatchDeps {
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

/** `question`: a frame that the server answers at once; undefined while there is none. */
export function createConnection(deps: ConnectionDeps & { question(): ClientFrame | undefined }): Connection {
  let running = false;
  let socket: WebSocket | undefined;
  let authenticated = false;
  let sentToken = "";
  let attempt = 0;
  let openedAt = 0;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  let quietTimer: ReturnType<typeof setTimeout> | undefined;
  const line = createLineWatch(deps, openAgain);

  function open(): void {
    clearTimeout(reconnectTimer);
    if (!running || socket) return;
    deps.link("connecting");
    const opened = new WebSocket(deps.url());
    socket = opened;
    openedAt = performance.now();
    expectAnswer((attempt + 1) % SLOW_EVERY === 0 ? BROKER_CONNECT_TIMEOUT_MS : CONNECT_MS);
    line.start();
    opened.addEventListener("open", () => socket === opened && authenticate());
    opened.addEventListener("message", ({ data }) => socket === opened && receive(data));
    opened.addEventListener("close", ({ code }) => socket === opened && closed(code));
  }

  /** Replaces a link that a dead line will never answer. */
  function openAgain(): void {
    socket?.close();
    closed(undefined);
    attempt = 0;
    open();
  }

  function answered(): void {
    clearTimeout(answerTimer);
    answerTimer = undefined;
  }

  /** Drops a link that does not answer in time, because half-open links never close by themselves. */
  function expectAnswer(milliseconds: number): void {
    answered();
    answerTimer = setTimeout(() => {
      line.heard(false);
      socket?.close();
      closed(undefined);
    }, milliseconds);
  }

  /** Asks the link after a quiet time. */
  function listen(): void {
    clearTimeout(quietTimer);
    if (authenticated) quietTimer = setTimeout(() => (deps.isShown() && ask()) || listen(), QUIET_MS);
  }

  /** False when the link has no question, or its answer is awaited. */
  function ask(): boolean {
    const question = answerTimer === undefined ? deps.question() : undefined;
    if (!question) return false;
    transmit(question);
    expectAnswer(QUIET_ANSWER_MS);
    return true;
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
      line.stop();
      line.heard(true);
      deps.link("connected");
    }
    listen();
    deps.frame(frame, String(data));
  }

  function closed(code: number | undefined): void {
    const waitedMs = authenticated ? 0 : performance.now() - openedAt;
    socket = undefined;
    authenticated = false;
    answered();
    clearTimeout(quietTimer);
    line.stop();
    deps.link("closed");
    if (!running) return;
    // With a newer token in storage the refused one is outdated, and the user need not log in again.
    if (code === CloseCode.unauthorized && deps.token() === sentToken) deps.unauthorized(sentToken);
    else reconnectLater(waitedMs);
  }

  /** `waitedMs`: what a failed attempt has waited for an answer is part of the pause. */
  function reconnectLater(waitedMs: number): void {
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(open, Math.max(0, reconnectPause(attempt, deps.random()) - waitedMs));
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
      clearTimeout(quietTimer);
      line.stop();
      answered();
      const last = socket;
      socket = undefined;
      last?.close();
      if (authenticated || last) deps.link("closed");
      authenticated = false;
    },
    wake() {
      // Several wake events come at once, and one attempt or check is enough.
      if (!socket) open();
      else if (authenticated) {
        if (!ask() && answerTimer === undefined) authenticate();
      } else if (performance.now() - openedAt > ASK_MS) openAgain();
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
