import { Button } from "../../../ui/button.tsx";
import type { ImportDialogProps } from "./import-dialog.tsx";
import { useImportDialog } from "./import-host.tsx";
import { text } from "./text.ts";

/** Takes a CSV: first what is in it, row by row, then, when one wants, into the records. */
export function ImportButton(props: Omit<ImportDialogProps, "onClose">) {
  const open = useImportDialog();
  return <Button onClick={() => open(props)}>{text.import}</Button>;
}
