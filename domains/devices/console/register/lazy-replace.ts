import { lazy } from 'react'

/** Dialog that replaces a device by another of its type; `sn` is the serial number of the faulty one. */
export const ReplaceDialog = lazy(async () => ({ default: (await import('./replace.dialog.tsx')).ReplaceDialog }))
