import { typeFrom, writtenOf } from '@lamplight/protocol'
import { type Ctx, errors, onServer, type Query } from '@lamplight/server-kit'
import { TYPE_CHANGED } from '../model/events.ts'
import { devicesErrors, deviceType, FIRST_ROW_TYPE } from '../model/index.ts'

/** News of a change waits for the commit: before it, processes would read the old row again. */
const AFTER_COMMIT_MS = 250

const nextCode = async (query: Query): Promise<number> => {
  const [next] = await query<{ code: number }>(`select nextval('devices_type_code')::int as code`)
  return next?.code ?? FIRST_ROW_TYPE
}
const tell = (ctx: Ctx, code: number): void => {
  setTimeout(() => ctx.emit(TYPE_CHANGED, code), AFTER_COMMIT_MS)
}

/** Device types that are rows. The server checks the descriptor, and gives slots and the code, which never change. */
export const typeServer = onServer(deviceType, {
  beforeWrite: async ({ query, draft, old }) => {
    const code = old?.code ?? (await nextCode(query))
    const names = { ...old, ...draft }
    const identity = {
      name: String(names.unitProductCode ?? ''),
      code,
      label: [String(names.name ?? ''), String(names.nameEn || names.name)] as const,
    }
    if (draft.descriptor === undefined || draft.descriptor === null) return { ...draft, code }
    const before = old?.descriptor ? typeFrom(old.descriptor, identity) : undefined
    const type = typeFrom(draft.descriptor, identity, typeof before === 'string' ? undefined : before)
    if (typeof type === 'string') throw devicesErrors.badType({ why: type }, 'descriptor')
    return { ...draft, code, descriptor: JSON.stringify(writtenOf(type)) }
  },
  afterWrite: async ({ ctx, row }) => tell(ctx, row.code ?? 0),
  beforeRemove: async ({ query, rows }) => {
    const [used] = await query<{ sn: string }>('select sn from devices_registry where type = any($1::int[]) limit 1', [
      rows.map(({ code }) => code),
    ])
    if (used) throw errors.inUse({ by: used.sn }, 'ids')
  },
})
