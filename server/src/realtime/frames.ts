import { Envelope, parseTopic } from "@lamina/shared/messages/broker";
import { ClientFrame, type ServerFrame } from "@lamina/shared/messages/realtime";
import type { RawData } from "ws";

/** A frame that a client should not have sent; the message goes back to it. */
export class FrameError extends Error {}

/** @throws FrameError saying what is wrong with the frame */
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

/** A frame as it travels: encoded once, however many sockets it goes to. */
export function encodeFrame(frame: ServerFrame): Buffer {
  return Buffer.from(JSON.stringify(frame));
}

/** The frame that carries a message of the broker, or undefined when it is no envelope. Clients know the last level only. */
export function encodeMessage(brokerTopic: string, payload: Buffer): Buffer | undefined {
  const topic = parseTopic(brokerTopic)?.topic;
  try {
    const { message, date } = Envelope.parse(JSON.parse(payload.toString()));
    return topic === undefined ? undefined : encodeFrame({ type: "message", topic, message, date });
  } catch {
    return undefined;
  }
}
