/** A route of the app, for links in answers, alerts and mails. It names the client, because the reader may have another one selected. */
export function appLink(
  path: string,
  { clientId }: { clientId: string },
  query: Readonly<Record<string, string>> = {},
): string {
  const parameters = Object.entries({ cliente: clientId, ...query });
  return `${path}?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}
