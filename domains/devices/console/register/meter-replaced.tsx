import { api, notify, usePermission, useT } from '@lamplight/console-kit'
import { FieldsDialog } from '@lamplight/console-kit/form'
import { invalidate } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { type DeviceTypeDefinition, isStoredNumber, permissionOf, type ResourceDefinition } from '@lamplight/kit'
import { useState } from 'react'
import { R } from '../records/record.messages.ts'
import { useRowType } from '../use-row-type.ts'

/** Resource and type of devices whose counters may begin anew with another meter. */
export interface Metered {
  readonly resource: ResourceDefinition
  /** Without it the row names its type, which was made at run time (`typeId`). */
  readonly type?: DeviceTypeDefinition
}

/** Returns true if the server keeps the history of a counter of this type. */
const isMetered = ({ properties }: DeviceTypeDefinition): boolean =>
  Object.values(properties).some((property) => property.counter && property.history && !property.retired && isStoredNumber(property))

const FIELDS = { at: f.time({ label: R.meterAt, required: true, now: true, hint: R.meterAtHint }) }

const MeterDialog = ({ deviceId, close }: { readonly deviceId: string; readonly close: () => void }) => {
  const t = useT()
  const send = async ({ at }: Readonly<Record<string, unknown>>): Promise<void> => {
    await api.post('blade-device/counter/replaced', { body: { deviceId, at }, quiet: true })
    notify.success(R.meterTold)
    void invalidate('devices.records')
    close()
  }
  return (
    <FieldsDialog title={t(R.meterReplaced)} fields={FIELDS} button={t(R.meterOk)} onSend={send} onClose={close}>
      <p>{t(R.meterAbout)}</p>
    </FieldsDialog>
  )
}

/**
 * Button that records that another meter was installed in a device, whose counters begin anew with it. Users who may change the device see it, if its
 * type has counters. `typeId`: the type of the row, if it was made at run time.
 */
export const MeterReplaced = ({
  deviceId,
  meter: { resource, type },
  typeId,
}: {
  readonly deviceId: string
  readonly meter: Metered
  readonly typeId: string
}) => {
  const t = useT()
  const may = usePermission(permissionOf(resource, 'put'))
  const { data: ofRow } = useRowType(type || !may ? '' : typeId)
  const [open, setOpen] = useState(false)
  const own = type ?? ofRow
  if (!may || !own || !isMetered(own)) return null
  return (
    <>
      <button type="button" className="ll-button" onClick={() => setOpen(true)}>
        {t(R.meterReplaced)}
      </button>
      {open && <MeterDialog deviceId={deviceId} close={() => setOpen(false)} />}
    </>
  )
}
