import { LevelSlider, notify, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { type CommandBody, newKey, openParams, previewOf, ReasonField, sendCommand, useCommandRights } from '@lamplight/control/console'
import type { Selector } from '@lamplight/control/model'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Confirm, type Step } from './confirm-step.tsx'
import { useCounted } from './counted.ts'
import { HowLong, type Lasting, lastingOrder } from './how-long.tsx'
import { M } from './map.messages.ts'
import { Panel } from './panel.tsx'
import type { MapTarget } from './use-map-target.ts'

const OTHERS = ['on', 'off', 'release'] as const
const COMMANDS = ['dim', ...OTHERS] as const

/** Panel that dims, switches or releases the selected lamps: command, level and duration, then the targets for confirmation, then sending. */
export const DimPanel = ({
  count,
  target,
  version,
  first,
  onFirst,
  selector,
  deviceIds,
  slider,
  onSent,
  onClose,
}: {
  readonly count: number
  /** The street, area or group that equals the selection. */
  readonly target: MapTarget | null
  /** Incremented by each change of the selection. A preview for an older selection is dropped. */
  readonly version: number
  /** A command prepared in the address (`?command=dim&level=30`): shown for confirmation when the target is selected. */
  readonly first: { readonly command: string | undefined; readonly level: string | undefined }
  /** Called when the prepared command has been taken over. */
  readonly onFirst: () => void
  readonly selector: () => Selector
  /** The controllers of the selected lamps. */
  readonly deviceIds: () => readonly string[]
  /** Element around the slider, for the key that focuses it. */
  readonly slider: RefObject<HTMLDivElement | null>
  readonly onSent: (batchId: string) => void
  readonly onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const may = useCommandRights(count)
  const mayParams = usePermission('deviceparams_view')
  const [level, setLevel] = useState(50)
  const [lasting, setLasting] = useState<Lasting>({ minutes: 60, clock: '' })
  const [reason, setReason] = useState('')
  const isEndless = lasting.minutes === 0
  const isWhole = isEndless ? reason.trim() !== '' : lasting.minutes > 0 || lasting.clock !== ''
  const [step, setStep] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  const round = useRef(0)
  const targetId = target?.id
  useEffect(() => {
    round.current += 1
    setStep(null)
  }, [version, targetId])
  const prepare = async (command: CommandBody['command'], dimTo = level): Promise<void> => {
    const order: CommandBody = {
      command,
      selector: selector(),
      picked: 'map',
      ...(command === 'dim' ? { level: dimTo } : {}),
      ...(command === 'release' ? {} : lastingOrder(lasting, format.time)),
      ...(command !== 'release' && isEndless ? { reason: reason.trim() } : {}),
    }
    const mine = round.current
    setBusy(true)
    try {
      const preview = await previewOf(order)
      // The selection has changed since the request.
      if (mine !== round.current) return
      setStep({ order: { ...order, ...(preview.targetName && { targetName: preview.targetName }) }, preview, key: newKey() })
    } catch {
      setStep(null)
    } finally {
      setBusy(false)
    }
  }
  const takeUp = useEffectEvent((): void => {
    const command = COMMANDS.find((one) => one === first.command)
    if (!command) return
    onFirst()
    const typed = Number(first.level)
    const dimTo = first.level !== undefined && Number.isInteger(typed) && typed >= 0 && typed <= 100 ? typed : null
    if (dimTo !== null) setLevel(dimTo)
    if (command !== 'dim' || dimTo !== null) void prepare(command, dimTo ?? level)
    else slider.current?.querySelector<HTMLElement>('[role=slider]')?.focus()
  })
  useEffect(() => {
    if (targetId && first.command) takeUp()
  }, [targetId, first.command])
  const send = async (): Promise<void> => {
    if (!step) return
    setBusy(true)
    try {
      const { batchId } = await sendCommand(step.order, step.key)
      setStep(null)
      onSent(batchId)
    } catch {
      notify.info(M.notSent)
    } finally {
      setBusy(false)
    }
  }
  const lamps = useCounted()(count)
  return (
    <Panel
      title={target ? t(M.targetLamps, { name: target.name, lamps }) : t(M.selected, { lamps })}
      kind="dim"
      closeLabel={t(M.clearSelection)}
      onClose={onClose}
    >
      {step ? (
        <Confirm step={step} busy={busy} onSend={send} onBack={() => setStep(null)} />
      ) : (
        <>
          {may.dim && (
            <div className="ll-city-field">
              <span>{t(M.level)}</span>
              <output>{format.unit(level, '%')}</output>
            </div>
          )}
          {may.dim && (
            <div ref={slider}>
              <LevelSlider label={t(M.level)} value={level} onChange={setLevel} />
            </div>
          )}
          <HowLong value={lasting} onChange={setLasting} />
          {isEndless && <ReasonField value={reason} onChange={setReason} />}
          {may.dim && (
            <button
              type="button"
              className="ll-button ll-button--primary ll-button--block"
              aria-busy={busy}
              disabled={busy || !isWhole}
              onClick={() => void prepare('dim')}
            >
              {t(M.affected, { what: t(M.dim), lamps })}
            </button>
          )}
          <div className="ll-city-actions">
            {OTHERS.filter((command) => may[command]).map((command) => (
              <button
                key={command}
                type="button"
                className="ll-button"
                disabled={busy || (command !== 'release' && !isWhole)}
                onClick={() => void prepare(command)}
              >
                {t(M[command])}
              </button>
            ))}
          </div>
          {mayParams && (
            <button type="button" className="ll-button ll-button--block" disabled={busy} onClick={() => openParams(deviceIds())}>
              {t(M.params)}
            </button>
          )}
        </>
      )}
    </Panel>
  )
}
