import { Skeleton, usePermission, useT } from '@lamplight/console-kit'
import { DeviceCard } from '@lamplight/control/console'
import { type ReactNode, Suspense } from 'react'
import { LastCommands } from './last-commands.tsx'
import { M } from './map.messages.ts'
import { Panel } from './panel.tsx'

/** Card of a device other than a lamp, beside the map. `resource` is set when the server has answered. */
export const DevicePanel = ({
  id,
  resource,
  onClose,
}: {
  readonly id: string
  readonly resource: string | undefined
  readonly onClose: () => void
}) => {
  const t = useT()
  const maySee = usePermission('commandrecord_view')
  const panel = (title: string, body: ReactNode) => (
    <Panel title={title || t(M.device)} kind="card" closeLabel={t(M.close)} onClose={onClose} data-device={id}>
      {body}
    </Panel>
  )
  if (!resource) return panel('', <Skeleton rows={6} />)
  return (
    <Suspense fallback={panel('', <Skeleton rows={6} />)}>
      <DeviceCard resource={resource} id={id} frame={panel}>
        {maySee && <LastCommands deviceId={id} />}
      </DeviceCard>
    </Suspense>
  )
}
