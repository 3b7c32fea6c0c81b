/** The dates that other programs write, a text alone, and bytes that are no UTF-8. */
export const FORMS = [
  '"date":"2026-11-26T10:00:00Z"',
  '"date":"2026-11-26T10:00"',
  '"date":"2026-11-26 10:00:00"',
  '"date":"2026-11-26T10:00:00-0300"',
  '"date":"2026-11-26"',
  '"date":1795000000',
  '"date":"1795000000000"',
  '"date":"Thu, 26 Nov 2026 10:00:00 GMT"',
  '"date":"Thu Nov 26 2026 10:00:00 GMT-0300 (Brasilia Standard Time)"',
  '"date":"26/11/2026 10:00:00"',
  '"date":null',
  '"Date":"2026-11-26T10:00:00.1234567-03:00"',
  undefined,
  '"date":"ontem"',
].map((date, index) => {
  const text = `Forma ${index + 1} não some`;
  return date === undefined ? text : Buffer.from(`{"message":"${text}",${date}}`, index % 2 ? "latin1" : "utf8");
});
