import { CHANGES_TOPIC, Envelope, parseTopic } from "@lamina/shared/messages/broker";
import { ClientFrame, type ServerFrame } from "@lamina/shared/messages/realtime";
import type { RawData } from "ws";

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

/** Encodes a frame, once for all sockets that it is sent to. */
export function encodeFrame(frame: ServerFrame): Buffer {
  return Buffer.from(JSON.stringify(frame));
}

/**
 * The frame for a message of the broker, or undefined when it is no envelope. Clients get the last level of the topic
 * only. A change names the number of `pages` that get it, because they spread their requests by it.
 */
export function encodeMessage(brokerTopic: string, payload: Buffer, pages = 1): Buffer | undefined {
  const topic = parseTopic(brokerTopic)?.topic;
  try {
    const { message, date } = Envelope.parse(JSON.parse(payload.toString()));
    if (topic === undefined) return undefined;
    const herd = topic === CHANGES_TOPIC && pages > 1 && { pages };
    return encodeFrame({ type: "message", topic, message, date, ...herd });
  } catch {
    return undefined;
  }
}
