import { deviceData } from '@lamplight/devices/server'
import { exampleDevice } from '@lamplight/kit'
import { A, route, T } from '@lamplight/server-kit'
import { apType } from '../model/index.ts'

const DAY_MS = 86_400_000
const HOURS = 24

/** Latest values of an access point and its last 24 hours (report.dashboard.ap.getApDatas). Written by hand, because it has both state and history. */
export const apDataRoute = route({
  method: 'GET',
  path: '/api/blade-report/dashboard/ap/getApDatas',
  summary: ['无线AP数据', 'Data of an access point'],
  example: { query: { apId: exampleDevice(apType) } },
  permission: 'ap_view',
  query: T.Object({ apId: T.String({ pattern: '^[0-9]{1,19}$' }) }),
  returns: A.of({
    apId: A.id,
    sn: A.text,
    name: A.text,
    currentControllerStatus: A.int,
    reportedAt: A.time,
    values: A.map(A.any),
    /** Traffic of the last 24 hours, MB. */
    upToday: A.number,
    downToday: A.number,
    /** One point for each hour: `at` in epoch ms, mean number of clients, traffic in MB. */
    points: A.list(A.of({ at: A.int, clients: A.nullable(A.number), up: A.nullable(A.number), down: A.nullable(A.number) })),
  }),
  handler: async ({ ctx, query: { apId } }) => {
    const to = ctx.now().getTime()
    const { deviceId, state, points, ...data } = await deviceData(ctx, apType, apId, { from: to - DAY_MS, to, points: HOURS })
    const hours = points.map(({ at, clients, upIncrease, downIncrease }) => ({
      at,
      clients: clients ?? null,
      up: upIncrease ?? null,
      down: downIncrease ?? null,
    }))
    const sum = (name: 'up' | 'down'): number => hours.reduce((all, hour) => all + (hour[name] ?? 0), 0)
    return { ...data, apId: deviceId, currentControllerStatus: state, upToday: sum('up'), downToday: sum('down'), points: hours }
  },
})
