import { views } from "@lamina/shared/calls/views";
import type { Device, DeviceSecret } from "@lamina/shared/records/telemetry";
import { useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { copyText } from "../../../platform/clipboard.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "./device-aside.module.css";
import { text } from "./text.ts";

const words = text.secret;

/** Creates a new secret for a device after a confirmation. It is shown once and not stored. */
export function SecretCard({ device }: { device: Device }) {
  const [isAsking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);
  const [secret, setSecret] = useState<DeviceSecret | null>(null);

  async function rotate() {
    setPending(true);
    setFailed(false);
    try {
      setSecret(await call(views.deviceSecret, { body: { _id: device._id } }));
      setAsking(false);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(true);
    } finally {
      setPending(false);
    }
  }

  const copy = async () => toast((await copyText(secret?.secret ?? "")) ? words.copied : words.notCopied);
  return (
    <Card title={words.title}>
      <p className={styles.hint}>{words.hint}</p>
      <Button onClick={() => setAsking(true)}>{words.make}</Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={words.confirmTitle}
        variant="alert"
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{words.cancel}</Button>
            <Button variant="danger" pending={pending} onClick={() => void rotate()}>
              {words.make}
            </Button>
          </>
        }
      >
        <Failure>{failed && words.failed}</Failure>
        <p>{words.confirmBody}</p>
      </Dialog>
      <Dialog
        open={secret !== null}
        onClose={() => setSecret(null)}
        title={words.shownTitle}
        variant="alert"
        actions={
          <>
            <Button onClick={() => setSecret(null)}>{words.done}</Button>
            <Button variant="primary" onClick={() => void copy()} autoFocus>
              {words.copy}
            </Button>
          </>
        }
      >
        <Banner tone="warning" icon="alert">
          {words.shownOnce}
        </Banner>
        <p>
          {words.user}: <strong>{secret?.serial}</strong>
        </p>
        <p>{words.password}:</p>
        <p>
          <code className={styles.secret}>{secret?.secret}</code>
        </p>
      </Dialog>
    </Card>
  );
}
