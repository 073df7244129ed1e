import { Dialog, LevelSlider, Link, useFormat, useNow, useT } from '@lamplight/console-kit'
import { useId, useState } from 'react'
import './command.css'
import { Affected } from './affected.tsx'
import { affectedWords } from './batch-words.ts'
import { C } from './command.messages.ts'
import { APPROVALS, CommandApproval } from './command-approval.tsx'
import { CommandProgress } from './command-progress.tsx'
import type { CommandRequest } from './command-request.ts'
import { Closes, Head, Lasts } from './lasting-fields.tsx'
import { ReasonField } from './reason-field.tsx'
import { SP } from './second-person.messages.ts'
import { useCommand } from './use-command.ts'

/** Text that says when the command ends and how to undo it. */
const Ends = ({ command, duration }: Pick<CommandRequest, 'command'> & { readonly duration: number }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  if (command === 'release') return t(C.releases)
  return duration === 0 ? t(C.stays) : t(C.endsAt, { at: format.time(now + duration * 1000, duration < 60 ? 'full' : 'minute').slice(11) })
}

/** Shown after a command to many devices: it waits for a second person. */
const Requested = ({ title, onClose }: { readonly title: string; readonly onClose: () => void }) => {
  const t = useT()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      className="ll-command"
      footer={
        <button type="button" className="ll-button" data-autofocus onClick={onClose}>
          {t(C.close)}
        </button>
      }
    >
      <p>
        {t(SP.requested)} <Link to={APPROVALS}>{t(SP.requests)}</Link>
      </p>
      <CommandApproval needed />
    </Dialog>
  )
}

/** Dialog of a lamp command: level, duration and a preview of the targets; the button shows the number of devices; then the live progress. */
export const CommandDialog = (request: CommandRequest) => {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const { command, onClose } = request
  const [isFit, setFit] = useState(true)
  const state = useCommand(request)
  const { isRequested, name, level, setLevel, duration, setDuration, head, setHead, preview, send, sending, batchId } = state
  const lacksReason = state.isEndless && state.reason.trim() === ''
  const lamps = preview.data?.lamps
  const reached = lamps === undefined ? name : affectedWords({ targetText: name, total: lamps }, t)
  const title = t(C.title, { what: t(C[command]), target: reached })
  if (isRequested) return <Requested title={title} onClose={onClose} />
  if (batchId) return <CommandProgress batchId={batchId} title={title} onClose={onClose} />
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
            disabled={sending || lamps === 0 || preview.isPending || !isFit || lacksReason}
            aria-busy={sending}
            onClick={() => void send()}
          >
            {lamps === undefined ? t(C[command]) : t(C.send, { what: t(C[command]), n: format.number(lamps) })}
          </button>
        </>
      }
    >
      {command !== 'release' && <CommandApproval devices={lamps} />}
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
      {state.isEndless && <ReasonField value={state.reason} onChange={state.setReason} />}
      {head !== null && <Head value={head} onChange={setHead} />}
      <Affected preview={preview.data} isFailed={preview.isError} />
      <p className="ll-command__note">
        <Ends command={command} duration={duration} />
      </p>
    </Dialog>
  )
}
