import { DEMO_NIGHTS, LAMP_CONTROLLER } from '@lamplight/devices/model'
import { storeGroup } from '@lamplight/devices/stored'
import { DEMO_TOWNS, storeTown, storeTownPast } from '@lamplight/lighting/server'
import { storeProject } from '@lamplight/places/stored'
import type { Platform } from '@lamplight/server-kit'
import { publishDemo } from '@lamplight/strategies/server'
import { createTown, type Town } from '@lamplight/town'

/** Lamps of an institute. Demo cities below this number of lamps have none. */
const LAMPS = 40
const LEAST_CITY = 1000
const PROJECT = ['灯塔学院照明', 4] as const
const GROUP = ['学院路灯', 'Lamps of the college'] as const
const AREA = { code: 'EDU', name: ['灯塔学院', 'Lighthouse College'] } as const
const SEED = 750
/** Place of the institute: south-west of the town, which grows with the root of its lamps; degrees. */
const CENTRE = [112.9, 28.2] as const
const BESIDE = 0.0003
const APART = 0.008

/** A generated town as a campus: one area. */
const campusOf = (seed: number, ofTown: number): Town => {
  const away = APART + BESIDE * Math.sqrt(ofTown)
  const town = createTown({ seed, lamps: LAMPS, centre: [CENTRE[0] - away, CENTRE[1] - away] })
  const inArea = <T>(rows: readonly T[]): T[] => rows.map((row) => ({ ...row, areaCode: AREA.code }))
  // Ways of a campus are no main roads: those get groups of their names, which the town has already.
  const streets = town.streets.map((street) => ({ ...street, class: 'branch' as const }))
  return { ...town, streets, areas: [AREA], gateways: inArea(town.gateways), posts: inArea(town.posts), lamps: inArea(town.lamps) }
}

/** Lamps of the campus as a group of institutes, which the page of institute groups shows. */
const storeCampusGroup = async (platform: Platform, tenantId: string, projectId: string): Promise<void> => {
  await platform.system.tx(async (query) => {
    const devices = await query<{ id: string }>(
      'select id::text as id from lighting_controllers where project_id = $1 and not is_deleted',
      [projectId],
    )
    const members = devices.map(({ id }) => id)
    const [name] = GROUP
    await storeGroup(query, { id: platform.newId(), tenantId, name, type: LAMP_CONTROLLER, system: 4, category: 'institute', members })
  })
}

/** Gives each demo tenant of a full-size demo an institute: a project of type 4 with lamps and their past nights. */
export const seedInstitutes = async (platform: Platform): Promise<void> => {
  if (!platform.config.demo || platform.config.number('DEMO_DEVICES', 1) === 0) return
  if (platform.config.number('DEMO_LAMPS', DEMO_TOWNS[0].lamps) < LEAST_CITY) return
  if ((await platform.system.query('select 1 from places_projects where type = 4 limit 1')).length > 0) return
  const nights = platform.config.number('DEMO_NIGHTS', DEMO_NIGHTS)
  for (const [at, { tenantId, account, lamps }] of DEMO_TOWNS.entries()) {
    const projectId = platform.newId()
    const [name, type] = PROJECT
    await storeProject(platform.system.query, { id: projectId, tenantId, name, type, sort: 3 })
    const town = campusOf(SEED + at, at === 0 ? platform.config.number('DEMO_LAMPS', lamps) : lamps)
    await storeTown(platform, tenantId, town, { id: projectId })
    await storeCampusGroup(platform, tenantId, projectId)
    const controllers = await platform.system.query<{ id: string }>(
      'select id::text as id from lighting_controllers where project_id = $1 and not is_deleted order by id',
      [projectId],
    )
    // The past comes first: publishing takes the changes of level of the last nights from its readings.
    if (nights > 0) await storeTownPast(platform, { tenantId, town, nights, account })
    await publishDemo(
      platform,
      tenantId,
      controllers.map(({ id }) => id),
    )
  }
}
