import { api, useLive } from '@lamplight/console-kit'
import { invalidate, type RowsCall, useRows } from '@lamplight/console-kit/resource'
import { type Device, withNews } from '../device-columns.tsx'

/** The members of a group, paged, with live updates. The page number and the search text are stored in the URL. */
export const useMembers = (groupId: string) => {
  const list = useRows<RowsCall<Device>, 'sn'>('blade-city/device_group/device/page', {
    of: 'devices.group',
    filters: ['sn'],
    fixed: { groupId },
  })
  useLive('lamps', ({ changes = [] }) => {
    const news = new Map(changes)
    list.patch((rows) => (rows.some((one) => news.has(one.id)) ? rows.map((one) => withNews(one, news.get(one.id))) : rows))
  })
  return list
}

/** Adds devices to a group: `copy` keeps their other groups, `move` takes them out of `fromGroupId` or of all others. `remove` takes them out of the group. */
export const changeMembers = async (
  how: 'copy' | 'move' | 'remove',
  body: { readonly groupId: string; readonly ids: readonly string[]; readonly fromGroupId?: string },
): Promise<void> => {
  await api.post(`blade-city/device_group/${how}`, { body: { ...body, ids: body.ids.join(',') } })
  void invalidate('devices.group')
}
