import { lazy, Suspense } from "react";
import { copyText } from "../../platform/clipboard.ts";
import { Button } from "../../ui/controls/button.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import styles from "./second-factor.module.css";
import { text } from "./text.ts";

const QrCode = lazy(() => import("./qr-code.tsx"));

/** The secret for an authenticator: as a code for its camera, in groups of four letters, and as a link that opens one here. */
export function SecretView({ secret, link }: { secret: string; link: string }) {
  const copy = async () => toast((await copyText(secret)) ? text.copied : text.notCopied);
  return (
    <>
      <p className="hint">{text.secretHint}</p>
      <Suspense fallback={<div className={styles.qr} />}>
        <QrCode link={link} label={text.qrCode} />
      </Suspense>
      <p>
        {text.secret}: <code className={styles.code}>{(secret.match(/.{1,4}/g) ?? []).join(" ")}</code>
      </p>
      <div className="row gap-2">
        <Button onClick={() => void copy()}>{text.copy}</Button>
        <a className={styles.link} href={link}>
          {text.open}
        </a>
      </div>
    </>
  );
}
