import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ImportDialog, type ImportDialogProps } from "./import-dialog.tsx";
import { text } from "./text.ts";

/** Takes a CSV: first what is in it, row by row, then, when one wants, into the records. */
export function ImportButton(props: Omit<ImportDialogProps, "onClose">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.import}</Button>
      {open && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
