import { DEMO_NIGHTS, LAMP_CONTROLLER } from '@lamplight/devices/model'
import { storeGroup } from '@lamplight/devices/stored'
import { DEMO_TOWNS, storeTown, storeTownState, townNights } from '@lamplight/lighting/server'
import { storeProject } from '@lamplight/places/stored'
import type { PastSpan, PastStep, Platform } from '@lamplight/server-kit'
import { publishDemo, storePastSwitches } from '@lamplight/strategies/server'
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

/** The demo has institutes: it has devices and a city of full size. */
const hasInstitutes = ({ config }: Platform): boolean =>
  config.demo && config.number('DEMO_DEVICES', 1) > 0 && config.number('DEMO_LAMPS', DEMO_TOWNS[0].lamps) >= LEAST_CITY
const campuses = ({ config }: Platform) =>
  DEMO_TOWNS.map(({ tenantId, account, lamps }, at) => ({
    tenantId,
    account,
    town: campusOf(SEED + at, at === 0 ? config.number('DEMO_LAMPS', lamps) : lamps),
  }))

/** Gives each demo tenant of a full-size demo an institute: a project of type 4 with lamps. */
export const seedInstitutes = async (platform: Platform, at: number): Promise<void> => {
  if (!hasInstitutes(platform)) return
  if ((await platform.system.query('select 1 from places_projects where type = 4 limit 1')).length > 0) return
  const span = { at, nights: platform.config.number('DEMO_NIGHTS', DEMO_NIGHTS) }
  for (const campus of campuses(platform)) {
    const { tenantId, town } = campus
    const projectId = platform.newId()
    const [name, type] = PROJECT
    await storeProject(platform.system.query, { id: projectId, tenantId, name, type, sort: 3 })
    await storeTown(platform, tenantId, town, { id: projectId }, (query) => storeTownState(platform, query, campus, span))
    await storeCampusGroup(platform, tenantId, projectId)
    const controllers = await platform.system.query<{ id: string }>(
      'select id::text as id from lighting_controllers where project_id = $1 and not is_deleted order by id',
      [projectId],
    )
    await publishDemo(
      platform,
      tenantId,
      controllers.map(({ id }) => id),
    )
  }
}

/** Steps that write the past of the institutes. */
export const pastOfInstitutes = async (platform: Platform, span: PastSpan): Promise<readonly PastStep[]> => {
  if (!hasInstitutes(platform)) return []
  const nights = campuses(platform).flatMap((campus) => townNights(platform, campus, span))
  return [...nights, (query) => storePastSwitches(query, span)]
}
