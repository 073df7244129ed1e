import { api, notify, usePermission, useT } from '@lamplight/console-kit'
import type { Row } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { user } from '../model/user.resource.ts'
import { I } from './info.messages.ts'
import { type DeviceRow, DeviceTable } from './info-security.tsx'

/** Sessions of a user for administrators, each with a button that ends it. */
export const UserDevices = ({ row }: { readonly row: Row<typeof user> }) => {
  const t = useT()
  const may = usePermission('user_session')
  const list = useQuery({
    enabled: may,
    queryKey: ['identity.session', row.id],
    queryFn: ({ signal }) => api.get<readonly DeviceRow[]>('blade-auth/session/list', { userId: row.id }, { signal }),
  })
  const end = (device: DeviceRow): void => {
    void api.post('blade-auth/session/end-user', { query: { userId: row.id, id: device.id } }).then(async () => {
      notify.success(I.ended)
      await list.refetch()
    })
  }
  if (!may) return <p>{t(I.noRightHere)}</p>
  return <DeviceTable rows={list.data ?? []} onEnd={end} />
}
