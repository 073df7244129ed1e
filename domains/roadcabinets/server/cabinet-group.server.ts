import { BatchReturns } from '@lamplight/devices/server'
import { grantedOnly, onServer } from '@lamplight/server-kit'
import { cabinetGroup } from '../model/index.ts'
import { membersIn } from './members.ts'
import { sendToUnits } from './send.ts'

const MEMBERS = 'from roadcabinets_cabinet c where c.id = any(t.cabinet_ids) and not c.is_deleted'

export const cabinetGroupServer = onServer(cabinetGroup, {
  joined: {
    sql: `left join lateral (select count(*)::int as n ${MEMBERS}) members on true`,
    fields: { cabinetCount: 'members.n' },
  },
  seen: {
    cabinetCount: (user, params) =>
      `(select count(*)::int ${MEMBERS}${grantedOnly(user, params, { project: 'c.project_id', area: 'c.area_id' })})`,
  },
  actions: {
    send: async (call) => sendToUnits(call, await membersIn(call.ctx, String(call.ids[0])), String(call.ids[0])),
  },
  returns: { send: BatchReturns },
})
