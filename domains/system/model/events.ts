import { defineEvent } from '@lamplight/kit'

type Nothing = Readonly<Record<string, never>>

/** Emitted when the value of a parameter has changed. */
export const PARAMS_CHANGED = defineEvent<Nothing>('system.params.changed', { shared: true })
/** Emitted when a user has requested a backup. */
export const BACKUP_ASKED = defineEvent<Nothing>('system.backup.asked', { shared: true })
/** Emitted when a user has removed backups. */
export const BACKUP_REMOVED = defineEvent<Nothing>('system.backup.removed', { shared: true })
