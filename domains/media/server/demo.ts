import { seedRows } from '@lamplight/devices/server'
import { type Ctx, makeTransition, type Platform, tableOf } from '@lamplight/server-kit'
import { infoScreen, onOffStrategy } from '../model/index.ts'

const NAMES = { screens: ['信息屏作息', 'Hours of screens'], speakers: ['广播音柱作息', 'Hours of broadcast units'] } as const
const EVERY_DAY = 127
const SCREENS = 1
const SPEAKERS = 2

/** Publishes the strategy to the screens of the tenant. The gateways of the virtual city take it when they connect. */
const publish = async (ctx: Ctx, id: string): Promise<void> => {
  const screens = await ctx.query<{ id: string }>(
    `select id::text as id from ${tableOf(infoScreen)} where tenant_id = $1 and not is_deleted order by sn`,
    [ctx.tenantId],
  )
  if (screens.length > 0)
    await makeTransition(ctx, onOffStrategy, { name: 'publish', id, input: { deviceIds: screens.map((screen) => screen.id) } })
}

/** In a demo: an on/off strategy that the screens follow, and a draft for broadcast units. */
export const seedOnOff = (platform: Platform): Promise<void> =>
  seedRows(
    platform,
    onOffStrategy,
    () => [
      { name: NAMES.screens[0], type: SCREENS, periods: [{ days: EVERY_DAY, on: '06:30', off: '22:30' }] },
      { name: NAMES.speakers[0], type: SPEAKERS, periods: [{ days: EVERY_DAY, on: '07:00', off: '21:00' }] },
    ],
    (ctx, [screens = '']) => publish(ctx, screens),
  )
