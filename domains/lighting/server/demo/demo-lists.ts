import { seedPresets } from '@lamplight/control/server'
import { deviceModel } from '@lamplight/devices/model'
import { seedRows } from '@lamplight/devices/server'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import { areaManage, mapJumpArea } from '@lamplight/places/model'
import type { Ctx, Platform } from '@lamplight/server-kit'
import { constantCurrentSource } from '../../model/constant-current-source.resource.ts'
import { families } from '../../model/families.ts'
import { lampCap } from '../../model/lamp-cap.resource.ts'
import { lampSource } from '../../model/lamp-source.resource.ts'
import { power } from '../../model/power.resource.ts'
import { statisticsGroup } from '../../model/statistics-group.resource.ts'
import { workParam } from '../../model/work-param.resource.ts'

/** Words of the rows, which are Chinese like those of the demo city. */
const WORDS = {
  source: ['LED模组', 'LED module'],
  driver: ['恒流源', 'Constant-current source'],
  cap: ['LED灯头', 'LED head'],
  power: ['驱动电源', 'LED driver'],
  counted: ['统计', ', counted'],
  why: ['按街道考核亮灯率', 'Light rate by street office'],
  manager: ['街道照明负责人', 'Responsible for the lighting of the area'],
  winter: ['冬季参数', 'Winter'],
  earlier: ['日落前10分钟开灯', 'On 10 minutes before sunset'],
} as const
/** Type of solar lamps, which another slice declares. */
const SOLAR_LAMP = 'solarLamp'
/** Families whose presets are sent to the solar lamps of the demo village. */
const SENT = new Set(['battery', 'batteryTempe', 'lightControl', 'lampBarAngle', 'gpsInfo', 'waterLevel', 'lampSway'])
/** Nominal power (W) of the luminaires that a demo town has, with the flux of their light sources (lm) and the current of their drivers (mA). */
const LUMINAIRES = [
  { watts: 60, flux: 8400, milliamperes: 1050 },
  { watts: 120, flux: 16_800, milliamperes: 2100 },
  { watts: 180, flux: 25_200, milliamperes: 3150 },
] as const

const isSolar = ({ types }: ParamFamilyDefinition): boolean => types.includes(SOLAR_LAMP)

/** Suppliers of the tenant by name. */
const suppliers = (ctx: Ctx): Promise<readonly { id: string }[]> =>
  ctx.query<{ id: string }>('select id::text as id from devices_suppliers where tenant_id = $1 and not is_deleted order by name', [
    ctx.tenantId,
  ])

/** The two areas with the most lamps. */
const largestAreas = (ctx: Ctx): Promise<readonly { id: string; name: string; lamps: string[] }[]> =>
  ctx.query<{ id: string; name: string; lamps: string[] }>(
    `select a.id::text as id, a.area_name as name, array_agg(l.id::text order by l.id) as lamps from lighting_lamps l join places_areas a on a.id = l.area_id
     where l.tenant_id = $1 and not l.is_deleted group by a.id, a.area_name order by count(*) desc, a.area_name limit 2`,
    [ctx.tenantId],
  )

const curve = (watts: number) => ({ power: watts, minLevel: 10, minPower: Number((watts * 0.12).toFixed(1)) })

/** In a demo: examples in the lists of parts, models, presets and statistics groups of each tenant. Rows of the demo city are Chinese. */
export const seedLists = async (platform: Platform): Promise<void> => {
  const supplied = async (ctx: Ctx): Promise<(at: number) => { readonly supplierId?: string | undefined }> => {
    const ids = await suppliers(ctx)
    return (at) => ({ supplierId: ids[at % Math.max(1, ids.length)]?.id })
  }
  await seedRows(platform, deviceModel, async (ctx) => {
    const by = await supplied(ctx)
    // A model needs a supplier.
    return by(0).supplierId === undefined ? [] : ['SLC-200', 'SLC-310', 'SLC-400'].map((name, at) => ({ name, devType: 4, ...by(at) }))
  })
  await seedRows(platform, lampSource, async (ctx) => {
    const by = await supplied(ctx)
    return LUMINAIRES.map(({ watts, flux }, at) => ({
      name: `${WORDS.source[0]} ${watts} W`,
      power: watts,
      flux,
      colourTemperature: 4000,
      colourRendering: 70,
      ...by(at),
    }))
  })
  await seedRows(platform, constantCurrentSource, async (ctx) => {
    const by = await supplied(ctx)
    return LUMINAIRES.map(({ watts, milliamperes }, at) => ({
      name: `${WORDS.driver[0]} ${watts} W`,
      outputCurrent: milliamperes,
      outputVoltage: '36–72 V',
      ...curve(watts),
      ...by(at),
    }))
  })
  await seedRows(platform, lampCap, async (ctx) => {
    const by = await supplied(ctx)
    return LUMINAIRES.map(({ watts }, at) => ({ name: `${WORDS.cap[0]} ${watts} W`, ...curve(watts), ...by(at) }))
  })
  await seedRows(platform, power, async (ctx) => {
    const by = await supplied(ctx)
    return LUMINAIRES.map(({ watts }, at) => ({
      name: `${WORDS.power[0]} ${watts} W`,
      kind: 1,
      ratedPower: watts,
      inputVoltage: 220,
      outputVoltage: 54,
      efficiency: 93,
      ...by(at),
    }))
  })
  await seedRows(platform, statisticsGroup, async (ctx) => {
    const areas = await largestAreas(ctx)
    return areas.map(({ name, lamps }) => ({ groupName: `${name}${WORDS.counted[0]}`, memberIds: lamps.join(','), remark: WORDS.why[0] }))
  })
  await seedRows(platform, mapJumpArea, async (ctx) => (await largestAreas(ctx)).map(({ id }) => ({ areaId: id, zoom: 16 })))
  await seedRows(platform, areaManage, async (ctx) =>
    (await largestAreas(ctx)).map(({ id }) => ({ areaId: id, userIds: ctx.user.id, remark: WORDS.manager[0] })),
  )
  await seedRows(platform, workParam, () => [
    { name: WORDS.winter[0], params: JSON.stringify({ timeOffset: { onOffset: -10, offOffset: 10 } }), remark: WORDS.earlier[0] },
  ])
  await seedPresets(
    platform,
    families.filter((family) => !isSolar(family)),
  )
}

/** In a demo: presets of the families that solar lamps have, some of them sent to these lamps, which the slice of the solar lamps has added. */
export const seedSolarPresets = (platform: Platform): Promise<void> =>
  seedPresets(
    platform,
    families.filter(isSolar),
    families.filter(({ name }) => SENT.has(name)),
  )
