import type { Attachments } from '@lamplight/control/model'
import type { Platform } from '@lamplight/server-kit'
import { calendarFamily } from '../model/index.ts'
import type { WireProgram } from './night/program.ts'

/** Port `control.attachments`: the program that a gateway gets before its devices are told to follow it. A calendar never changes: its id names one hash. */
export const createAttachments = ({ system }: Pick<Platform, 'system'>): Attachments => ({
  of: async (family, { id, hash }) => {
    if (family !== calendarFamily.name || typeof id !== 'string' || id === '') return null
    const [row] = await system.query<{ program: WireProgram }>('select program from strategies_calendar where id = $1 and hash = $2', [
      id,
      hash,
    ])
    return row ? { kind: 'calendar', payload: { id, hash, program: row.program } } : null
  },
})
