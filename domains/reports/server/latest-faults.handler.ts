import { KIND_NAMES, SEVERITIES } from '@lamplight/alarms/model'
import { typeNames } from '@lamplight/devices/server'
import { pick, type Text } from '@lamplight/kit'
import { A, formatTime, type Route, route, T } from '@lamplight/server-kit'
import { among } from './faults.handler.ts'
import { RangeQuery } from './range.ts'

const LATEST = 20
interface AlarmRow extends Readonly<Record<'device_type' | 'alarm_type' | 'sub_alarm_type' | 'severity' | 'count', number | null>> {
  readonly id: string
  readonly device_id: string | null
  readonly sn: string | null
  readonly name: string | null
  readonly value: string | null
  readonly began_at: Date
  readonly present: boolean | null
  readonly area_id: string | null
  readonly area_name: string | null
}
/** The alarms of the overview (report.dashboard.getGjAlarms). Written by hand: they are alarms of all types of devices, those that are shelved left out. */
export const latestFaultsRoute: Route = route({
  method: 'GET',
  path: '/api/blade-report/dashboard/getGjAlarms',
  summary: ['最新告警', 'The last 20 open alarms that the user sees'],
  permission: 'dashboard_view',
  query: T.Object({ projectId: RangeQuery.projectId, areaId: RangeQuery.areaId }),
  returns: A.list(
    A.of({
      id: A.id,
      deviceId: A.id,
      sn: A.text,
      name: A.text,
      devType: A.int,
      devTypeName: A.text,
      alarmType: A.int,
      subAlarmType: A.int,
      alarmName: A.text,
      severity: A.int,
      severityName: A.text,
      value: A.text,
      beginTime: A.time,
      present: A.yes,
      count: A.int,
      areaId: A.id,
      areaName: A.text,
    }),
  ),
  handler: async ({ ctx, query }) => {
    const params: unknown[] = []
    const where = among(ctx, { ...query, alarmType: '100' }, params)
    const rows = await ctx.query<AlarmRow>(
      `select f.*, a.area_name from alarms_faults f left join places_areas a on a.id = f.area_id
       where ${where} and f.dispose = 0 and (f.shelved_until is null or f.shelved_until <= $${params.push(ctx.now())}::timestamptz)
       order by f.began_at desc, f.id desc limit ${LATEST}`,
      params,
    )
    const names = await typeNames(
      ctx,
      rows.map((row) => ({ type: row.device_type })),
    )
    const word = (words: Readonly<Record<number, Text>>, code: unknown): string => {
      const text = words[Number(code)]
      return text ? pick(text, ctx.lang) : String(code ?? '')
    }
    return rows.map((row) => ({
      id: row.id,
      deviceId: row.device_id ?? '',
      sn: row.sn ?? '',
      name: row.name ?? '',
      devType: Number(row.device_type),
      devTypeName: names(Number(row.device_type)),
      alarmType: Number(row.alarm_type),
      subAlarmType: Number(row.sub_alarm_type),
      alarmName: word(KIND_NAMES, row.sub_alarm_type),
      severity: Number(row.severity),
      severityName: word(SEVERITIES, row.severity),
      value: row.value ?? '',
      beginTime: formatTime(row.began_at, ctx.zone),
      present: row.present === true,
      count: row.count ?? 1,
      areaId: row.area_id ?? '',
      areaName: row.area_name ?? '',
    }))
  },
})
