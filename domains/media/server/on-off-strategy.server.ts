import { chosenDevices, deliver, followersOf, followersSql, leaveNone } from '@lamplight/control/server'
import { onLifecycle, onServer } from '@lamplight/server-kit'
import {
  broadcastType,
  CANCELLED,
  infoScreenType,
  mediaErrors,
  modelOf,
  onOffDelivery,
  onOffStrategy,
  PUBLISHED,
  periodsText,
} from '../model/index.ts'

const SCREENS = 1
const NONE = { strategy: '', periods: '' }
const typeNameOf = ({ type }: { readonly type: number }): string => (type === SCREENS ? infoScreenType.name : broadcastType.name)

/** Server behaviour of on/off strategies: a transition changes the state, the wanted values of the devices and the log in one transaction. */
export const onOffStrategyServer = onServer(onOffStrategy, {
  joined: { sql: '', fields: { following: followersSql(onOffDelivery, PUBLISHED) } },
  beforeWrite: ({ draft, old }) => {
    const empty = (draft.periods ?? []).findIndex(({ on, off }) => on === off)
    if (empty >= 0) throw mediaErrors.emptyPeriod({ n: empty + 1 }, 'periods')
    const devModel = modelOf(draft.type ?? old?.type ?? SCREENS)
    if (draft.devModel && draft.devModel !== old?.devModel && draft.devModel !== devModel)
      throw mediaErrors.otherModel({ devModel }, 'devModel')
    return { ...draft, devModel }
  },
  lifecycle: onLifecycle(onOffStrategy, {
    transitions: {
      publish: {
        after: async ({ ctx, rows, input }) => {
          for (const row of rows) {
            const typeName = typeNameOf(row)
            const deviceIds = await chosenDevices(ctx, typeName, input)
            const value = { strategy: row.name, periods: periodsText(row.periods) }
            await deliver(ctx, onOffDelivery, { type: PUBLISHED, row, value, typeName, deviceIds })
          }
          return undefined
        },
      },
      cancel: {
        after: async ({ ctx, rows, input }) => {
          for (const row of rows) {
            const typeName = typeNameOf(row)
            const deviceIds = await leaveNone(ctx, typeName, input, await followersOf(ctx, onOffDelivery, PUBLISHED, row.id))
            await deliver(ctx, onOffDelivery, { type: CANCELLED, row, value: NONE, typeName, deviceIds })
          }
          return undefined
        },
      },
    },
  }),
})
