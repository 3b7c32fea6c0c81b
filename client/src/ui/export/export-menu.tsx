import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../feedback/dialog.tsx";
import { csvOf } from "./csv.ts";
import type { ExportTable } from "./export-table.ts";
import { fileName } from "./file-name.ts";
import type { SaveFile } from "./save-file.ts";
import { text } from "./text.ts";
import { xlsxOf } from "./xlsx.ts";

interface ExportMenuProps {
  /** Parts of the file name: subject, client, period. */
  name: readonly string[];
  /** Returns the visible table. */
  table: () => ExportTable;
  /** Returns the visible picture, if there is one. */
  picture?: () => Promise<Blob>;
  save: SaveFile;
  /** Shares the file with another app, where the device can. */
  send?: SaveFile | undefined;
  /** The table is not whole yet: a file waits until it is. */
  waits?: boolean;
  /** Loads what the table lacks, once a person wants a file. */
  complete?: () => Promise<void>;
}

type Format = "csv" | "xlsx" | "png";

const SENT = "sent";

/** A button that offers the visible data as files. */
export function ExportMenu({ name, table, picture, save, send, waits = false, complete }: ExportMenuProps) {
  const [open, setOpen] = useState(false);
  const [making, setMaking] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [wanted, setWanted] = useState<{ format: Format; deliver: SaveFile }>();
  const anchor = useRef<HTMLButtonElement>(null);

  const contents: Record<Format, () => Promise<Blob>> = {
    csv: async () => new Blob([csvOf(table())], { type: "text/csv;charset=utf-8" }),
    xlsx: () => xlsxOf(table()),
    png: () => picture?.() ?? Promise.reject(new Error("there is no picture")),
  };
  const make = async (format: Format, deliver = save) => {
    setMaking(deliver === save ? format : SENT);
    setFailed(false);
    try {
      const blob = await contents[format]();
      await deliver(new File([blob], fileName(name, format), { type: blob.type }));
      setOpen(false);
    } catch {
      setFailed(true);
    } finally {
      setMaking(null);
    }
  };
  const want = (format: Format, deliver = save) => {
    if (!waits) return void make(format, deliver);
    setMaking(deliver === save ? format : SENT);
    setFailed(false);
    setWanted({ format, deliver });
    complete?.().catch(() => {
      setWanted(undefined);
      setMaking(null);
      setFailed(true);
    });
  };
  const makeWanted = useEffectEvent(() => {
    if (!wanted) return;
    setWanted(undefined);
    void make(wanted.format, wanted.deliver);
  });
  useEffect(() => {
    // In the render after the last part, whose table has it.
    if (wanted && !waits) makeWanted();
  }, [wanted, waits]);

  const formats: Format[] = picture ? ["csv", "xlsx", "png"] : ["csv", "xlsx"];
  return (
    <>
      <Button ref={anchor} icon="install" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text.export}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.export} variant="panel" anchor={anchor}>
        <div className="grid gap-2">
          {formats.map((format) => (
            <Button key={format} wide pending={making === format} onClick={() => want(format)}>
              {text[format]}
            </Button>
          ))}
          {send && (
            <Button wide variant="secondary" pending={making === SENT} onClick={() => want("xlsx", send)}>
              {text.send}
            </Button>
          )}
          {wanted && (
            <p role="status" className="small">
              {text.waits}
            </p>
          )}
          {failed && (
            <p role="alert" className="danger small">
              {text.failed}
            </p>
          )}
        </div>
      </Dialog>
    </>
  );
}
