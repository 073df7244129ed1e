import { useFormat, useT } from '@lamplight/console-kit'
import { AffectedNames, AffectedWarnings, type CommandBody, spanWords } from '@lamplight/control/console'
import type { Preview } from '@lamplight/control/model'
import { useId } from 'react'
import { useCounted } from './counted.ts'
import { M } from './map.messages.ts'

/** A previewed order that waits for confirmation; `key` makes a repeated click the same command. */
export interface Step {
  readonly order: CommandBody
  readonly preview: Preview
  readonly key: string
}

/** Shows the targets of a command, its duration, and how to undo it. */
export const Confirm = ({
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
  const counted = useCounted()
  const titleId = useId()
  const { order, preview } = step
  const what = order.command === 'dim' ? `${t(M.dim)} ${format.unit(order.level, '%')}` : t(M[order.command])
  const power = (kw: number, beside: number): string => format.power(kw * 1000, beside * 1000)
  const ends = order.duration
    ? t(M.confirmEnds, { span: spanWords(order.duration, t) })
    : order.until
      ? t(M.confirmUntil, { time: order.until.slice(0, 16) })
      : t(M.confirmStays)
  return (
    <div className="ll-city-confirm" role="alertdialog" aria-labelledby={titleId}>
      <h3 id={titleId}>{t(M.confirmTitle)}</h3>
      {preview.lamps === 0 ? (
        <p>{t(M.nothingReachable)}</p>
      ) : (
        <>
          <p>
            <b>
              {t(preview.targetText ? M.confirmTarget : M.confirmWhat, {
                name: preview.targetText ?? '',
                what,
                lamps: counted(preview.lamps),
                gateways: counted(preview.gateways, 'gateways'),
              })}
            </b>
          </p>
          {order.command !== 'release' && <p>{ends}</p>}
          {order.reason && <p>{t(M.confirmReason, { reason: order.reason })}</p>}
          {preview.expectedKwAfter !== null && preview.expectedKwBefore !== null && (
            <p>
              {t(M.confirmPower, {
                before: power(preview.expectedKwBefore, preview.expectedKwAfter),
                after: power(preview.expectedKwAfter, preview.expectedKwBefore),
              })}
            </p>
          )}
          <AffectedWarnings preview={preview} />
          <AffectedNames
            streets={preview.streets}
            offline={preview.offlineLamps}
            firstStreets={preview.firstStreets}
            firstOffline={preview.firstOffline}
          />
        </>
      )}
      <div className="ll-city-actions">
        <button
          type="button"
          className="ll-button ll-button--primary"
          // biome-ignore lint/a11y/noAutofocus: the step takes the place of the form whose button was just pressed
          autoFocus
          aria-busy={busy}
          disabled={busy || preview.lamps === 0}
          onClick={() => void onSend()}
        >
          {t(M.send, { lamps: counted(preview.lamps) })}
        </button>
        <button type="button" className="ll-button" disabled={busy} onClick={onBack}>
          {t(M.cancel)}
        </button>
      </div>
    </div>
  )
}
