import { onServer, tableOf } from '@lamplight/server-kit'
import { alarm, incident } from '../model/index.ts'
import { ACKNOWLEDGE, acknowledgedBy, actsOf, changeOf } from './acts.ts'
import { incidentName } from './carriers.ts'

const alarms = tableOf(alarm)
const change = changeOf(incident)

/** Incidents: people acknowledge, assign and comment them, and exclude a cause; the platform opens, changes and closes them (`incidents.ts`). */
export const incidentServer = onServer(incident, {
  shown: { name: incidentName('t.name'), rivalName: incidentName('t.rival_name') },
  actions: {
    ...actsOf(change),
    acknowledge: async ({ ctx, ids }) => {
      const by = acknowledgedBy(ctx)
      await ctx.query(
        `update ${alarms} set ${ACKNOWLEDGE}, update_time = now() where incident_id = any($1::bigint[]) and present and not is_deleted`,
        [ids, ...by],
      )
      return change(ctx, 'acknowledge', ids, ACKNOWLEDGE, by, { acknowledgedBy: ctx.user.account })
    },
    /** The cause stays excluded until the incident ends; the next round of the platform takes another one. */
    reject: ({ ctx, ids, input: { remark } }) =>
      change(ctx, 'reject', ids, "rejected = concat_ws(',', nullif(rejected, ''), node_key), remark = $2", [remark], { remark }),
  },
})
