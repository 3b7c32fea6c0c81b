import { CHANGES_TOPIC } from "@lamina/shared/messages/broker";
import { ClientFrame, type ServerFrame } from "@lamina/shared/messages/realtime";
import type { RawData } from "ws";
import type { ReceivedMessage } from "./received-message.ts";

/** A frame that the client must not send; the client gets the message. */
export class FrameError extends Error {}

/** @throws FrameError that describes the fault */
export function readFrame(data: RawData, isBinary: boolean): ClientFrame {
  if (isBinary) throw new FrameError("frame is not text");
  let json: unknown;
  try {
    json = JSON.parse(data.toString());
  } catch {
    throw new FrameError("frame is not JSON");
  }
  const frame = ClientFrame.safeParse(json).data;
  if (!frame) throw new FrameError("frame is not known");
  return frame;
}

/** Encodes a frame once for all sockets. */
export function encodeFrame(frame: ServerFrame): Buffer {
  return asTextMessage(Buffer.from(JSON.stringify(frame)));
}

/** FIN, and the opcode of text. */
const FIN_TEXT = 0x81;
/** Longest payload whose length is in the second byte, and the marks of lengths of 16 and 64 bits there. */
const SHORT_BYTES = 125;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** A whole WebSocket message of a server: unmasked, not compressed, in one piece (RFC 6455, 5.2). */
function asTextMessage(text: Buffer): Buffer {
  const { length } = text;
  const header = length <= SHORT_BYTES ? Buffer.alloc(2) : length < 2 ** 16 ? Buffer.alloc(4) : Buffer.alloc(10);
  header[0] = FIN_TEXT;
  if (header.length === 2) header[1] = length;
  else if (header.length === 4) {
    header[1] = LENGTH_16;
    header.writeUInt16BE(length, 2);
  } else {
    header[1] = LENGTH_64;
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([header, text]);
}

/** What the broker's packet and the bridge add to a message. */
interface Delivery {
  /** The last level of the topic: clients get no other. */
  topic: string;
  /** Open pages that get it, so that they can spread their requests by the number. */
  pages: number;
  retained: boolean;
  /** The id that a page acknowledges, if push waits for it. */
  ack?: string | undefined;
}

/** The frame for a message of the broker, with the message's JSON as it came. */
export function encodeMessage(message: ReceivedMessage, { topic, pages, retained, ack }: Delivery): Buffer {
  const { json, date, dated, id } = message;
  const more = {
    ...(id !== undefined && { id }),
    ...(retained && { retained: { dated } }),
    ...(topic === CHANGES_TOPIC && pages > 1 && { pages }),
    ...(ack !== undefined && { ack }),
  };
  const head = JSON.stringify({ type: "message", topic }).slice(0, -1);
  const rest = JSON.stringify({ date, ...more }).slice(1);
  return asTextMessage(Buffer.from(`${head},"message":${json},${rest}`));
}
