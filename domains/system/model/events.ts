import { defineEvent } from '@lamplight/kit'

type Nothing = Readonly<Record<string, never>>

/** The value of a parameter changed. */
export const PARAMS_CHANGED = defineEvent<Nothing>('system.params.changed', { shared: true })
/** Somebody asked for a backup. */
export const BACKUP_ASKED = defineEvent<Nothing>('system.backup.asked', { shared: true })
/** Somebody removed backups. */
export const BACKUP_REMOVED = defineEvent<Nothing>('system.backup.removed', { shared: true })
