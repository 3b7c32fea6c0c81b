import type { ClientFrame, ServerFrame } from "@lamina/shared/messages/realtime";
import { type ClientOptions, WebSocket } from "ws";
import { until } from "./broker-until.ts";

export class TestSocket {
  readonly frames: ServerFrame[] = [];
  readonly texts: string[] = [];
  readonly socket: WebSocket;
  /** Resolves with the close code and reason. */
  readonly closed: Promise<{ code: number; reason: string }>;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => {
      this.texts.push(data.toString());
      this.frames.push(JSON.parse(data.toString()));
    });
    socket.on("error", () => undefined);
    this.closed = new Promise((resolve) => {
      socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  static async open(url: string, options: ClientOptions = {}): Promise<TestSocket> {
    const socket = new WebSocket(url.replace(/^http/, "ws"), options);
    const test = new TestSocket(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return test;
  }

  send(frame: ClientFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** Waits until a frame like this has arrived `times` times in all. */
  async received(frame: Partial<Record<string, unknown>>, times = 1): Promise<ServerFrame> {
    return until(() => {
      const found = this.all(frame);
      if (found.length < times) {
        throw new Error(`no ${times} × ${JSON.stringify(frame)} in ${JSON.stringify(this.frames)}`);
      }
      return found.at(-1) as ServerFrame;
    });
  }

  all(like: Partial<Record<string, unknown>>): ServerFrame[] {
    return this.frames.filter((frame) =>
      Object.entries(like).every(
        ([key, value]) => JSON.stringify(frame[key as keyof ServerFrame]) === JSON.stringify(value),
      ),
    );
  }

  /** The payloads of the messages received on a topic, in order. */
  messages(topic: string): unknown[] {
    return this.frames.flatMap((frame) => (frame.type === "message" && frame.topic === topic ? [frame.message] : []));
  }
}
