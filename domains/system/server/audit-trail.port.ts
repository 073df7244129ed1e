import type { Platform } from '@lamplight/server-kit'
import type { AuditTrail, TrailEntry } from '../model/ports.ts'

type Values = Readonly<Record<string, unknown>>
interface Row {
  readonly id: string
  readonly at: Date
  readonly what: string
  readonly target: string
  readonly account: string
  readonly detail: { readonly before?: Values; readonly after?: Values }
}
/** The condition matches the index kit_audit_rows. The worker role runs it, because row-level security would prevent the use of an index over arrays. */
const TRAIL = `
select id, at, what, target, case when tenant_id = $3 then account else '' end as account, detail from kit_audit
where target ~ '^[0-9]{1,19}(,[0-9]{1,19})*$' and string_to_array(target, ',') @> array[$1::text]
  and starts_with(what, $2) and tenant_id in ($3, '000000')
order by id desc limit $4`

/**
 * Returns the changed values of one row. An entry with values by row name (`changedEach`) gives the value of this row, under the name of the action; any
 * other entry about several rows gives none.
 */
const ofRow = (values: Values = {}, title: string, action: string, isOne: boolean): Values => {
  if (action !== 'update' && Object.hasOwn(values, title)) return { [action]: values[title] }
  return isOne ? values : {}
}

export const createAuditTrail = ({ system }: Platform): AuditTrail => ({
  of: async ({ resource, id, tenantId, title, most }): Promise<TrailEntry[]> => {
    const rows = await system.query<Row>(TRAIL, [id, `${resource}.`, tenantId, most])
    return rows.map(({ id: entry, at, what, target, account, detail }) => {
      const action = what.slice(resource.length + 1)
      const isOne = target === id
      const { before, after } = detail
      return {
        id: entry,
        at,
        action,
        account,
        before: ofRow(before, title, action, isOne),
        after: ofRow(after, title, action, isOne),
      }
    })
  },
})
