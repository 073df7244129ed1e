import { Since } from '@lamplight/console-kit'

/** Cell of lists of alarms and incidents: when it began, and how long it has lasted. */
export const SinceCell = ({ value, row }: { readonly value: string | null; readonly row: { readonly endedAt?: string | null } }) => (
  <Since from={value} to={row.endedAt} />
)
