import { A, type Platform, type Route, route, T } from '@lamplight/server-kit'
import { lightingErrors } from '../model/lighting.errors.ts'

/** Has the virtual city show the night at these gateways, or follow the clock again. */
type Play = (gatewaySns: readonly string[], night: boolean) => void

/** Port `lighting.nights`: the night by day, for lamps that a virtual city plays in this process tree. */
export interface Nights {
  /** A virtual city runs and can be told; the answer takes it away again. */
  readonly attach: (play: Play) => () => void
  /** Is there a virtual city, and does it show the night to this tenant? */
  readonly state: (tenantId: string) => { readonly available: boolean; readonly night: boolean }
  /** @returns how many gateways of the tenant are played. */
  readonly show: (tenantId: string, night: boolean) => Promise<number>
  /** Tells a city that begins anew what is shown. */
  readonly again: () => Promise<void>
}

export const createNights = (platform: Platform): Nights => {
  const shown = new Set<string>()
  let play: Play | undefined
  const gatewaysOf = async (tenantId: string): Promise<string[]> =>
    (
      await platform.system.query<{ sn: string }>(
        'select g.sn from devices_gateway g join devices_credential k on k.gateway_id = g.id where k.virtual and not g.is_deleted and g.tenant_id = $1',
        [tenantId],
      )
    ).map(({ sn }) => sn)
  return {
    attach: (given) => {
      play = given
      return () => {
        play = undefined
      }
    },
    state: (tenantId) => ({ available: play !== undefined, night: shown.has(tenantId) }),
    show: async (tenantId, night) => {
      const sns = await gatewaysOf(tenantId)
      if (!play || sns.length === 0) throw lightingErrors.noVirtualCity()
      if (night) shown.add(tenantId)
      else shown.delete(tenantId)
      play(sns, night)
      return sns.length
    },
    again: async () => {
      for (const tenantId of shown) play?.(await gatewaysOf(tenantId), true)
    },
  }
}

const state = route({
  method: 'GET',
  path: '/api/blade-city/virtual/night',
  summary: ['虚拟城市：是否演示夜晚', 'Virtual city: is the night shown'],
  permission: 'lamp_view',
  returns: A.of({ available: A.yes, night: A.yes }),
  handler: async ({ ctx }) => ctx.platform.port<Nights>('lighting.nights').state(ctx.tenantId),
})

const show = route({
  method: 'POST',
  path: '/api/blade-city/virtual/night',
  summary: ['虚拟城市：演示夜晚', 'Virtual city: show the night'],
  example: { body: { night: true } },
  permission: 'lamp_dim',
  body: T.Object({ night: T.Boolean() }),
  returns: A.of({ gateways: A.int, night: A.yes }),
  handler: async ({ ctx, body }) => {
    const gateways = await ctx.platform.port<Nights>('lighting.nights').show(ctx.tenantId, body.night)
    await ctx.audit({ what: 'lighting.virtual.night', target: ctx.tenantId, count: gateways, detail: { night: body.night } })
    return { gateways, night: body.night }
  },
})

export const nightRoutes: readonly Route[] = [state, show]
