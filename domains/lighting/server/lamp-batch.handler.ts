import { A, addRow, errors, exampleFields, inTransaction, route, rowSchema, T } from '@lamplight/server-kit'
import { lamp } from '../model/lamp.resource.ts'

const AT_MOST = 1000

// Adds several rows in one transaction; the verbs write one (row lamp.batchSave). Refuses all if one is wrong.
export const lampBatchRoute = route({
  method: 'POST',
  path: '/api/blade-city/lamp/batchSave',
  summary: ['批量新增灯具', 'Add several lamps'],
  example: { body: [{ ...exampleFields(lamp), sn: 'L-BATCH-0001' }] },
  permission: 'lamp_add',
  body: T.Unsafe<readonly Readonly<Record<string, unknown>>[]>({
    type: 'array',
    items: rowSchema(lamp, null),
    minItems: 1,
    maxItems: AT_MOST,
  }),
  checksItself: true,
  returns: A.of({ count: A.int, ids: A.list(A.id) }),
  handler: async ({ ctx, body }) => {
    if (!Array.isArray(body) || body.length === 0 || body.length > AT_MOST) throw errors.badParameter({ field: 'lamps' })
    const rows = body.map((row: unknown): Readonly<Record<string, unknown>> => {
      if (typeof row !== 'object' || row === null || Array.isArray(row)) throw errors.unreadable()
      return row as Readonly<Record<string, unknown>>
    })
    const ids = await inTransaction(ctx, async (inside) => {
      const made: string[] = []
      for (const row of rows) made.push(await addRow(inside, lamp, row))
      return made
    })
    return { count: ids.length, ids }
  },
})
