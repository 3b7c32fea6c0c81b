import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";

/** A user's session at the API through the BFF, without a browser. */
export interface Session {
  token: string;
  get<Reply>(path: string): Promise<Reply>;
  post<Reply>(path: string, body: object): Promise<Reply>;
  /** Deletes by the call's path, such as `/Rain/Delete?ID=…`. */
  remove(path: string): Promise<void>;
}

/** Logs a user in. Every call throws the answer's text when the answer is not 2xx. */
export async function openSession(url: string, user: string, password = DOCUMENTED_DEMO_PASSWORD): Promise<Session> {
  const send = async (path: string, method: string, body?: object, token?: string) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const credentials = { UserName: user, Password: Buffer.from(password).toString("base64") };
  const { token } = await send("/Authentication/Login", "POST", credentials);
  return {
    token,
    get: (path) => send(path, "GET", undefined, token),
    post: (path, body) => send(path, "POST", body, token),
    remove: async (path) => {
      await send(path, "DELETE", undefined, token);
    },
  };
}
