import { A, type Platform, type Route, route, T } from '@lamplight/server-kit'
import { lightingErrors } from '../model/lighting.errors.ts'
import { type Nights, nightsPort, type PlayNight } from '../model/ports.ts'

export const createNights = (platform: Platform): Nights => {
  const shown = new Set<string>()
  let play: PlayNight | undefined
  const gatewaysOf = async (tenantId: string): Promise<string[]> =>
    (await platform.system.query<{ sn: string }>('select sn from devices_virtual_gateways where tenant_id = $1', [tenantId])).map(
      ({ sn }) => sn,
    )
  const show = async (tenantId: string, night: boolean): Promise<number> => {
    const sns = await gatewaysOf(tenantId)
    if (!play || sns.length === 0) throw lightingErrors.noVirtualCity()
    if (night) shown.add(tenantId)
    else shown.delete(tenantId)
    play(sns, night)
    return sns.length
  }
  return {
    attach: (input) => {
      play = input
      return () => {
        play = undefined
      }
    },
    state: (tenantId) => ({ available: play !== undefined, night: shown.has(tenantId) }),
    show,
    showAll: async () => {
      const rows = await platform.system.query<{ tenant_id: string }>('select distinct tenant_id from devices_virtual_gateways')
      for (const { tenant_id } of rows) await show(tenant_id, true)
    },
    again: async () => {
      for (const tenantId of shown) play?.(await gatewaysOf(tenantId), true)
    },
  }
}

export const nightState = route({
  method: 'GET',
  path: '/api/blade-city/virtual/night',
  summary: ['虚拟城市：是否演示夜晚', 'Virtual city: is the night shown'],
  permission: 'lamp_view',
  returns: A.of({ available: A.yes, night: A.yes }),
  handler: async ({ ctx }) => ctx.platform.port(nightsPort).state(ctx.tenantId),
})

export const nightChange = route({
  method: 'POST',
  path: '/api/blade-city/virtual/night',
  summary: ['虚拟城市：演示夜晚', 'Virtual city: show the night'],
  example: { body: { night: true } },
  permission: 'lamp_dim',
  body: T.Object({ night: T.Boolean() }),
  returns: A.of({ gateways: A.int, night: A.yes }),
  handler: async ({ ctx, body }) => {
    const gateways = await ctx.platform.port(nightsPort).show(ctx.tenantId, body.night)
    await ctx.audit({ what: 'lighting.virtual.night', target: ctx.tenantId, count: gateways, detail: { night: body.night } })
    return { gateways, night: body.night }
  },
})

export const nightRoutes: readonly Route[] = [nightState, nightChange]
