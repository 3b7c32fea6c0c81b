import { useEffect, useState } from "react";
import { useStore } from "../../../core/store.ts";
import { IconButton } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import styles from "./search.module.css";
import { Search } from "./search.tsx";
import { shellDialog } from "./shell-dialog.ts";
import { text } from "./text.ts";

type Open = "search" | "keys" | null;

/** The search over everything, opened by its button or Ctrl K, and the list of keys, opened by `?`. */
export function SearchButton() {
  const [open, setOpen] = useState<Open>(null);
  const shown = useStore(shellDialog);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const openedBy = wantedBy(event);
      if (!openedBy || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      setOpen(openedBy);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const close = () => setOpen(null);
  return (
    <>
      <IconButton
        icon="search"
        label={text.open}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen("search")}
      />
      <Dialog open={open === "search"} onClose={close} title={text.title} variant="sheet">
        {open === "search" && <Search onClose={close} onDialog={shellDialog.set} />}
      </Dialog>
      <Dialog
        open={open === "keys" || shown === "keys"}
        onClose={() => {
          close();
          shellDialog.set(null);
        }}
        title={text.keys}
        variant="sheet"
      >
        <dl className={styles.keys}>
          {text.keyRows.map(([key, meaning]) => (
            <div key={key} className={styles.row}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

/** The dialog of a key press. A `?` typed into a field is text. */
function wantedBy({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Open {
  if (key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey) return "search";
  const typing = target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
  return key === "?" && !ctrlKey && !metaKey && !typing ? "keys" : null;
}
