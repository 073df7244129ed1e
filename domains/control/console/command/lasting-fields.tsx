import { Segments, useT } from '@lamplight/console-kit'
import { useId, useState } from 'react'
import { spanWords } from '../records/batch-words.ts'
import { C } from './command.messages.ts'
import type { CommandWord, LampSelect } from './commands.ts'
import { CLOSES, LASTS } from './use-command.ts'

/** Input for the duration of a command, s; 0: unlimited. */
export const Lasts = ({
  command,
  value,
  onChange,
}: {
  readonly command: CommandWord
  readonly value: number
  readonly onChange: (seconds: number) => void
}) => {
  const t = useT()
  return (
    <div className="ll-command__field">
      <span>{t(C.lasts)}</span>
      <Segments
        label={t(C.lasts)}
        value={value}
        onChange={onChange}
        options={LASTS[command].map((seconds) => ({ value: seconds, label: seconds === 0 ? t(C.permanent) : spanWords(seconds, t) }))}
      />
    </div>
  )
}

const secondsOf = (typed: string): number | null => {
  const seconds = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0
  return seconds >= CLOSES.least && seconds <= CLOSES.most ? seconds : null
}

/**
 * Input for turning off temporarily or permanently; temporary needs seconds (rules closelamp.duration,
 * closelamp.enabled). null: the input is not valid.
 */
export const Closes = ({ value, onChange }: { readonly value: number; readonly onChange: (seconds: number | null) => void }) => {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState(String(value))
  const [temporary, setTemporary] = useState(true)
  const isWrong = temporary && secondsOf(typed) === null
  const type = (text: string): void => {
    setTyped(text)
    onChange(secondsOf(text))
  }
  return (
    <>
      <div className="ll-command__field">
        <span>{t(C.mode)}</span>
        <Segments
          label={t(C.mode)}
          value={temporary ? 1 : 0}
          onChange={(mode) => {
            setTemporary(mode === 1)
            onChange(mode === 1 ? secondsOf(typed) : 0)
          }}
          options={[
            { value: 1, label: t(C.temporary) },
            { value: 0, label: t(C.forGood) },
          ]}
        />
      </div>
      <div className="ll-command__field">
        <label htmlFor={id}>{t(C.seconds)}</label>
        <div className="ll-command__seconds">
          <span className="ll-f-input-unit">
            <input
              id={id}
              className="ll-f-input"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              disabled={!temporary}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${id}-wrong` : undefined}
              onChange={(event) => type(event.target.value)}
            />
            <span className="ll-f-unit">{t(C.second)}</span>
          </span>
          {LASTS.off.map((seconds) => (
            <button key={seconds} type="button" className="ll-button" disabled={!temporary} onClick={() => type(String(seconds))}>
              {spanWords(seconds, t)}
            </button>
          ))}
        </div>
        {isWrong && (
          <small id={`${id}-wrong`} className="ll-command__wrong" role="alert">
            {t(C.secondsWrong)}
          </small>
        )}
      </div>
    </>
  )
}

/** Input that selects the head of a controller with two lamps. */
export const Head = ({ value, onChange }: { readonly value: LampSelect; readonly onChange: (head: LampSelect) => void }) => {
  const t = useT()
  return (
    <div className="ll-command__field">
      <span>{t(C.lampSelect)}</span>
      <Segments
        label={t(C.lampSelect)}
        value={value}
        onChange={onChange}
        options={[
          { value: 0, label: t(C.main) },
          { value: 1, label: t(C.auxiliary) },
          { value: 2, label: t(C.both) },
        ]}
      />
    </div>
  )
}
