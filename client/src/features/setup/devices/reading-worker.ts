import "../../../api/zod-setup.ts";
import { serveDesk } from "../importing/desk/serve-desk.ts";
import { listsOf } from "../records/data/lists-of.ts";
import type { AnyRecord, Kind } from "../records/data/screen-config.ts";
import { readingReader } from "./reading-reader.ts";

// Reads files of readings beside the page.
serveDesk(self, (lists: ReadonlyMap<Kind, readonly AnyRecord[]>) => readingReader(listsOf(lists)));
