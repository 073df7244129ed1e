/** Largest number of serial numbers of one call. */
export const MOST_SERIALS = 10_000

/** Reads serial numbers from pasted text or a file: the first cell of each line, each once. A heading in the first line is left out. */
export const serialsOf = (text: string): string[] => {
  const cells = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"(.*)"$/, '$1'))
    .filter(Boolean)
  const isHeading = /^(sn|序列号|设备序列号|serial.*)$/i.test(cells[0] ?? '')
  return [...new Set(isHeading ? cells.slice(1) : cells)]
}
