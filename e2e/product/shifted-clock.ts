import { ServerResponse } from "node:http";
import { ownOffsetMs, shiftClock } from "./clock.ts";

shiftClock(ownOffsetMs());

// Node writes the header `Date` by the machine's clock, and pages compare it with their own.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...parameters: unknown[]) {
  if (!this.headersSent && !this.hasHeader("date")) this.setHeader("date", new Date().toUTCString());
  return Reflect.apply(writeHead, this, parameters);
};
