import { controllerType } from '@lamplight/devices/model'
import { exampleDevice, permissionOf } from '@lamplight/kit'
import { A, type Route, type RouteInput, route, runVerb, T } from '@lamplight/server-kit'
import { alarm, FAULT, SOS } from '../model/index.ts'

const permission = permissionOf(alarm, 'page')
const Window = {
  current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
  size: T.Optional(T.Integer({ minimum: -1, maximum: 1000 })),
}
const Id = T.String({ pattern: '^[0-9]{1,19}$' })
const Kind = T.Optional(T.String({ pattern: '^[0-9]{1,5}(,[0-9]{1,5})*$', description: 'comma-joined' }))
const Day = T.Optional(T.String({ description: 'yyyy-MM-dd HH:mm:ss, zone of the tenant' }))

/** Runs the page of alarms with filters. */
const pageWith = ({ ctx, headers }: Pick<RouteInput, 'ctx' | 'headers'>, query: Readonly<Record<string, unknown>>) =>
  runVerb(alarm, 'page', { ctx, headers, query } as unknown as RouteInput)

/** Lists of alarms (alarm.alarms_by_page, alarm.page) with a default that the caller may change, which a definition of calls cannot say: hence written by hand. */
export const pageRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/alarms_by_page',
    summary: ['告警列表', 'Alarms; faults by default'],
    permission,
    query: T.Object({
      ...Window,
      alarmType: T.Optional(T.Integer({ minimum: 1, maximum: 4 })),
      subAlarmType: Kind,
      dispose: T.Optional(T.Integer({ minimum: 0, maximum: 1 })),
      beganAt_ge: Day,
      beganAt_le: Day,
    }),
    returns: A.page(A.open),
    handler: (input) => pageWith(input, { alarmType: FAULT, ...input.query }),
  }),
  route({
    method: 'GET',
    path: '/api/blade-alarm/alarm/page_by_device_id',
    summary: ['设备的告警', 'Alarms of a device'],
    example: { query: { deviceId: exampleDevice(controllerType) } },
    permission,
    query: T.Object({ ...Window, deviceId: Id, alarmType: Kind, dispose: T.Optional(T.Integer({ minimum: 0, maximum: 1 })) }),
    returns: A.page(A.open),
    handler: (input) => pageWith(input, input.query),
  }),
  route({
    method: 'GET',
    path: '/api/blade-alarm/sos/alarm/page',
    summary: ['SOS报警', 'SOS alarms'],
    permission,
    query: T.Object({ ...Window, dispose: T.Optional(T.Integer({ minimum: 0, maximum: 1 })) }),
    returns: A.page(A.open),
    handler: (input) => pageWith(input, { ...input.query, alarmType: SOS }),
  }),
]
