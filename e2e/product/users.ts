import { encodeBase64 } from "@lamina/shared/core/base64";
import { openSession, type Session } from "./session.ts";

/** The password of every added user. */
export const OWN_PASSWORD = "uma senha só dela";

interface UserFields {
  clientId: string;
  userName: string;
  name: string;
  groupId: string;
}

/** Adds a user who has set the password by an invitation. Returns the id. */
export async function addUser(url: string, session: Session, user: UserFields): Promise<string> {
  const { _id } = await session.post<{ _id: string }>("/User/Insert", user);
  const { code } = await session.post<{ code: string }>("/User/Invite", { _id });
  const byCode = await openSession(url, user.userName, code);
  await byCode.post("/User/SetPassword", { next: encodeBase64(OWN_PASSWORD) });
  return _id;
}

/** A user who is deleted when disposed of. */
interface OwnUser extends AsyncDisposable {
  userName: string;
}

let added = 0;

/** Adds an operator of the demo farm, because the messages of a user reach all pages of that user in all journeys. */
export async function addOperator(url: string): Promise<OwnUser> {
  const session = await openSession(url, "admin");
  added += 1;
  const userName = `operador-${process.pid}-${added}`;
  const user = { clientId: "demo-santa-clara", userName, name: "Otávio Lima", groupId: "operador" };
  const id = await addUser(url, session, user);
  return { userName, [Symbol.asyncDispose]: () => session.remove(`/User/Delete?ID=${id}`) };
}
