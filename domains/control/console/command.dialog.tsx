import { Dialog, LevelSlider, navigate, useFormat, useNow, useT } from '@lamplight/console-kit'
import { useId, useState } from 'react'
import './command.css'
import type { Preview } from '../model/index.ts'
import { RECORDS } from './batch-link.tsx'
import { reachWords } from './batch-words.ts'
import { C } from './command.messages.ts'
import type { CommandAsked } from './command-door.ts'
import { Closes, Head, Lasts } from './lasting-fields.tsx'
import { ReachWarnings } from './reach-warnings.tsx'
import { RungLadder } from './rung-ladder.tsx'
import { useBatch } from './use-batch.ts'
import { useCommand } from './use-command.ts'

const Reach = ({ preview }: { readonly preview: Preview }) => {
  const t = useT()
  const format = useFormat()
  const { lamps, gateways, expectedKwBefore: before, expectedKwAfter: after } = preview
  const power = (kw: number, beside: number): string => format.power(kw * 1000, beside * 1000)
  if (lamps === 0) return <p className="ll-command__warn">{t(C.nobody)}</p>
  return (
    <>
      <dl className="ll-facts">
        <div>
          <dt>{t(C.touches)}</dt>
          <dd>{t(C.reach, { lamps: format.number(lamps), gateways: format.number(gateways) })}</dd>
        </div>
        {before !== null && after !== null && (
          <div>
            <dt>{t(C.power)}</dt>
            <dd>{t(C.powerStep, { before: power(before, after), after: power(after, before) })}</dd>
          </div>
        )}
      </dl>
      <ReachWarnings preview={preview} />
    </>
  )
}

/** How the command ends, and what undoes it. */
const Ends = ({ command, duration }: Pick<CommandAsked, 'command'> & { readonly duration: number }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  if (command === 'release') return t(C.releases)
  return duration === 0 ? t(C.stays) : t(C.endsAt, { at: format.time(now + duration * 1000, duration < 60 ? 'full' : 'minute').slice(11) })
}

/** Commands devices: level and duration with what they would touch; the button carries the reach; then the rungs climb in place. */
export const CommandDialog = (asked: CommandAsked) => {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const { command, onClose } = asked
  const [isFit, setFit] = useState(true)
  const { name, level, setLevel, duration, setDuration, head, setHead, preview, send, sending, batchId } = useCommand(asked)
  const batch = useBatch(batchId).data
  const what = command === 'dim' ? `${t(C.dim)} ${level}%` : t(C[command])
  const lamps = preview.data?.lamps
  const reached = lamps === undefined ? name : reachWords({ targetText: name, total: lamps }, t)
  const title = t(C.title, { what: batchId ? what : t(C[command]), target: reached })
  if (batchId)
    return (
      <Dialog
        title={title}
        onClose={onClose}
        className="ll-command"
        footer={
          <>
            <button type="button" className="ll-button" onClick={onClose}>
              {t(C.close)}
            </button>
            <button
              type="button"
              className="ll-button ll-button--primary"
              onClick={() => {
                onClose()
                navigate(`${RECORDS}/details`, { id: batchId })
              }}
            >
              {t(C.details)}
            </button>
          </>
        }
      >
        {batch && <RungLadder counts={batch} />}
        <p className="ll-command__note">{t(C.goesOn)}</p>
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      firm={sending}
      className="ll-command"
      footer={
        <>
          <button type="button" className="ll-button" disabled={sending} onClick={onClose}>
            {t(C.cancel)}
          </button>
          <button
            type="button"
            className="ll-button ll-button--primary"
            disabled={sending || lamps === 0 || preview.isPending || !isFit}
            aria-busy={sending}
            onClick={() => void send()}
          >
            {lamps === undefined ? t(C[command]) : t(C.send, { what: t(C[command]), n: format.number(lamps) })}
          </button>
        </>
      }
    >
      {command === 'dim' && (
        <div className="ll-command__field">
          <label htmlFor={`${id}-level`}>
            <span>{t(C.level)}</span>
            <output>{`${level}%`}</output>
          </label>
          <LevelSlider id={`${id}-level`} label={t(C.level)} step={5} value={level} onChange={setLevel} />
        </div>
      )}
      {command === 'off' ? (
        <Closes
          value={duration}
          onChange={(seconds) => {
            setFit(seconds !== null)
            if (seconds !== null) setDuration(seconds)
          }}
        />
      ) : (
        command !== 'release' && <Lasts command={command} value={duration} onChange={setDuration} />
      )}
      {head !== null && <Head value={head} onChange={setHead} />}
      {preview.data ? (
        <Reach preview={preview.data} />
      ) : (
        <p className="ll-command__note">{preview.isError ? t(C.uncounted) : t(C.counting)}</p>
      )}
      <p className="ll-command__note">
        <Ends command={command} duration={duration} />
      </p>
    </Dialog>
  )
}
