import type { ResourceDefinition } from '@lamplight/kit'
import type { ApiClient } from '@lamplight/testing'
import { expect } from 'vitest'

/** Returns the cells of a CSV file, with quotes removed. */
const cellsOf = (csv: string): string[][] => {
  const rows: string[][] = [['']]
  let quoted = false
  for (let at = csv.startsWith('\uFEFF') ? 1 : 0; at < csv.length; at += 1) {
    const row = rows.at(-1) as string[]
    const char = csv[at] as string
    if (char === '"' && quoted && csv[at + 1] === '"') at += 1
    else if (char === '"') {
      quoted = !quoted
      continue
    }
    if (quoted || !/[,\r\n]/.test(char)) row[row.length - 1] += char
    else if (char === ',') row.push('')
    else if (char === '\n') rows.push([''])
  }
  rows.pop()
  return rows
}
/** The cells of the export of a resource or listing, with its heads as the first row. */
export const exported = async (
  client: ApiClient,
  resource: ResourceDefinition,
  query: Record<string, string> = {},
): Promise<string[][]> => {
  const response = await client.call('GET', `/api/${resource.api.base}/export?${new URLSearchParams(query)}`)
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/csv')
  expect(response.headers.get('content-disposition')).toContain(`filename="${resource.code}.csv"`)
  return cellsOf(text)
}
