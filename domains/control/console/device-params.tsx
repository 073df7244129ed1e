import { api, confirm, Empty, hasPermission, notify, usePermission, useT } from '@lamplight/console-kit'
import { Waiting } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import './device.css'
import './params.css'
import { confirmWaves } from './confirm-waves.ts'
import { familiesOfType } from './families.ts'
import { ParamDialog } from './param.dialog.tsx'
import { P } from './param.messages.ts'
import { type ParamValues, paramTone, paramWords } from './param-words.ts'
import { type DeviceParam, useDeviceParams } from './use-device-params.ts'

interface Device {
  readonly id: string
  readonly name: string
}
interface Line {
  readonly family: ParamFamilyDefinition
  readonly param: DeviceParam | undefined
}

const ReportedValue = ({
  family,
  value,
  at,
}: {
  family: ParamFamilyDefinition
  value: ParamValues | null | undefined
  at: string | undefined
}) => {
  const t = useT()
  const words = paramWords(family, value, t)
  if (!words) return <span className="ll-f-none">{t(P.none)}</span>
  return (
    <>
      {words}
      {at && <small>{at}</small>}
    </>
  )
}

const Actions = ({ device, line: { family, param }, onSet }: { device: Device; line: Line; onSet: () => void }) => {
  const t = useT()
  const client = useQueryClient()
  const mayRead = usePermission(`${family.code}_read`)
  const maySet = usePermission(`${family.code}_set`) && family.call !== undefined
  const again = (): void => void client.invalidateQueries({ queryKey: ['control.param', device.id] })
  const read = async (): Promise<void> => {
    await api.get(`blade-city/controller/batch/get/${family.call}`, { controllerIds: device.id })
    notify.info(P.asked)
  }
  const calibrate = async (): Promise<void> => {
    const named = { family: t(family.label), name: device.name }
    if (!(await confirm({ title: t(P.calibrateTitle, named), text: t(P.calibrateText), ok: t(P.calibrate) }))) return
    await api.post(`blade-city/controller/batch/calibrate/${family.call}`, { body: { controllerIds: device.id } })
    notify.info(P.calibrating)
  }
  const settle = (how: 'repair' | 'accept') => async (): Promise<void> => {
    if (how === 'accept') {
      const value = paramWords(family, param?.reported, t)
      if (!(await confirm({ title: t(P.acceptTitle, { family: t(family.label) }), text: t(P.acceptText, { value }), ok: t(P.accept) })))
        return
    }
    const waves =
      how === 'repair' && family.risky ? [{ family: family.name, familyName: t(family.label), target: { ids: [device.id] } }] : []
    if (!(await confirmWaves(waves, '1', t))) return
    await api.post(`blade-city/param/${how}`, { body: { family: family.name, ids: [device.id] } })
    if (how === 'accept') notify.success(P.accepted)
    again()
  }
  const button = (label: string, act: () => void) => (
    <button key={label} type="button" className="ll-button ll-button--small" onClick={act}>
      {label}
    </button>
  )
  const isOff = param?.drift === 1 || param?.status === 1
  return (
    <span className="ll-device-buttons">
      {mayRead && family.ops.includes('get') && button(t(P.read), () => void read().catch(() => undefined))}
      {maySet && family.ops.includes('set') && button(t(P.set), onSet)}
      {maySet && family.ops.includes('calibrate') && button(t(P.calibrate), () => void calibrate().catch(() => undefined))}
      {maySet && isOff && button(t(P.repair), () => void settle('repair')().catch(() => undefined))}
      {maySet && param?.drift === 1 && param.reported && button(t(P.accept), () => void settle('accept')().catch(() => undefined))}
    </span>
  )
}

const Row = ({ device, line, mayAct, onSet }: { device: Device; line: Line; mayAct: boolean; onSet: () => void }) => {
  const t = useT()
  const { family, param } = line
  return (
    <tr>
      <th scope="row">{t(family.label)}</th>
      <td data-label={t(P.wanted)}>
        <ReportedValue family={family} value={param?.wanted} at={param?.wantedAt} />
      </td>
      <td data-label={t(P.reported)}>
        <ReportedValue family={family} value={param?.reported} at={param?.reportedAt} />
      </td>
      <td data-label={t(P.state)}>
        {param ? (
          <StateMark tone={paramTone(param.status)}>{[param.statusName, param.reason].filter(Boolean).join(t(['：', ': ']))}</StateMark>
        ) : (
          <span className="ll-f-none">{t(P.none)}</span>
        )}
      </td>
      {mayAct && (
        <td>
          <Actions device={device} line={line} onSet={onSet} />
        </td>
      )}
    </tr>
  )
}

/** Table of a device's parameter families: wanted and reported value side by side, with the actions read, set, send again and accept. */
export const DeviceParams = ({
  device,
  type,
}: {
  readonly device: Device
  /** Name of its device type. */
  readonly type: string
}) => {
  const t = useT()
  const maySee = usePermission('commandrecord_view')
  const query = useDeviceParams(device.id)
  const known = useQuery({
    queryKey: ['control.families', type],
    queryFn: () => familiesOfType(type),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  const [pending, setPending] = useState<Line | null>(null)
  if (!maySee) return <Empty text={t(P.mayNotSee)} />
  if (!query.data || !known) return <Waiting query={query} rows={3} />
  const mayAct = known.some(({ code, call }) => call !== undefined && (hasPermission(`${code}_read`) || hasPermission(`${code}_set`)))
  const lines = known.map((family) => ({ family, param: query.data.get(family.name) }))
  return (
    <section aria-label={t(P.params)}>
      <table className="ll-params">
        <thead>
          <tr>
            {[P.family, P.wanted, P.reported, P.state].map((label) => (
              <th key={label[1]} scope="col">
                {t(label)}
              </th>
            ))}
            {mayAct && <th scope="col">{t(P.actions)}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.family.name} device={device} line={line} mayAct={mayAct} onSet={() => setPending(line)} />
          ))}
        </tbody>
      </table>
      {pending && (
        <ParamDialog
          family={pending.family}
          deviceId={device.id}
          name={device.name}
          value={pending.param?.wanted ?? pending.param?.reported ?? null}
          onClose={() => {
            setPending(null)
            void query.refetch()
          }}
        />
      )}
    </section>
  )
}
