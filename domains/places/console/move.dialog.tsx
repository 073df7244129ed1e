import { api, Dialog, useFormat, useLeave, useT } from '@lamplight/console-kit'
import { DialogButtons, showOutcome } from '@lamplight/console-kit/resource'
import { viewOf } from '@lamplight/fields/view'
import type { Field } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { effectsRoute } from '../server/map.handler.ts'
import { M } from './places.messages.ts'
import './places.css'

interface Row {
  readonly id: string
}
interface MoveProps<I> {
  readonly rows: readonly Row[]
  readonly submit: (input: I) => Promise<unknown>
  readonly close: () => void
}
interface MovedKind<R> {
  readonly kind: 'area' | 'project'
  readonly nameOf: (row: R) => string
}

/** Text that says what will move along, as counted by the server. */
const GoesAlong = ({ kind, ids }: { readonly kind: 'area' | 'project'; readonly ids: readonly string[] }) => {
  const t = useT()
  const { number } = useFormat()
  const { data } = useQuery({
    queryKey: [`places.${kind}`, 'reach', ids.join(',')],
    queryFn: ({ signal }) => api.get<ReturnType<typeof effectsRoute>>(`blade-system/${kind}/reach`, { ids: ids.join(',') }, { signal }),
    staleTime: 0,
  })
  if (!data) return null
  const what = data.uses.map(({ label, count }) => `${label} ${number(count)}`).join(t(['，', ', ']))
  return (
    <section className="ll-places-reach">
      <h3>{t(M.goesAlong)}</h3>
      <p>
        {t(M.chosen, { n: number(data.chosen) })}
        {data.below > 0 && `${t(['，', ', '])}${t(M.below, { n: number(data.below) })}`}
      </p>
      <p>{what || t(M.nothingElse)}</p>
      <p className="ll-places-note">{t(M.keeps)}</p>
    </section>
  )
}

/** Dialog with one field and a text that says what will move along. */
const PlaceDialog = ({
  title,
  kind,
  ids,
  label,
  button,
  changed,
  onSend,
  close,
  children,
}: {
  readonly title: string
  readonly kind: 'area' | 'project'
  readonly ids: readonly string[]
  readonly label: string
  readonly button: string
  readonly changed: boolean
  readonly onSend: () => Promise<unknown>
  readonly close: () => void
  readonly children: (id: string, wrong: string) => ReactNode
}) => {
  const t = useT()
  const { number } = useFormat()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const send = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    onSend()
      .then((answer) => {
        const words = t(M.moved, { n: number(ids.length) })
        showOutcome(answer, [words, words])
        close()
      })
      .catch((thrown: Error) => setWrong(thrown.message))
      .finally(() => setBusy(false))
  }
  const leave = useLeave(changed, close)
  return (
    <Dialog
      title={title}
      firm={busy}
      onClose={leave}
      footer={
        <DialogButtons form={`${id}-form`} busy={busy} onCancel={leave}>
          {button}
        </DialogButtons>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={send}>
        <label className="ll-places-label" htmlFor={id}>
          {label}
        </label>
        {children(id, wrong)}
        {wrong && (
          <p className="ll-r-field-error" role="alert">
            {wrong}
          </p>
        )}
        <GoesAlong kind={kind} ids={ids} />
      </form>
    </Dialog>
  )
}

const namesOf = <R extends Row>(rows: readonly R[], nameOf: (row: R) => string, comma: string): string =>
  rows.length > 3 ? `${rows.slice(0, 3).map(nameOf).join(comma)}…` : rows.map(nameOf).join(comma)

/** Dialog that moves places below another one. */
export const moveDialogOf = <R extends Row>({ kind, nameOf }: MovedKind<R>, parent: Field) => {
  const { Input } = viewOf(parent)
  return ({ rows, submit, close }: MoveProps<{ parentId?: string | null }>) => {
    const t = useT()
    const { number } = useFormat()
    const [parentId, setParentId] = useState<string | null>(null)
    return (
      <PlaceDialog
        title={t(M.moveTitle, { names: namesOf(rows as readonly R[], nameOf, t(['、', ', '])) })}
        kind={kind}
        ids={rows.map((row) => row.id)}
        label={t(parent.options.label)}
        button={t(M.moveDo, { n: number(rows.length) })}
        changed={parentId !== null}
        onSend={() => submit({ parentId })}
        close={close}
      >
        {(id, wrong) => (
          <>
            <Input
              id={id}
              name="parentId"
              options={parent.options}
              value={parentId}
              wire={{}}
              invalid={wrong !== ''}
              onChange={(value) => setParentId(value as string | null)}
            />
            {parent.options.hint && <p className="ll-r-field-hint">{t(parent.options.hint)}</p>}
          </>
        )}
      </PlaceDialog>
    )
  }
}

/** Dialog that moves projects below a new project and asks for its name. */
export const GatherDialog = ({ rows, submit, close }: MoveProps<{ name: string }>) => {
  const t = useT()
  const [name, setName] = useState('')
  const named = (rows as readonly (Row & { readonly name: string })[]).map((row) => row)
  return (
    <PlaceDialog
      title={t(M.gatherTitle, { names: namesOf(named, (row) => row.name, t(['、', ', '])) })}
      kind="project"
      ids={rows.map((row) => row.id)}
      label={t(M.newName)}
      button={name.trim() ? t(M.gatherDo, { name: name.trim() }) : t(M.gather)}
      changed={name !== ''}
      onSend={() => (name.trim() ? submit({ name: name.trim() }) : Promise.reject(new Error(t(M.nameNeeded))))}
      close={close}
    >
      {(id, wrong) => (
        <input
          id={id}
          className="ll-f-input"
          maxLength={100}
          value={name}
          aria-invalid={wrong !== '' || undefined}
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </PlaceDialog>
  )
}
