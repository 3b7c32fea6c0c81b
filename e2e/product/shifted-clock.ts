import { readFileSync } from "node:fs";
import { ServerResponse } from "node:http";
import { ownOffsetMs, shiftClock } from "./clock.ts";

shiftClock(ownOffsetMs());

// A journey that moves the clock of its programs writes the offset to this file.
const { CLOCK_FILE } = process.env;
if (CLOCK_FILE)
  setInterval(() => {
    globalThis.clockOffsetMs = Number(readFileSync(CLOCK_FILE, "utf8"));
  }, 100).unref();

// Node writes the header `Date` by the machine's clock, and pages compare it with their own.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...parameters: unknown[]) {
  if (!this.headersSent && !this.hasHeader("date")) this.setHeader("date", new Date().toUTCString());
  return Reflect.apply(writeHead, this, parameters);
};
