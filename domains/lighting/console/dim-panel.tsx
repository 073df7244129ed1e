import { notify, useFormat, useT } from '@lamplight/console-kit'
import { Button, Segmented, Slider } from 'antd'
import { useState } from 'react'
import { M } from './map.messages.ts'
import { type Order, type Preview, previewOf, type Selector, sendCommand } from './use-command.ts'

type Step = { readonly order: Order; readonly preview: Preview; readonly key: string }
const MINUTES = [10, 30, 60, 0] as const

/** Dims, switches or releases the selected lamps: what, how far, how long; then who it touches; then it goes out. */
export const DimPanel = ({
  count,
  selector,
  onSent,
  onClose,
}: {
  readonly count: number
  readonly selector: () => Selector
  readonly onSent: (batchId: string) => void
  readonly onClose: () => void
}) => {
  const t = useT()
  const [level, setLevel] = useState(50)
  const [minutes, setMinutes] = useState<number>(60)
  const [step, setStep] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  const prepare = async (command: Order['command']): Promise<void> => {
    setBusy(true)
    const order: Order = {
      command,
      selector: selector(),
      ...(command === 'dim' ? { level } : {}),
      ...(command === 'release' || minutes === 0 ? {} : { duration: minutes * 60 }),
    }
    try {
      setStep({ order, preview: await previewOf(order), key: crypto.randomUUID() })
    } catch {
      setStep(null)
    } finally {
      setBusy(false)
    }
  }
  const send = async (): Promise<void> => {
    if (!step) return
    setBusy(true)
    try {
      const { batchId } = await sendCommand(step.order, step.key)
      setStep(null)
      onSent(batchId)
    } catch {
      notify.info(['没有下发，设置已保留', 'Nothing was sent; your settings are kept'])
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="ll-city-panel" aria-label={t(M.dim)}>
      <header>
        <h2>{t(M.selected, { n: count.toLocaleString('en') })}</h2>
        <button type="button" className="ll-city-close" aria-label={t(M.close)} onClick={onClose}>
          {'×'}
        </button>
      </header>
      {step ? (
        <Confirm step={step} busy={busy} onSend={send} onBack={() => setStep(null)} />
      ) : (
        <>
          <label className="ll-city-field" htmlFor="ll-dim-level">
            <span>{t(M.level)}</span>
            <output>{`${level} %`}</output>
          </label>
          <Slider
            id="ll-dim-level"
            min={0}
            max={100}
            step={5}
            value={level}
            onChange={setLevel}
            marks={{ 0: '0', 30: '30', 50: '50', 80: '80', 100: '100' }}
            ariaLabelForHandle={t(M.level)}
          />
          <span className="ll-city-label">{t(M.until)}</span>
          <Segmented
            block
            value={minutes}
            onChange={(value) => setMinutes(Number(value))}
            aria-label={t(M.until)}
            options={MINUTES.map((value) => ({
              value,
              label: value === 0 ? t(M.permanent) : value === 60 ? t(M.hour) : t(M.minutes, { n: value }),
            }))}
          />
          <div className="ll-city-actions">
            <Button type="primary" loading={busy} onClick={() => void prepare('dim')}>
              {t(M.reach, { what: t(M.dim), n: count.toLocaleString('en') })}
            </Button>
            <Button disabled={busy} onClick={() => void prepare('on')}>
              {t(M.on)}
            </Button>
            <Button disabled={busy} onClick={() => void prepare('off')}>
              {t(M.off)}
            </Button>
            <Button disabled={busy} onClick={() => void prepare('release')}>
              {t(M.release)}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

const Confirm = ({
  step,
  busy,
  onSend,
  onBack,
}: {
  readonly step: Step
  readonly busy: boolean
  readonly onSend: () => Promise<void>
  readonly onBack: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const { order, preview } = step
  const what = order.command === 'dim' ? `${t(M.dim)} ${order.level} %` : t(M[order.command])
  const kw = (value: number | null): string => format.unit(value, 'kW', 1)
  return (
    <div className="ll-city-confirm" role="alertdialog" aria-label={t(M.confirmTitle)}>
      <h3>{t(M.confirmTitle)}</h3>
      {preview.lamps === 0 ? (
        <p>{t(M.nothingReachable)}</p>
      ) : (
        <>
          <p>{t(M.confirmWhat, { what, lamps: format.number(preview.lamps), gateways: format.number(preview.gateways) })}</p>
          {order.command !== 'release' && <p>{order.duration ? t(M.confirmEnds, { minutes: order.duration / 60 }) : t(M.confirmStays)}</p>}
          {preview.offlineLamps > 0 && <p className="ll-city-warn">{t(M.confirmOffline, { n: format.number(preview.offlineLamps) })}</p>}
          {preview.expectedKwAfter !== null && preview.expectedKwBefore !== null && (
            <p>{t(M.confirmPower, { before: kw(preview.expectedKwBefore), after: kw(preview.expectedKwAfter) })}</p>
          )}
        </>
      )}
      <div className="ll-city-actions">
        <Button type="primary" autoFocus loading={busy} disabled={preview.lamps === 0} onClick={() => void onSend()}>
          {t(M.send, { n: format.number(preview.lamps) })}
        </Button>
        <Button disabled={busy} onClick={onBack}>
          {t(M.cancel)}
        </Button>
      </div>
    </div>
  )
}
