import { storePastReads } from '@lamplight/control/server'
import { demoUsers } from '@lamplight/devices/server'
import { inTransaction, type Platform } from '@lamplight/server-kit'
import { CITY_SEED, shareOf } from '@lamplight/virtual-city'
import { powerCheck } from '../../model/families/power-check.family.ts'
import { calibrations } from '../../play/calibrations.play.ts'

/** Controllers whose meters were checked, and the age of the check, ms. */
const CHECKED = 24
const EARLIER_MS = 20 * 3_600_000
const LAMPS = `select c.id::text as "deviceId", c.sn, c.lng, c.lat, exists (select from control_param_states p where p.family = $2 and p.tenant_id = $1) as known
  from lighting_controller c where c.tenant_id = $1 and not c.is_deleted and c.activated
    and not exists (select from devices_faults f where f.device_id in (c.id, c.gateway_id) and f.type = 'communicationFailure' and f.ended_at is null)
  order by c.sn limit ${CHECKED}`

/** In a demo: the errors of power meters that some controllers reported. They measure the same when they are read again. */
export const seedPowerChecks = async (platform: Platform): Promise<void> => {
  for (const user of await demoUsers(platform))
    await inTransaction(user, async (ctx) => {
      const lamps = await ctx.query<{ deviceId: string; sn: string; lng: number | null; lat: number | null; known: boolean }>(LAMPS, [
        ctx.tenantId,
        powerCheck.name,
      ])
      if (lamps[0]?.known !== false) return
      const at = ctx.now().getTime() - EARLIER_MS
      const reads = lamps.flatMap(({ deviceId, sn, lng, lat }) => {
        const share = shareOf(CITY_SEED, sn, powerCheck.name)
        const value = calibrations[powerCheck.name]?.({ share, isCalibrated: false, lng: lng ?? 0, lat: lat ?? 0 })
        return value ? [{ deviceId, value, at }] : []
      })
      await storePastReads(ctx, powerCheck, reads)
    })
}
