import { api, usePermission, useT } from '@lamplight/console-kit'
import { type DetailPart, invalidate, knownResource } from '@lamplight/console-kit/resource'
import { type ComponentProps, useState } from 'react'
import '../devices.css'
import { mayReplace, REPLACE_RIGHT } from '../../model/replace-right.ts'
import { D } from './maintenance.messages.ts'
import { ReplaceDialog } from './replace.dialog.tsx'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Button on the page of a device that replaces it by another of its type. On the page of a lamp it replaces the lamp's controller. */
export const ReplacePart = ({ row, resource }: ComponentProps<DetailPart>) => {
  const t = useT()
  const controllerId = resource?.name === 'lighting.lamp' ? text(row.controllerId) : null
  const may = usePermission(REPLACE_RIGHT)
  const [sn, setSn] = useState('')
  const isDevice = controllerId !== null || mayReplace(knownResource(resource?.name ?? '')?.deviceCode)
  if (!may || !isDevice || !(controllerId ?? text(row.sn))) return null
  const open = async (): Promise<void> =>
    setSn(controllerId === null ? text(row.sn) : (await api.get<{ sn: string }>('blade-city/controller/detail', { id: controllerId })).sn)
  return (
    <div className="ll-devices-tools">
      <button type="button" className="ll-button" onClick={() => void open().catch(() => undefined)}>
        {t(controllerId === null ? D.replaceDevice : D.replaceController)}
      </button>
      {sn && (
        <ReplaceDialog
          sn={sn}
          onClose={(done) => {
            setSn('')
            if (done && resource) void invalidate(resource.name)
          }}
        />
      )}
    </div>
  )
}
