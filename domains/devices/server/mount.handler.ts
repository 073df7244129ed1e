import { exampleId, pick } from '@lamplight/kit'
import { A, errors, formatTime, refuseUnseen, route, T } from '@lamplight/server-kit'
import { mountedOn, POST } from './mounted.ts'
import { refuseBlind } from './seen-device.ts'

const MAX_DEVICES = 1000

interface Row {
  readonly of: number
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly state: number | null
  readonly at: Date | null
}

/**
 * What hangs on a lamp post: the rows of all resources that name it (device.lamp_post.mount_device). Written by hand, because the rows belong to several resources; each
 * is shown to those who may list it.
 */
export const mountRoute = route({
  method: 'GET',
  path: '/api/blade-device/device/lamp_post/mount_device',
  summary: ['灯杆挂载设备', 'Devices on a lamp post'],
  example: { query: { lampPostId: exampleId(POST) } },
  permission: 'lamp_post_view',
  refuses: refuseBlind,
  query: T.Object({ lampPostId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })) }),
  returns: A.list(
    A.of({
      id: A.id,
      resource: A.text,
      label: A.text,
      sn: A.text,
      name: A.text,
      /** State (a key of decisions.md B2) of the device, or of the device that drives the lamp; 5 without a report. */
      currentControllerStatus: A.int,
      reportedAt: A.time,
    }),
  ),
  handler: async ({ ctx, query: { lampPostId } }) => {
    if (!lampPostId) throw errors.missingParameter({ field: 'lampPostId' }, 'lampPostId')
    await refuseUnseen(ctx, ctx.query, POST, [lampPostId], 'lampPostId')
    const params: unknown[] = [lampPostId]
    const { sql, resources } = mountedOn(ctx, params, { among: '= $1' })
    const rows = await ctx.query<Row>(
      `select m.of, m.id::text as id, m.sn, m.name, s.state, s.reported_at as at from (${sql}) m
       left join devices_state s on s.device_id = m.device_id order by m.of, m.id limit ${MAX_DEVICES}`,
      params,
    )
    return rows.map(({ of, state, at, ...row }) => ({
      ...row,
      resource: resources[of]?.name ?? '',
      label: pick(resources[of]?.label ?? ['', ''], ctx.lang),
      currentControllerStatus: state ?? 5,
      reportedAt: at ? formatTime(at, ctx.zone) : '',
    }))
  },
})
