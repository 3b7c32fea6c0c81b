import { views } from "@lamina/shared/calls/views";
import { encodeBase64 } from "@lamina/shared/core/base64";
import type { Passkey } from "@lamina/shared/records/commands/passkey";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { rememberPasskey } from "../../platform/passkeys/own-passkeys.ts";
import { makePasskey, thisDevice } from "../../platform/passkeys/passkeys.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useTypedForm } from "../../ui/form/use-typed-form.ts";
import { pinFaultsOf } from "./pin-faults.ts";
import { pinText, passkeyText as text } from "./text.ts";

/** Adds the passkey of this device, or removes one, by the password. */
export function PasskeyForm({ act, onClose }: { act: "add" | Passkey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { pending, submit, input, failure } = useTypedForm({
    initial: { current: "" },
    send: async ({ current: password }) => {
      const current = encodeBase64(password);
      if (act === "add") await add(current);
      else await call(views.endPasskey, { body: { _id: act._id, current } });
      toast(act === "add" ? text.added : text.removed);
      await queryClient.invalidateQueries({ queryKey: [SESSION_KEY, "passkeys"] });
      onClose();
    },
    refusal: (error) => (error instanceof ApiError ? pinFaultsOf(error) : { form: deviceFault(error) }),
  });
  return (
    <Form failure={failure} onSubmit={submit} className="grid gap-3">
      {act !== "add" && <p>{text.removing(act.name)}</p>}
      <TextField label={pinText.password} {...input("current")} type="password" autoComplete="current-password" />
      <div className="row gap-2">
        <Button onClick={onClose}>{pinText.cancel}</Button>
        <Button type="submit" variant={act === "add" ? "primary" : "danger"} pending={pending}>
          {act === "add" ? text.next : text.remove}
        </Button>
      </div>
    </Form>
  );
}

async function add(current: string): Promise<void> {
  const start = await call(views.startPasskey, { body: { current } });
  const made = await makePasskey(start);
  await call(views.confirmPasskey, { body: { name: thisDevice() || text.other, ...made } });
  rememberPasskey(made.id);
}

/** Errors that are not of a call are refusals of the person or the device. */
const deviceFault = (error: unknown) =>
  error instanceof Error && error.name === "InvalidStateError" ? text.already : text.notAdded;
