import { createVault, errors, fieldError, onServer } from '@lamplight/server-kit'
import { operator } from '../model/operator.resource.ts'
import { SECRET_USE } from './operators.ts'

/** Encrypts the secret before it is stored. Piles have the OperatorID as access address, so it cannot change while an operator has piles. */
export const operatorServer = onServer(operator, {
  // An operator has no project or area: users who are limited to these see no operators.
  place: 'author',
  joined: { sql: '', fields: { pushPath: `'/api/blade-charging/evcs/' || t.id` } },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    if (old && draft.operatorId && draft.operatorId !== old.operatorId) {
      const [used] = await query('select 1 from charging_pile where address = $1 and not is_deleted limit 1', [old.operatorId])
      if (used) throw fieldError('operatorId', ['已有充电桩使用该标识，不能修改', 'cannot be changed: piles use it'], ctx.lang)
    }
    const { secret } = draft
    return secret ? { ...draft, secret: await createVault(ctx.platform).seal(secret, SECRET_USE) } : draft
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const [used] = await query('select 1 from charging_station where operator_id = any($1) and not is_deleted limit 1', [
      rows.map(({ id }) => id),
    ])
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? '充电站' : 'a charging station' })
  },
})
