const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/**
 * The HTML of a mail's text: its paragraphs, where a line with an address of the app below it is the link, without its
 * colon. No other address becomes a link, because people's texts are in mails too. Without colours or pictures of its own, so that a
 * mail program shows it in its own theme.
 */
export function mailHtml(text: string, appUrl: string | undefined): string {
  const isAddress = (line: string | undefined) =>
    line !== undefined && appUrl !== undefined && /^https:\/\/\S+$/.test(line) && isWithin(line, appUrl);
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linked(paragraph.split("\n"), isAddress).join("<br>")}</p>`);
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="max-width:600px;font:16px/1.5 sans-serif">
${paragraphs.join("\n")}
</body></html>
`;
}

function isWithin(address: string, appUrl: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(appUrl).origin;
}

function linked(lines: readonly string[], isAddress: (line: string | undefined) => boolean): string[] {
  return lines.flatMap((line, index) => {
    const address = lines[index + 1];
    if (isAddress(line)) return index === 0 ? [`<a href="${escaped(line)}">${escaped(line)}</a>`] : [];
    return [
      address && isAddress(address)
        ? `<a href="${escaped(address)}">${escaped(line.replace(/:$/, ""))}</a>`
        : escaped(line),
    ];
  });
}
