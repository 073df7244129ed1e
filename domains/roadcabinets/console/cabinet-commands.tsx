import { Dialog, Empty, usePermission, useT } from '@lamplight/console-kit'
import { Choice } from '@lamplight/console-kit/canvas'
import { DialogButtons, RowsSkeleton } from '@lamplight/console-kit/resource'
import { DeviceCommandDialog, useRowKind } from '@lamplight/control/console'
import { Suspense, useState } from 'react'
import './board.css'
import { M } from './roadcabinets.messages.ts'
import { type ProductDetail, useProduct } from './use-board.ts'
import { type LiveCabinet, useLiveCabinets } from './use-live-cabinets.ts'

interface Props {
  readonly product: ProductDetail
  readonly cabinets: readonly LiveCabinet[]
}

/** Dialog that asks for a unit and a command of its type, then opens the dialog that sends the command to this unit of each cabinet. */
const ChooseCommand = ({ product, cabinets, onClose }: Props & { readonly onClose: () => void }) => {
  const t = useT()
  const [unit, setUnit] = useState(product.units[0])
  const [command, setCommand] = useState('')
  const [isSure, proceed] = useState(false)
  const { kind } = useRowKind(unit?.typeId ?? '')
  const commands = Object.entries(kind?.type.commands ?? {})
  const chosen = commands.some(([name]) => name === command) ? command : (commands[0]?.[0] ?? '')
  const devices = cabinets.flatMap(({ units }) => units.filter(({ code, sn }) => code === unit?.code && sn !== ''))
  const [only] = cabinets.length === 1 ? cabinets : []
  if (isSure && kind)
    return (
      <Suspense>
        <DeviceCommandDialog
          kind={kind}
          action={chosen}
          target={{ ids: devices.map(({ deviceId }) => deviceId) }}
          name={only ? `${only.name || only.sn} ${unit?.name}` : t(M.selected)}
          onClose={onClose}
        />
      </Suspense>
    )
  return (
    <Dialog
      title={t(M.chooseCommand)}
      onClose={onClose}
      footer={
        <DialogButtons busy={chosen === '' || devices.length === 0} onCancel={onClose} onOk={() => proceed(true)}>
          {t(M.next)}
        </DialogButtons>
      }
    >
      <div className="ll-board-form">
        <Choice
          label={t(M.unit)}
          value={unit?.code}
          choices={product.units.map(({ code, name }) => [code, name])}
          onChange={(chosenCode) => setUnit(product.units.find(({ code }) => code === chosenCode))}
        />
        {kind && commands.length === 0 ? (
          <Empty text={t(M.noCommands)} />
        ) : (
          <Choice
            label={t(M.command)}
            value={chosen}
            choices={commands.map(([name, { label }]) => [name, t(label)])}
            onChange={setCommand}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Button that sends a command to a unit of these cabinets. */
export const CabinetCommands = (props: Props) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  if (!usePermission('typed_device_send')) return null
  return (
    <>
      <button type="button" className="ll-button ll-button--primary" onClick={() => setOpen(true)}>
        {t(M.commands)}
      </button>
      {open && <ChooseCommand {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const SendTo = ({ live, onClose }: { readonly live: ReturnType<typeof useLiveCabinets>; readonly onClose: () => void }) => {
  const t = useT()
  const products = new Set(live.data?.map(({ productId }) => productId))
  const product = useProduct(products.size === 1 ? live.data?.[0]?.productId : undefined)
  if (live.data && product.data) return <ChooseCommand product={product.data} cabinets={live.data} onClose={onClose} />
  return (
    <Dialog title={t(M.chooseCommand)} onClose={onClose}>
      {products.size > 1 ? <Empty text={t(M.differ)} /> : <RowsSkeleton rows={2} cards={false} />}
    </Dialog>
  )
}

interface ActionProps {
  readonly rows: readonly { readonly id: string }[]
  readonly close: () => void
}
/** Action of the list of cabinets: sends a command to the chosen cabinets. */
export const SendToCabinets = ({ rows, close }: ActionProps) => {
  const live = useLiveCabinets({ ids: rows.map(({ id }) => id).join(',') })
  return <SendTo live={live} onClose={close} />
}
/** Action of a group: sends a command to its cabinets. */
export const SendToCabinetGroup = ({ rows, close }: ActionProps) => {
  const live = useLiveCabinets({ groupId: rows[0]?.id ?? '' })
  return <SendTo live={live} onClose={close} />
}
