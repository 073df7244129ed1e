import type { Text } from '@lamplight/kit'
import { type ReactNode, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { createState, useStateOf } from '../state/state.ts'
import { Dialog } from './dialog.tsx'

const CANCEL: Text = ['取消', 'Cancel']
const WORKING: Text = ['正在提交…', 'Submitting…']

export interface Question {
  readonly title: string
  readonly text?: ReactNode
  /** Label of the confirming button: the name of the action, a verb. */
  readonly ok: string
  /** Label of the other button, if it does more than cancel. */
  readonly cancel?: string
  readonly danger?: boolean
}
const openQuestion = createState<{ readonly question: Question; readonly answer: (yes: boolean) => void } | null>(null)

/** Asks before a step that cannot be undone: `if (await confirm({ title, ok: t(['删除', 'Delete']) })) …`. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    openQuestion.get()?.answer(false)
    openQuestion.set({ question, answer: resolve })
  })

/** Shows the question of `confirm`. Rendered once, by the console. */
export const ConfirmHost = (): ReactNode => {
  const t = useT()
  const open = useStateOf(openQuestion)
  if (!open) return null
  const answer = (yes: boolean): void => {
    openQuestion.set(null)
    open.answer(yes)
  }
  const { title, text, ok, cancel, danger } = open.question
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      footer={
        <>
          <button type="button" className="ll-button" onClick={() => answer(false)}>
            {cancel ?? t(CANCEL)}
          </button>
          <button type="button" className={`ll-button ll-button--${danger ? 'danger' : 'primary'}`} onClick={() => answer(true)}>
            {ok}
          </button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}

export interface ConfirmCommandProps {
  /** Command and number of devices: `调光 128 盏`. */
  readonly title: string
  /** Target, duration and end of the command: one line each. */
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[]
  readonly ok: string
  readonly danger?: boolean
  /** Sends the command. The button is disabled until the promise settles; an error keeps the dialog open. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Dialog before a command is sent: shows target, duration and end. Open while rendered. */
export const ConfirmCommand = ({ title, facts, ok, danger = false, onConfirm, onClose, children }: ConfirmCommandProps): ReactNode => {
  const t = useT()
  const [sending, setSending] = useState(false)
  const send = (): void => {
    setSending(true)
    onConfirm().then(onClose, () => setSending(false))
  }
  return (
    <Dialog
      title={title}
      firm={sending}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ll-button" disabled={sending} onClick={onClose}>
            {t(CANCEL)}
          </button>
          <button type="button" className={`ll-button ll-button--${danger ? 'danger' : 'primary'}`} disabled={sending} onClick={send}>
            {sending ? t(WORKING) : ok}
          </button>
        </>
      }
    >
      <dl className="ll-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Dialog>
  )
}
