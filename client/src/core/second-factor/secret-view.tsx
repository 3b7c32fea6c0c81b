import { copyText } from "../../platform/clipboard.ts";
import { Button } from "../../ui/controls/button.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import styles from "./second-factor.module.css";
import { text } from "./text.ts";

/** The secret for an authenticator, in groups of four letters, and the link that opens one on this device. */
export function SecretView({ secret, link }: { secret: string; link: string }) {
  const copy = async () => toast((await copyText(secret)) ? text.copied : text.notCopied);
  return (
    <>
      <p className="hint">{text.secretHint}</p>
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
