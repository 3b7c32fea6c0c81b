import { expect, it } from "vitest";
import { mailHtml } from "./mail-html.ts";

it("makes a line the link of the address below it, and escapes the rest", () => {
  const html = mailHtml(
    "Crítico · Pivô <01> & 02\nhttps://l.example.com/a?b=1&c=2\n\nChuva: 3,0 mm\nETc: 4,0 mm\n",
    "https://l.example.com",
  );
  expect(html).toContain('<a href="https://l.example.com/a?b=1&amp;c=2">Crítico · Pivô &lt;01&gt; &amp; 02</a></p>');
  expect(html).toContain("Chuva: 3,0 mm<br>ETc: 4,0 mm</p>");
  expect(mailHtml("Porque pediu.\nParar de receber:\nhttps://l.example.com/u\n", "https://l.example.com")).toContain(
    'Porque pediu.<br><a href="https://l.example.com/u">Parar de receber</a></p>',
  );
});

it("links no other address, which may be in a person's text", () => {
  const html = mailHtml("Sua senha expira hoje:\nhttps://evil.example/login\n", "https://l.example.com");
  expect(html).not.toContain("<a ");
  expect(mailHtml("Ver:\nhttps://l.example.com.evil.example/\n", "https://l.example.com")).not.toContain("<a ");
});
