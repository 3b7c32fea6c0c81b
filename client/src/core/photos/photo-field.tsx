import { PHOTO_BYTES_MAX } from "@lamina/shared/records/field-note";
import { type ChangeEvent, useId, useState } from "react";
import { shrinkPhoto } from "../../platform/shrink-photo.ts";
import { Button } from "../../ui/controls/button.tsx";
import styles from "./photos.module.css";
import { text } from "./text.ts";

interface PhotoFieldProps {
  /** JPEG in base64; null without one. */
  photo: string | null;
  onPhoto: (photo: string | null) => void;
}

/** Takes a photo with the phone's camera, or a file, and shrinks it on the device. */
export function PhotoField({ photo, onPhoto }: PhotoFieldProps) {
  const id = useId();
  const [state, setState] = useState<"idle" | "preparing" | "unreadable">("idle");

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // So that the same file can be chosen again.
    target.value = "";
    if (!file) return;
    setState("preparing");
    try {
      onPhoto(await shrinkPhoto(file, PHOTO_BYTES_MAX));
      setState("idle");
    } catch {
      setState("unreadable");
    }
  }

  return (
    <div className="grid gap-2 at-start">
      {photo && <img className={styles.preview} src={`data:image/jpeg;base64,${photo}`} alt={text.preview} />}
      <div className="controls">
        <input
          id={id}
          className="only-read"
          type="file"
          accept="image/*"
          capture="environment"
          aria-describedby={`${id}state`}
          onChange={(event) => void take(event)}
        />
        <label className={styles.label} htmlFor={id}>
          {photo ? text.replace : text.add}
        </label>
        {photo && (
          <Button variant="quiet" onClick={() => onPhoto(null)}>
            {text.remove}
          </Button>
        )}
      </div>
      <p id={`${id}state`} className="fine-print" role="status">
        {state === "preparing" ? text.preparing : state === "unreadable" ? text.unreadable : photo ? text.added : ""}
      </p>
    </div>
  );
}
