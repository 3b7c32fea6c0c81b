/** Hours of a day as ranges: `2–4 h, 13 h`. */
export function hourRanges(hours: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const hour of hours) {
    const last = ranges[ranges.length - 1];
    if (last?.to === hour - 1) last.to = hour;
    else ranges.push({ from: hour, to: hour });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from} h` : `${from}–${to} h`)).join(", ");
}
