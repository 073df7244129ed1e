import type { ResourceConsole } from './console-resource.ts'
import type { Entry } from './form/entry.ts'
import { detailHref, knownResource, resourceOfDevices } from './known.ts'

/** Address that the title of a row opens: the page of what a row of a listing is about (`opens`), or the page of the row; null if there is none. */
export const rowHref = (console: ResourceConsole, { id, row }: Pick<Entry, 'id' | 'row'>): string | null => {
  const { opens } = console.resource
  if (!opens) return detailHref(console, id)
  const about = opens.id === undefined ? id : String(row[opens.id] ?? '')
  if (about === '') return null
  return detailHref('type' in opens ? resourceOfDevices(Number(row[opens.type])) : knownResource(opens.resource), about)
}
