import { snake } from '@lamplight/kit'
import { A, type Ctx, onServer, route, T, tableOf } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { CUSTOM_BATTERY_PROJECTS } from '../model/params.ts'
import { SUN_FUNCTIONS, type SunFunction, sunFunction } from '../model/sun-function.resource.ts'

const TABLE = tableOf(sunFunction)

export const sunFunctionServer = onServer(sunFunction, {})

/** Ids of the projects in which custom batteries may be sent. */
export const customBatteryProjects = async (ctx: Ctx): Promise<readonly string[]> =>
  (await ctx.platform.port(paramsPort).text(CUSTOM_BATTERY_PROJECTS, '')).split(',').map((id) => id.trim())

/**
 * Pages that the console hides for a project. Written by hand: every user of the tenant needs the answer, also those who may not read the rows.
 */
export const hiddenPages = route({
  method: 'GET',
  path: '/api/blade-sun/sunfunction/hidden',
  summary: ['项目隐藏的页面', 'Pages hidden for a project'],
  permission: 'signed-in',
  query: T.Object({ projectId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) }),
  returns: A.list(A.text),
  handler: async ({ ctx, query }) => {
    const projectId = query.projectId || null
    const names = Object.keys(SUN_FUNCTIONS) as SunFunction[]
    const columns = names.map((name) => `${snake(name)} as "${name}"`)
    const [row] = projectId
      ? await ctx.query<Partial<Record<SunFunction, boolean | null>>>(
          `select ${columns.join(', ')} from ${TABLE} where project_id::text = $1 and not is_deleted limit 1`,
          [projectId],
        )
      : []
    const listed = projectId !== null && (await customBatteryProjects(ctx)).includes(projectId)
    return names
      .filter((name) => row?.[name] === false || (name === 'customBattery' && !listed))
      .flatMap((name) => SUN_FUNCTIONS[name].pages)
  },
})
