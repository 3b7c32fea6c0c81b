import { useState } from "react";
import { bffOrigin, chooseBffOrigin } from "../../api/address.ts";
import { page } from "../../platform/page.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Field } from "../../ui/controls/field.tsx";
import { TextInput } from "../../ui/controls/input.tsx";
import { text } from "./text.ts";

/** The server of the phone's app, which serves any farm. A new address is checked before it is used. */
export function ServerAddress() {
  const current = bffOrigin().replace("https://", "");
  const [address, setAddress] = useState<string>();
  const [checking, setChecking] = useState(false);
  const [failed, setFailed] = useState(false);

  async function save(given: string) {
    setChecking(true);
    setFailed(false);
    if (await chooseBffOrigin(given.trim())) return page.reload();
    setChecking(false);
    setFailed(true);
  }

  if (address === undefined) {
    return (
      <Button variant="quiet" wide onClick={() => setAddress(current)}>
        {`${text.server}: ${current}`}
      </Button>
    );
  }
  return (
    <>
      <Field label={text.serverHint} error={failed ? text.serverFailed : undefined}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <Button wide pending={checking} onClick={() => void save(address)}>
        {text.serverSave}
      </Button>
      <Button variant="quiet" wide onClick={() => setAddress(undefined)}>
        {text.serverCancel}
      </Button>
    </>
  );
}
