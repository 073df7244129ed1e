import { type AnswerOf, api, isApiError, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { sharedAbout } from '../../server/visit.handler.ts'
import { BoardViewer } from './board-viewer.tsx'
import { SHARED } from './use-visual.ts'
import { V } from './visual.messages.ts'

const message = (thrown: unknown): string => (isApiError(thrown) ? thrown.message : '')

const Gone = () => {
  const t = useT()
  return (
    <div className="ll-screen-hint" role="alert">
      <b>{t(V.gone)}</b>
      <span>{t(V.askAgain)}</span>
    </div>
  )
}

/** Asks for the password of a link. A link without one opens at once. */
const Door = ({
  about,
  code,
  onOpen,
}: {
  readonly about: AnswerOf<typeof sharedAbout>
  readonly code: string
  readonly onOpen: () => void
}) => {
  const t = useT()
  const id = useId()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState('')
  const open = async (given: string): Promise<void> => {
    try {
      await api.post(`${SHARED}/open`, { body: { code, password: given }, open: true, quiet: true })
      onOpen()
    } catch (thrown) {
      setWrong(message(thrown))
    }
  }
  const { needsPassword } = about
  useEffect(() => {
    if (!needsPassword) void open('')
  }, [needsPassword])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setWrong('')
    void open(password)
  }
  if (!needsPassword) return wrong ? <p className="ll-screen-hint">{wrong}</p> : null
  return (
    <form className="ll-screen-hint" onSubmit={submit}>
      <h1>{about.title}</h1>
      <label htmlFor={id}>{t(V.password)}</label>
      <input
        id={id}
        type="password"
        autoComplete="off"
        className="ll-f-input"
        maxLength={64}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {wrong && <p role="alert">{wrong}</p>}
      <button type="submit" className="ll-button ll-button--primary" disabled={password === ''}>
        {t(V.enter)}
      </button>
    </form>
  )
}

/** A dashboard behind a link, without a session. Its calls carry a cookie of their own, so they replace no session of the same browser. */
export const SharedBoard = ({ code }: { readonly code: string }) => {
  const about = useQuery({
    queryKey: ['visual', 'about', code],
    queryFn: ({ signal }) => api.get<typeof sharedAbout>(`${SHARED}/about`, { code }, { signal, quiet: true, open: true }),
    retry: false,
    gcTime: 0,
  })
  const [opened, setOpened] = useState(false)
  if (about.isError) return <Gone />
  if (!about.data) return null
  if (!opened && !about.data.open) return <Door about={about.data} code={code} onOpen={() => setOpened(true)} />
  return <BoardViewer source={{ code }} fills failed={() => <Gone />} />
}
