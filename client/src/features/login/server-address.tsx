import { useState } from "react";
import { bffOrigin, chooseBffOrigin } from "../../api/address.ts";
import { page } from "../../platform/page.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { text } from "./text.ts";

/** The server of the phone's app, which serves any farm. A new address is checked before it is used. */
export function ServerAddress() {
  const current = bffOrigin().replace("https://", "");
  const [address, setAddress] = useState<string>();
  const [checking, setChecking] = useState(false);
  const [failed, setFailed] = useState(false);

  async function save(address: string) {
    setChecking(true);
    setFailed(false);
    if (await chooseBffOrigin(address.trim())) return page.reload();
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
      <TextField
        label={text.serverHint}
        error={failed ? text.serverFailed : undefined}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        onValue={setAddress}
      />
      <Button wide pending={checking} onClick={() => void save(address)}>
        {text.serverSave}
      </Button>
      <Button variant="quiet" wide onClick={() => setAddress(undefined)}>
        {text.serverCancel}
      </Button>
    </>
  );
}
