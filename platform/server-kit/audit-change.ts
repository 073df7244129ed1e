import type { ResourceDefinition } from '@lamplight/kit'

type Values = Readonly<Record<string, unknown>>
/** Stands where a secret was set: that it was is told, what it is never. */
const MASK = '••••••'
const LONGEST = 1000
const ROWS_TOLD = 50

const told = (value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : (value ?? null)

/**
 * What an entry of the audit log holds of a change: the fields that changed, as they were before and as they are after; of a new row all that it
 * was given. Secrets are masked, long texts cut.
 */
export const changeOf = (resource: ResourceDefinition, draft: Values, old: Values | null): { before?: Values; after: Values } => {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = draft[name]
    if (value === undefined || (!old && value === null)) continue
    const secret = field.kind === 'secret'
    if (old && !secret && JSON.stringify(value) === JSON.stringify(old[name] ?? null)) continue
    after[name] = secret ? MASK : told(value)
    if (old) before[name] = secret ? MASK : told(old[name])
  }
  return old ? { before, after } : { after }
}

/** What an entry holds of removed rows: their names. */
export const removedOf = (resource: ResourceDefinition, rows: readonly Values[]): { before: Values } => {
  const title = resource.title ?? 'name'
  return { before: { [title]: rows.slice(0, ROWS_TOLD).map((row) => told(row[title] ?? row.id)) } }
}
